// @ts-check
/** A list: its entries in order, to be moved and taken out, and what adds one more. */

import { valueWords } from "../../core/facts.js";
import { settings } from "../../core/settings.js";
import { wording } from "../../core/wording.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { cardPicker } from "./card.js";
import { MOST_BUTTONS } from "./choice.js";
import { fieldsOf, idOf } from "./form.js";
import { stepper } from "./number.js";
import { nameField } from "./text.js";

const say = wording({
  none: { it: "nessuno", en: "none" },
  absent: { it: "non c’è", en: "there is none" },
  add: { it: "Aggiungi", en: "Add" },
  adding: { it: "Aggiungi a: {label}", en: "Add to: {label}" },
  up: { it: "Sposta su: {entry}", en: "Move up: {entry}" },
  out: { it: "Togli: {entry}", en: "Take out: {entry}" },
  entry: { it: "{label} n. {number}", en: "{label} no. {number}" },
});

/** Numbers that are about to be added. @type {Map<string, number | undefined>} */
const begun = new Map();

/** @param {import("./form.js").Form} form @param {import("./form.js").Fact} fact */
export function listControl(form, { path, node, value, label, usual }) {
  const item = /** @type {import("./schema.js").Node} */ (node.item);
  /** @type {unknown[]} */
  const entries = value ?? [];
  const put = (/** @type {unknown[]} */ now) => form.change(path, now.length ? now : undefined);
  const nameOf = (/** @type {unknown} */ entry, /** @type {number} */ at) =>
    isObject(item) ? titleOf(entry) ?? say("entry", { label, number: at + 1 }) : valueWords(entry, form.words, settings.language);

  return html`
    <ol class="entries">${entries.map((entry, at) => {
      const name = nameOf(entry, at);
      const tools = html`<span class="tools">
        ${at > 0 ? html`<button type="button" aria-label=${say("up", { entry: name })} @click=${() => put(moved(entries, at))}>↑</button>` : nothing}
        <button type="button" aria-label=${say("out", { entry: name })} @click=${() => put(entries.filter((_, other) => other !== at))}>×</button></span>`;
      return isObject(item) ? html`
        <li class="entry" id=${idOf(form, `${path}[${at}]`)}>
          <details open><summary><span class="faint">${at + 1}</span> <span>${name}</span></summary>
            <div class="facts">${fieldsOf(form, `${path}[${at}]`, item, entry)}</div></details>${tools}</li>`
        : html`<li class="entry" id=${idOf(form, `${path}[${at}]`)}><span class="faint">${at + 1}</span>
          <span class="says" data-colour=${item.places && typeof entry === "string" ? entry.split(" ")[0] : nothing}>${name}</span>${tools}</li>`;
    })}</ol>
    <span class="adder" role="group" aria-label=${say("adding", { label })}>
      ${adder(form, `${path}[+]`, item, label, (entry) => put([...entries, entry]))}
      ${entries.length ? nothing : html`
        <button type="button" class=${value === undefined && Array.isArray(usual) ? "by-default" : nothing}
          aria-pressed=${value === undefined || value === null ? "false" : "true"}
          @click=${() => form.change(path, value === undefined || value === null ? [] : undefined)}>${say("none")}</button>`}
      ${entries.length || !node.values.includes(null) ? nothing : html`
        <button type="button" aria-pressed=${value === null ? "true" : "false"}
          @click=${() => form.change(path, value === null ? undefined : null)}>${say("absent")}</button>`}
    </span>`;
}

/** @param {import("./form.js").Form} form @param {string} path @param {import("./schema.js").Node} item @param {string} label @param {(entry: unknown) => void} add */
function adder(form, path, item, label, add) {
  const words = (/** @type {unknown} */ one) => valueWords(one, form.words, settings.language);
  switch (item.kind) {
    case "card": return cardPicker(form, path, { node: item, label }, undefined, (card) => card && add(card));
    case "text": return nameField(form, path, say("adding", { label }), "", (text) => text && add(text));
    case "choice": return item.values.length <= MOST_BUTTONS
      ? item.values.map((one) => html`<button type="button" @click=${() => add(one)}>+ ${words(one)}</button>`)
      : html`
        <select aria-label=${say("adding", { label })} @change=${(/** @type {any} */ { target }) => { add(item.values[target.value]); target.value = ""; }}>
          <option value="">${say("add")}…</option>
          ${item.values.map((one, at) => html`<option value=${at}>${words(one)}</option>`)}
        </select>`;
    case "number": {
      const id = idOf(form, path);
      const now = begun.get(id);
      return html`
        ${stepper({ ...item, label: say("adding", { label }) }, now, (one) => { begun.set(id, one); form.redraw(); })}
        <button type="button" ?disabled=${now === undefined} @click=${() => { begun.delete(id); add(now); }}>${say("add")}</button>`;
    }
    default: return html`<button type="button" @click=${() => add({})}>+ ${say("add")}</button>`;
  }
}

/** @param {import("./schema.js").Node} item */
const isObject = (item) => item.kind === "object" || item.kind === "kinds";

/** What an entry calls itself. @param {any} entry @returns {string | undefined} */
const titleOf = (entry) => [entry?.name, entry?.card, entry?.player].find((one) => typeof one === "string");

/** @param {unknown[]} entries @param {number} at */
const moved = (entries, at) => [...entries.slice(0, at - 1), entries[at], entries[at - 1], ...entries.slice(at + 1)];
