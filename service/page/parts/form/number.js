// @ts-check
/** A number: counted up and down, or written; or no more than its bounds. */

import { isRange, valueWords } from "../../core/facts.js";
import { settings } from "../../core/settings.js";
import { wording } from "../../core/wording.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { unlessWriting } from "../field.js";
import { pressedOne } from "./form.js";

const say = wording({
  less: { it: "Uno in meno: {label}", en: "One less: {label}" },
  more: { it: "Uno in più: {label}", en: "One more: {label}" },
  how: { it: "Quanto se ne sa: {label}", en: "How much of it is known: {label}" },
  exactly: { it: "esatto", en: "exactly" },
  at_least: { it: "almeno", en: "at least" },
  at_most: { it: "al massimo", en: "at most" },
  between: { it: "da … a …", en: "from … to …" },
});

/** How much of a number is told: what a state has of it, made from one number. */
const TOLD = /** @type {const} */ ({
  exactly: (/** @type {number} */ one) => one,
  at_least: (/** @type {number} */ one) => ({ at_least: one }),
  at_most: (/** @type {number} */ one) => ({ at_most: one }),
  between: (/** @type {number} */ one) => ({ at_least: one, at_most: one }),
});
const KINDS = /** @type {(keyof typeof TOLD)[]} */ (Object.keys(TOLD));

/** @param {any} value */
const kindOf = (value) => (!isRange(value) ? "exactly" : Object.keys(value).length > 1 ? "between" : "at_least" in value ? "at_least" : "at_most");

/** @param {import("./form.js").Form} form @param {import("./form.js").Fact} fact */
export function numberControl({ words, change }, { path, node, value, label, usual }) {
  const kind = kindOf(value);
  const bounds = /** @type {("at_least" | "at_most")[]} */ (kind === "exactly" ? [] : kind === "between" ? ["at_least", "at_most"] : [kind]);
  const number = bounds.length ? value[bounds[0]] : value;
  return html`
    ${bounds.length ? nothing : stepper({ ...node, label, usual }, value, (one) => change(path, one))}
    ${bounds.map((bound) => stepper({ ...node, label: `${label}, ${say(bound)}` }, value[bound], (one) =>
      change(path, one === undefined ? undefined : { ...value, [bound]: one })))}
    ${typeof number === "number" ? html`
      <select class="how-much" aria-label=${say("how", { label })} @change=${(/** @type {any} */ { target }) => change(path, TOLD[KINDS[target.value]](number))}>
        ${KINDS.map((one, at) => html`<option value=${at} ?selected=${one === kind}>${say(one)}</option>`)}
      </select>` : nothing}
    ${node.values.length ? pressedOne(node.values.map((one) => ({
      says: valueWords(one, words, settings.language), is: value === one, value: one, usual: value === undefined && one === usual,
    })), (one) => change(path, one)) : nothing}`;
}

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
        placeholder=${typeof usual === "number" ? usual : "–"} .value=${unlessWriting(typeof value === "number" ? String(value) : "")}
        @change=${(/** @type {any} */ { target }) => take(Number.isNaN(target.valueAsNumber) ? undefined : Math.trunc(target.valueAsNumber))}>
      <button type="button" aria-label=${say("more", { label })} ?disabled=${start !== undefined && start >= (high ?? Infinity)}
        @click=${() => take(within((start ?? 0) + 1))}>+</button>
    </span>`;
}
