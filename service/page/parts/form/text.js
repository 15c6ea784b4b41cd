// @ts-check
/** A name: of a card, a person, a place. Names that the position has already are offered. */

import { valueWords } from "../../core/facts.js";
import { settings } from "../../core/settings.js";
import { wording } from "../../core/wording.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { unlessWriting } from "../field.js";
import { idOf, pressedOne } from "./form.js";

const say = wording({ name: { it: "Nome, come vuoi", en: "A name, as you like" } });

/** @param {import("./form.js").Form} form @param {import("./form.js").Fact} fact */
export const textControl = (form, { path, node, value, label, usual }) => html`
  ${nameField(form, path, label, typeof value === "string" ? value : "", (text) => form.change(path, text || undefined))}
  ${node.values.length ? pressedOne(node.values.map((one) => ({
    says: valueWords(one, form.words, settings.language), is: value === one, value: one, usual: value === undefined && one === usual,
  })), (one) => form.change(path, one)) : nothing}`;

/**
 * @param {import("./form.js").Form} form @param {string} path @param {string} label @param {string} text
 * @param {(text: string) => void} write
 */
export function nameField(form, path, label, text, write) {
  const id = `${idOf(form, path)}:names`;
  const names = namesIn(form.state).filter((name) => name !== text);
  return html`
    <input type="text" autocomplete="off" enterkeyhint="done" placeholder=${say("name")} aria-label=${label}
      list=${names.length ? id : nothing} .value=${unlessWriting(text)}
      @change=${(/** @type {any} */ event) => write(event.target.value.trim())}>
    ${names.length ? html`<datalist id=${id}>${names.map((name) => html`<option value=${name}></option>`)}</datalist>` : nothing}`;
}

const NAMED = new Set(["name", "card", "player", "monster", "zone"]);

/** The names that a state gives to anything. @param {any} state @returns {string[]} */
export function namesIn(state) {
  /** @param {any} value @param {string} [field] @returns {string[]} */
  const inside = (value, field = "") => {
    if (typeof value === "string") return NAMED.has(field) ? [value] : [];
    if (value === null || typeof value !== "object") return [];
    return Object.entries(value).flatMap(([name, inner]) => inside(inner, Array.isArray(value) ? field : name));
  };
  return [...new Set(inside(state))];
}
