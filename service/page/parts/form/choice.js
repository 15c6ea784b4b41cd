// @ts-check
/** One of a few values: a button each; of many, a list to choose from. */

import { valueWords } from "../../core/facts.js";
import { settings } from "../../core/settings.js";
import { wording } from "../../core/wording.js";
import { html } from "../../vendor/lit-html/lit-html.js";
import { pressedOne } from "./form.js";

const say = wording({ untold: { it: "non detto", en: "not told" } });

export const MOST_BUTTONS = 6;

/** @param {import("./form.js").Form} form @param {import("./form.js").Fact} fact */
export function choiceControl({ words, change }, { path, node, value, label, usual }) {
  const choices = node.values.map((one) => ({
    says: valueWords(one, words, settings.language), is: one === value, value: one, usual: value === undefined && one === usual,
  }));
  if (choices.length <= MOST_BUTTONS) return pressedOne(choices, (one) => change(path, one));
  return html`
    <select aria-label=${label} @change=${(/** @type {any} */ { target }) =>
        change(path, target.value === "" ? undefined : node.values[target.value])}>
      <option value="" ?selected=${value === undefined}>${say("untold")}${
        usual === undefined ? "" : ` (${valueWords(usual, words, settings.language)})`}</option>
      ${choices.map(({ says, is }, at) => html`<option value=${at} ?selected=${is}>${says}</option>`)}
    </select>`;
}
