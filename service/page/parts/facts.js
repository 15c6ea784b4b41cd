// @ts-check
/** Facts of a position: as chips to tap, as something to change, and as a question with an answer a button. */

import { labelOf, valueWords } from "../core/facts.js";
import { capital, wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { unlessWriting } from "./field.js";

const say = wording({
  understood: { it: "Capito così: tocca per cambiare", en: "As understood: tap to change" },
  assumed: { it: "dato per consueto", en: "taken as usual" },
  less: { it: "Uno in meno", en: "One less" },
  more: { it: "Uno in più", en: "One more" },
  drop: { it: "Non si sa", en: "Not known" },
  done: { it: "Fatto", en: "Done" },
  form: { it: "Cambialo nella posizione", en: "Change it in the position" },
  choose: { it: "Scegli…", en: "Choose…" },
});

const MOST_BUTTONS = 8;

/**
 * @typedef {object} Chip
 * @property {string} path
 * @property {string} says
 * @property {boolean} [assumed] nobody said it
 *
 * @param {Chip[]} chips @param {string} editing the path of the one that is being changed @param {(path: string) => void} tap
 */
export const chipRow = (chips, editing, tap) => (chips.length ? html`
  <div class="chips" role="group" aria-label=${say("understood")}>
    ${chips.map(({ path, says, assumed }) => html`
      <button type="button" class="chip ${assumed ? "assumed" : ""}" aria-expanded=${path === editing ? "true" : "false"}
        @click=${() => tap(path)}>${says}${assumed ? html` <span class="faint">${say("assumed")}</span>` : nothing}</button>`)}
  </div>` : nothing);

/**
 * What changes one fact: a button a value, a stepper, a field; what none of these can hold is told in the position.
 *
 * @param {object} fact
 * @param {import("../core/facts.js").Shape} fact.shape
 * @param {unknown} fact.value
 * @param {import("../types").Words | undefined} fact.words
 * @param {"it" | "en"} fact.language
 * @param {string | undefined} fact.position the address where the whole position is told
 * @param {string} [fact.question] where it is asked for
 * @param {(value: unknown) => void} take `undefined`: it is not known
 * @param {() => void} [close] where it was told
 */
export const factEditor = ({ shape, value, words, language, position, question }, take, close) => html`
  <fieldset class="asks" lang=${language}>
    <legend>${question ?? labelOf(words, shape, language)}</legend>
    <div class="row">
      ${shape.kind === "number" ? stepper(shape, value, take) : nothing}
      ${shape.kind === "text" ? textField(value, take) : nothing}
      ${valueButtons(shape.values, value, (one) => valueWords(one, words, language), take)}
      ${shape.kind === "other" && position ? html`<a class="button" href=${position} data-page>${say("form")}</a>` : nothing}
    </div>
    ${close ? html`
      <div class="row">
        <button type="button" class="quiet" @click=${() => take(undefined)}>${say("drop")}</button>
        <button type="button" class="quiet" @click=${close}>${say("done")}</button>
      </div>` : nothing}
  </fieldset>`;

/** @param {unknown[]} values @param {unknown} value @param {(value: unknown) => string} name @param {(value: unknown) => void} take */
const valueButtons = (values, value, name, take) => (values.length <= MOST_BUTTONS
  ? values.map((one) => html`
      <button type="button" aria-pressed=${one === value ? "true" : "false"} @click=${() => take(one)}>${name(one)}</button>`)
  : html`
      <select aria-label=${say("choose")} @change=${(/** @type {any} */ event) => take(values[event.target.value])}>
        <option value="" disabled ?selected=${!values.includes(value)}>${say("choose")}</option>
        ${values.map((one, at) => html`<option value=${at} ?selected=${one === value}>${name(one)}</option>`)}
      </select>`);

/** @param {{ low?: number, high?: number }} bounds @param {unknown} value @param {(value: number) => void} take */
export function stepper({ low, high }, value, take) {
  const now = typeof value === "number" ? value : low ?? 0;
  const within = (/** @type {number} */ one) => Math.min(Math.max(one, low ?? -Infinity), high ?? Infinity);
  return html`
    <span class="stepper">
      <button type="button" aria-label=${say("less")} ?disabled=${now <= (low ?? -Infinity)}
        @click=${() => take(within(now - 1))}>−</button>
      <input type="number" inputmode="numeric" min=${low ?? nothing} max=${high ?? nothing} .value=${unlessWriting(String(now))}
        @change=${(/** @type {any} */ event) => take(within(Math.round(event.target.valueAsNumber) || 0))}>
      <button type="button" aria-label=${say("more")} ?disabled=${now >= (high ?? Infinity)}
        @click=${() => take(within(now + 1))}>+</button>
    </span>`;
}

/** @param {unknown} value @param {(value: string) => void} take */
const textField = (value, take) => html`
  <input type="text" .value=${unlessWriting(String(value ?? ""))}
    @change=${(/** @type {any} */ event) => event.target.value.trim() && take(event.target.value.trim())}>`;

/**
 * @typedef {object} Option an answer to a question
 * @property {string} says
 * @property {string} [leads] what it leads to, in a word
 * @property {() => void} take
 *
 * @param {string} question @param {Option[]} options @param {"it" | "en"} language
 */
export const questionAsked = (question, options, language) => html`
  <fieldset class="asks" lang=${language}>
    <legend>${question}</legend>
    <div class="options">${options.map(({ says, leads, take }) => html`
      <button type="button" @click=${take}><span>${says}</span>${leads ? html` <span class="leads">→ ${leads}</span>` : nothing}</button>`)}
    </div>
  </fieldset>`;

/**
 * The answers that the branches of a ruling wait for, each value a button of its own where they are few.
 *
 * @param {import("../types").Branch[]} branches
 * @param {(value: unknown) => string} name
 * @param {(value: unknown) => void} take a number stands for the bounds it lies within
 * @returns {Option[]}
 */
export function optionsOf(branches, name, take) {
  const apart = branches.flatMap(({ values }) => values).length <= MOST_BUTTONS;
  return branches.flatMap((branch) => {
    const leads = branch.answer?.says;
    const plain = branch.values.every((one) => one === null || typeof one !== "object");
    if (plain && apart && branch.values.length > 1)
      return branch.values.map((one) => ({ says: capital(name(one)), leads, take: () => take(one) }));
    return [{ says: capital(branch.says), leads, take: () => take(branch.values[0]) }];
  });
}
