// @ts-check
/** Rules, conflicts and words of a game as they lead to each other. */

import { bookOf } from "../core/rulebook.js";
import { settings } from "../core/settings.js";
import { inLanguage, wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

const say = wording({
  asked: { it: "Domande al tavolo", en: "Asked at the table" },
});

/**
 * @typedef {import("../types").WholeGame} WholeGame
 * @typedef {import("../types").RuleText | import("../types").ConflictText} Text
 */

/** Every rule and conflict by its id, in the order of the book. @param {WholeGame} whole @returns {Map<string, Text>} */
export const textsOf = ({ chapters, conflicts }) =>
  new Map([...chapters.flatMap(({ rules }) => rules), ...conflicts].map((text) => [text.id, text]));

/** A rule or a conflict by its id and title; it leads to its own address. @param {Text} text */
export const linkTo = ({ id, title }) => html`
  <a class="to" href="/rules/${id}" data-page><span class="id">${id}</span> <span>${inLanguage(title)}</span></a>`;

/** @param {string} heading @param {string[]} ids @param {Map<string, Text>} texts */
export function related(heading, ids, texts) {
  const found = ids.flatMap((id) => texts.get(id) ?? []);
  return found.length ? html`
    <section class="related"><h2>${heading}</h2><ul>${found.map((text) => html`<li>${linkTo(text)}</li>`)}</ul></section>` : nothing;
}

/** Where a rule stands in its books. @param {import("../types").RuleText} rule */
export const sourceList = ({ id, source }) => html`
  <ul class="source">${source.map(({ document, section }) => html`<li>${bookOf(id, document)}, ${section}</li>`)}</ul>`;

/** Its questions with their answers. @param {Text} text */
export const questionList = ({ asks }) => html`
  <dl class="questions">${asks[settings.language].map(({ q, a }) => html`
    <div><dt>${q}</dt>${(typeof a === "string" ? [a] : Object.values(a)).map((one) => html`<dd>${one}</dd>`)}</div>`)}</dl>`;

/** The same, folded. @param {Text} text */
export const questionsFolded = (text) => (text.asks[settings.language].length ? html`
  <details class="asked-at-table"><summary>${say("asked")}</summary>${questionList(text)}</details>` : nothing);
