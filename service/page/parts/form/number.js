// @ts-check
/** A number: counted up and down, or written. */

import { valueWords } from "../../core/facts.js";
import { settings } from "../../core/settings.js";
import { wording } from "../../core/wording.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { pressedOne } from "./form.js";

const say = wording({
  less: { it: "Uno in meno: {label}", en: "One less: {label}" },
  more: { it: "Uno in più: {label}", en: "One more: {label}" },
});

/** @param {import("./form.js").Form} form @param {import("./form.js").Fact} fact */
export const numberControl = ({ words, change }, { path, node, value, label, usual }) => html`
  ${stepper({ ...node, label, usual }, value, (one) => change(path, one))}
  ${node.values.length ? pressedOne(node.values.map((one) => ({
    says: valueWords(one, words, settings.language), is: value === one, value: one, usual: value === undefined && one === usual,
  })), (one) => change(path, one)) : nothing}`;

/**
 * What is written stays as it was written, though it be out of bounds: whoever rules says so.
 *
 * @param {{ low?: number, high?: number, label: string, usual?: unknown }} about @param {unknown} value
 * @param {(value: number | undefined) => void} take
 */
export function stepper({ low, high, label, usual }, value, take) {
  const start = typeof value === "number" ? value : typeof usual === "number" ? usual : undefined;
  const within = (/** @type {number} */ one) => Math.min(Math.max(one, low ?? -Infinity), high ?? Infinity);
  return html`
    <span class="stepper">
      <button type="button" aria-label=${say("less", { label })} ?disabled=${start !== undefined && start <= (low ?? -Infinity)}
        @click=${() => take(within((start ?? 1) - 1))}>−</button>
      <input type="number" inputmode="numeric" step="1" min=${low ?? nothing} max=${high ?? nothing} aria-label=${label}
        placeholder=${typeof usual === "number" ? usual : "–"} .value=${live(typeof value === "number" ? String(value) : "")}
        @change=${(/** @type {any} */ { target }) => take(Number.isNaN(target.valueAsNumber) ? undefined : Math.trunc(target.valueAsNumber))}>
      <button type="button" aria-label=${say("more", { label })} ?disabled=${start !== undefined && start >= (high ?? Infinity)}
        @click=${() => take(within((start ?? 0) + 1))}>+</button>
    </span>`;
}
