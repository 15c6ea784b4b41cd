// @ts-check
/** A card with a colour and a rank, such as `blue 7`: one button for each, told once all are pressed. */

import { valueWords } from "../../core/facts.js";
import { settings } from "../../core/settings.js";
import { wording } from "../../core/wording.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { unlessWriting } from "../field.js";
import { idOf, pressedOne } from "./form.js";

const say = wording({
  place: { it: "{label}, numero", en: "{label}, number" },
  more: { it: "altro", en: "other" },
});

const MOST_BUTTONS = 10;
const FEW = 6;

/** What was pressed of cards that are not whole yet. @type {Map<string, (string | undefined)[]>} */
const begun = new Map();

/** @param {import("./form.js").Form} form @param {import("./form.js").Fact} fact */
export const cardControl = (form, { path, node, value, label, usual }) => html`
  ${cardPicker(form, path, { node, label }, typeof value === "string" ? value : undefined, (card) => form.change(path, card))}
  ${node.values.length ? pressedOne(node.values.map((one) => ({
    says: valueWords(one, form.words, settings.language), is: value === one, value: one, usual: value === undefined && one === usual,
  })), (one) => form.change(path, one)) : nothing}`;

/**
 * @param {import("./form.js").Form} form @param {string} path @param {{ node: import("./schema.js").Node, label: string }} about
 * @param {string | undefined} card @param {(card: string | undefined) => void} take
 */
export function cardPicker(form, path, { node, label }, card, take) {
  const id = idOf(form, path);
  const places = node.places ?? [];
  const pressed = card?.split(" ") ?? begun.get(id) ?? [];

  /** @param {number} at @param {string | undefined} text */
  function press(at, text) {
    const now = places.map((_, place) => (place === at ? text : pressed[place]));
    if (now.every(Boolean)) {
      begun.set(id, now.slice(0, -1));  // the next one is often of the same colour
      return take(now.join(" "));
    }
    begun.set(id, now);
    if (card) take(undefined);
    else form.redraw();
  }

  return html`<span class="card-picker">${places.map((texts, at) => {
    const shown = texts.length > MOST_BUTTONS ? texts.filter((text) => text.length === 1).slice(0, FEW) : texts;
    return html`
      <span class="segments">${shown.map((text) => html`
        <button type="button" data-colour=${at === 0 ? text : nothing} aria-pressed=${pressed[at] === text ? "true" : "false"}
          @click=${() => press(at, pressed[at] === text ? undefined : text)}>${valueWords(text, form.words, settings.language)}</button>`)}
        ${shown.length === texts.length ? nothing : html`
          <input type="number" inputmode="numeric" min="1" class="other" placeholder=${say("more")} aria-label=${say("place", { label })}
            .value=${unlessWriting(pressed[at] && !shown.includes(pressed[at]) ? pressed[at] : "")}
            @change=${(/** @type {any} */ { target }) => texts.includes(target.value) && press(at, target.value)}>`}
      </span>`;
  })}</span>`;
}
