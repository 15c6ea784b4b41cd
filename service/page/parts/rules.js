// @ts-check
/** Rules as cards to tap open, and the ids that lead to them. */

import { wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

const say = wording({
  whole: { it: "Eccezioni, domande, rimandi", en: "Exceptions, questions, see also" },
});

/** Leads to all there is of a rule or a conflict. @param {string} id @param {"it" | "en"} [language] */
export const allAbout = (id, language) => html`<p><a class="all-about" href="/rules/${id}" data-page>${say("whole", {}, language)}</a></p>`;

/** The id of a rule; it opens the rule's card on this screen. @param {string} id */
export const cite = (id) => html`<a class="id" href="#${id}" @click=${(/** @type {Event} */ event) => {
  const card = /** @type {HTMLDetailsElement | null} */ (document.getElementById(id));
  if (!card) return;
  event.preventDefault();
  card.open = true;
  card.scrollIntoView({ block: "nearest" });
}}>${id}</a>`;

/**
 * @param {import("../types").Citation} rule
 * @param {{ open?: boolean, lang?: "it" | "en", book?: string }} [shown] `book`: the title of the source's document
 */
export const ruleCard = (rule, { open = false, lang, book } = {}) => {
  const { document: id, section, page, lines } = rule.source;
  const place = [book ?? id, section, page && `p. ${page}`, lines && `r. ${lines}`].filter(Boolean).join(", ");
  return html`
    <details class="card" id=${rule.rule} ?open=${open} lang=${lang ?? nothing}>
      <summary><span class="id">${rule.rule}</span> <span>${rule.title}</span></summary>
      <div class="body"><p>${rule.text}</p><p class="source">${place}</p>${allAbout(rule.rule, lang)}</div>
    </details>`;
};
