// @ts-check
/** What boards are made of: counters, choices, switches, and a sheet to pick from. */

import { loadStyle } from "../core/styles.js";
import { wording } from "../core/wording.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { html, render } from "../vendor/lit-html/lit-html.js";

await loadStyle("boards");

const say = wording({
  close: { it: "Chiudi", en: "Close" },
  unknown: { it: "non detto", en: "not told" },
  less: { it: "{label}: uno in meno", en: "{label}: one less" },
  more: { it: "{label}: uno in più", en: "{label}: one more" },
});

/** A number that has been told; a range, or nothing at all, is none. @param {unknown} value @returns {number | undefined} */
export const numberIn = (value) => (typeof value === "number" ? value : undefined);

/** How a number is written, told or not. @param {any} value */
export function written(value) {
  if (value === undefined || value === null) return "?";
  if (typeof value !== "object") return String(value);
  const { at_least: low, at_most: high } = value;
  return high === undefined ? `≥ ${low}` : low === undefined ? `≤ ${high}` : `${low}–${high}`;
}

/**
 * A number with a button to either side. What was not told becomes the lowest number with a tap on the minus.
 *
 * @param {object} counted
 * @param {string} counted.label what is counted
 * @param {any} counted.value
 * @param {number} [counted.low]
 * @param {number} [counted.high]
 * @param {number} [counted.usual] what stands where nothing is told; without one it is not known
 * @param {string} [counted.less] what the minus is called
 * @param {string} [counted.more] what the plus is called
 * @param {unknown} [counted.face] what stands between the two in the place of the number
 * @param {(value: number) => void} take
 */
export function counter({ label, value, low = 0, high = Infinity, usual, less, more, face }, take) {
  const shown = value ?? usual;
  const now = numberIn(shown);
  return html`
    <span class="counter" role="group" aria-label=${label}>
      <button type="button" aria-label=${less ?? say("less", { label })} ?disabled=${now !== undefined && now <= low}
        @click=${() => take(now === undefined ? low : now - 1)}>−</button>
      <output aria-label=${`${label}: ${shown === undefined ? say("unknown") : written(shown)}`}>${face ?? written(shown)}</output>
      <button type="button" aria-label=${more ?? say("more", { label })} ?disabled=${now !== undefined && now >= high}
        @click=${() => take(now === undefined ? low + 1 : now + 1)}>+</button>
    </span>`;
}

/**
 * Values to choose from, one at most; the one that is chosen is taken back with another tap.
 *
 * @template Value
 * @param {string} label
 * @param {readonly (readonly [Value, unknown])[]} options each with its face
 * @param {unknown} value
 * @param {(value: Value | undefined) => void} take
 */
export const choices = (label, options, value, take) => html`
  <div class="choices" role="group" aria-label=${label}>
    ${options.map(([one, face]) => html`
      <button type="button" aria-pressed=${one === value ? "true" : "false"}
        @click=${() => take(one === value ? undefined : one)}>${face}</button>`)}
  </div>`;

/** Something that is so or, as is usual, is not. @param {unknown} label @param {unknown} value @param {(value: true | undefined) => void} take */
export const flag = (label, value, take) => html`
  <button type="button" class="flag" aria-pressed=${value ? "true" : "false"}
    @click=${() => take(value ? undefined : true)}>${label}</button>`;

/**
 * One of many, or none of them.
 *
 * @param {string} label
 * @param {readonly (readonly [string, string])[]} options
 * @param {unknown} value
 * @param {(value: string | undefined) => void} take
 */
export const list = (label, options, value, take) => html`
  <select aria-label=${label} @change=${(/** @type {any} */ event) => take(event.target.value || undefined)}>
    <option value="" .selected=${live(!value)}>${label}…</option>
    ${options.map(([one, name]) => html`<option value=${one} .selected=${live(one === value)}>${name}</option>`)}
  </select>`;

/**
 * A line of text with its label over it. What is being typed stays, whatever is drawn meanwhile.
 *
 * @param {string} label @param {unknown} value @param {(value: string) => void} take
 */
export const field = (label, value, take) => html`
  <label class="field"><span>${label}</span>
    <input type="text" autocomplete="off" .value=${String(value ?? "")} @change=${(/** @type {any} */ { target }) => {
      const text = target.value.trim();
      target.value = text || String(value ?? "");
      take(text);
    }}></label>`;

/** A list with one of its places taken by another, or by none. @template One @param {readonly One[] | undefined} all @param {number} at @param {One} [one] @returns {One[]} */
export const replaced = (all, at, one) => (all ?? []).toSpliced(at, 1, ...(one === undefined ? [] : [one]));

/** A list with this in it, or without it where it was. @template One @param {readonly One[] | undefined} all @param {One} one @returns {One[]} */
export const toggled = (all, one) => (all?.includes(one) ? all.filter((other) => other !== one) : [...(all ?? []), one]);

/**
 * A sheet over the board to pick from. It closes with Escape or a tap beside it, and the focus goes back.
 *
 * @param {string} label
 * @param {(close: () => void, redraw: () => void) => unknown} view
 */
export function openSheet(label, view) {
  const sheet = document.createElement("dialog");
  sheet.className = "sheet picks";
  sheet.setAttribute("aria-label", label);
  const close = () => sheet.close();
  const redraw = () => render(html`
    <header><h3>${label}</h3><button type="button" class="quiet" @click=${close}>${say("close")}</button></header>
    ${view(close, redraw)}`, sheet);
  sheet.addEventListener("click", (event) => { if (event.target === sheet) close(); });
  addEventListener("popstate", close, { once: true });
  sheet.addEventListener("close", () => { removeEventListener("popstate", close); sheet.remove(); });
  redraw();
  document.body.append(sheet);
  sheet.showModal();
}

/** What a fact is called. @param {import("../types").Words | undefined} words @param {string} field such as `City.human_troops` @param {"it" | "en"} language */
export const labelIn = (words, field, language) =>
  (words?.fields[field] ?? words?.fields[/** @type {string} */ (field.split(".").at(-1))])?.label[language]
  ?? /** @type {string} */ (field.split(".").at(-1)).replaceAll("_", " ");
