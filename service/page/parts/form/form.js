// @ts-check
/**
 * A form for any position, made from the JSON schema of its states and the words of their facts. Nothing is required.
 *
 * @typedef {import("./schema.js").Field} Field
 * @typedef {import("./schema.js").Node} Node
 *
 * @typedef {object} Marks what is to be seen beside a fact, by its path
 * @property {string} [asked] the fact that is asked for now
 * @property {Map<string, string>} [assumed] facts that were taken as usual, in words
 * @property {Map<string, string>} [told] what was told, where the value is only one of those that it stands for
 * @property {Map<string, string>} [faults]
 *
 * @typedef {object} Form
 * @property {any} schema
 * @property {import("../../types").Words | undefined} words
 * @property {any} state
 * @property {(path: string, value: unknown) => void} change `undefined`: it is not told
 * @property {() => void} redraw draws the form again where only the form itself has changed
 * @property {Marks} [marks]
 * @property {string} [place] tells apart several forms of one position on a screen
 *
 * @typedef {object} Fact a fact in a form
 * @property {string} path
 * @property {Node} node
 * @property {any} value
 * @property {string} label
 * @property {unknown} [usual]
 */

import { labelOf, valueAt, valueWords } from "../../core/facts.js";
import { settings } from "../../core/settings.js";
import { wording } from "../../core/wording.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { cardControl } from "./card.js";
import { choiceControl } from "./choice.js";
import { entryName, listControl } from "./list.js";
import { numberControl } from "./number.js";
import { placesAlong, rootOf } from "./schema.js";
import { textControl } from "./text.js";

const say = wording({
  usual: { it: "Di solito è così", en: "What is usual" },
  some: { it: "c’è", en: "there is one" },
  assumed: { it: "dato per consueto: {value}", en: "taken as usual: {value}" },
  asked: { it: "È questo che decide", en: "This is what decides" },
  told: { it: "detto come: {value}", en: "told as: {value}" },
  drop: { it: "Non detto: {label}", en: "Not told: {label}" },
});

/** @param {Form} form */
export const form = (form) => html`<div class="facts">${fieldsOf(form, "", rootOf(form.schema), form.state)}</div>`;

/** The control of one fact alone. @param {Form} form @param {string} path */
export function oneFact(form, path) {
  const place = placesAlong(form.schema, form.state, path).at(-1);
  return place && html`<div class="facts">${control(form, {
    path, node: place.node, value: valueAt(form.state, path), label: nameOf(form, place), usual: place.field?.usual,
  })}</div>`;
}

/** What a fact is called, with all that it is a part of. @param {Pick<Form, "schema" | "state" | "words">} form @param {string} path */
export const namesAlong = (form, path) => {
  const along = placesAlong(form.schema, form.state, path);
  return along.filter((_, at) => along[at + 1]?.number === undefined).map((place) => nameOf(form, place));
};

/** @param {Pick<Form, "words">} form @param {import("./schema.js").Place} place */
function nameOf({ words }, { field, number }) {
  const label = field ? labelOf(words, /** @type {any} */ (field), settings.language) : "";
  return number === undefined ? label : entryName(label, number);
}

/** Opens whatever a fact is folded into, and goes there. @param {string} path @param {string} [place] */
export function reveal(path, place = "") {
  const element = document.getElementById(idOf({ place }, path));
  for (let around = element?.parentElement; around; around = around.parentElement)
    if (around instanceof HTMLDetailsElement) around.open = true;
  element?.scrollIntoView({ block: "center" });
  /** @type {HTMLElement | null | undefined} */ (element?.querySelector("button, input, select"))?.focus({ preventScroll: true });
}

/** @param {Pick<Form, "place">} form @param {string} path */
export const idOf = ({ place = "" }, path) => `fact:${place}${path}`;

/**
 * The facts of an object: what has to be told to rule, then, folded, what is usual.
 *
 * @param {Form} form @param {string} path @param {Node} node @param {any} value
 */
export function fieldsOf(form, path, node, value) {
  const facts = (node.fields ?? []).map((field) => {
    const inner = path ? `${path}.${field.name}` : field.name;
    return { hasUsual: field.hasUsual, fact: factOf(form, field, inner, value?.[field.name]) };
  });
  const usual = facts.filter(({ hasUsual }) => hasUsual).map(({ fact }) => fact);
  const isOpen = usual.some(({ path: inner, value: told }) => told !== undefined || isMarked(form, inner));
  return html`
    ${facts.filter(({ hasUsual }) => !hasUsual).map(({ fact }) => row(form, fact))}
    ${usual.length === 0 ? nothing : usual.length === facts.length ? usual.map((fact) => row(form, fact)) : html`
      <details class="usual" ?open=${isOpen}>
        <summary>${say("usual")} <span class="faint">${usual.map(({ label }) => label).join(", ")}</span></summary>
        <div class="facts">${usual.map((fact) => row(form, fact))}</div>
      </details>`}`;
}

/** @param {Form} form @param {Field} field @param {string} path @param {any} value @returns {Fact} */
const factOf = ({ words }, field, path, value) =>
  ({ path, node: field.node, value, label: labelOf(words, /** @type {any} */ (field), settings.language), usual: field.usual });

/** @param {Form} form @param {string} path */
const isMarked = ({ marks }, path) =>
  [marks?.asked, ...(marks?.faults?.keys() ?? [])].some((one) => one === path || one?.startsWith(`${path}.`) || one?.startsWith(`${path}[`));

/** A fact with its name and whatever there is to say of it. @param {Form} form @param {Fact} fact */
export function row(form, fact) {
  const { path, node, value, label } = fact;
  const { marks, change } = form;
  const id = idOf(form, path);
  const [assumed, told, fault] = [marks?.assumed?.get(path), marks?.told?.get(path), marks?.faults?.get(path)];
  const isAsked = marks?.asked === path;
  const isLarge = ["object", "kinds", "list"].includes(node.kind);
  return html`
    <div class="fact ${isLarge ? "large" : ""} ${isAsked ? "asked" : ""} ${assumed ? "assumed" : ""} ${fault ? "wrong" : ""}"
      role="group" id=${id} aria-labelledby="${id}:label" aria-describedby="${id}:note">
      <div class="about">
        <span class="label" id="${id}:label">${label}</span>
        ${value === undefined || !isDropped(node) ? nothing : html`
          <button type="button" class="drop" aria-label=${say("drop", { label })} @click=${() => change(path, undefined)}>×</button>`}
        <span class="note" id="${id}:note">
          ${isAsked ? html`<span class="asking">${say("asked")}</span>` : nothing}
          ${assumed ? html`<span>${say("assumed", { value: assumed })}</span>` : nothing}
          ${told ? html`<span>${say("told", { value: told })}</span>` : nothing}
          ${fault ? html`<strong>${fault}</strong>` : nothing}
        </span>
      </div>
      ${control(form, fact)}
    </div>`;
}

/** Whether it takes a button of its own to tell it no more; where one value is pressed, pressing it again does. @param {Node} node */
const isDropped = ({ kind }) => ["number", "text", "list"].includes(kind);

/** @param {Form} form @param {Fact} fact @returns {unknown} */
function control(form, fact) {
  switch (fact.node.kind) {
    case "choice": return choiceControl(form, fact);
    case "number": return numberControl(form, fact);
    case "text": return textControl(form, fact);
    case "card": return cardControl(form, fact);
    case "list": return listControl(form, fact);
    case "kinds": return kindsControl(form, fact);
    case "object": return objectControl(form, fact);
    default: throw new TypeError(`${fact.path}: there is no control for what may stand there`);
  }
}

/** An object; one that may be absent is said to be there or not before its facts. @param {Form} form @param {Fact} fact */
function objectControl(form, { path, node, value }) {
  const mayBeAbsent = node.values.includes(null);
  return html`
    ${mayBeAbsent ? pressedOne([
      { says: valueWords(null, form.words, settings.language), is: value === null, value: null },
      { says: say("some"), is: Boolean(value), value: value || {} },
    ], (one) => form.change(path, one)) : nothing}
    ${mayBeAbsent && !value ? nothing : html`<div class="facts inner">${fieldsOf(form, path, node, value)}</div>`}`;
}

/** One object of several kinds: first which, then its facts. @param {Form} form @param {Fact} fact */
function kindsControl(form, { path, node, value }) {
  const kinds = (node.kinds ?? []).flatMap((kind) => (kind.constant ? [{ kind, name: kind.constant.name, constant: kind.constant.node.values[0] }] : []));
  const taken = kinds.find(({ name, constant }) => value?.[name] === constant);
  return html`
    ${pressedOne([
      ...node.values.map((one) => ({ says: valueWords(one, form.words, settings.language), is: value === one, value: one })),
      ...kinds.map((one) => ({ says: valueWords(one.constant, form.words, settings.language), is: one === taken, value: { [one.name]: one.constant } })),
    ], (one) => form.change(path, one))}
    ${taken ? html`<div class="facts inner">${fieldsOf(form, path, taken.kind, value)}</div>` : nothing}`;
}

/**
 * Buttons of which one is pressed; pressed again, nothing is told.
 *
 * @param {{ says: string, is: boolean, value: unknown, usual?: boolean }[]} choices @param {(value: unknown) => void} take
 */
export const pressedOne = (choices, take) => html`
  <span class="segments">${choices.map(({ says, is, value, usual }) => html`
    <button type="button" class=${usual ? "by-default" : nothing} aria-pressed=${is ? "true" : "false"}
      @click=${() => take(is ? undefined : value)}>${says}</button>`)}</span>`;
