// @ts-check
/** The steps of a ruling, each with the rule it applies, to be opened where it stands. */

import { bookOf, citation, entry } from "../core/rulebook.js";
import { settings } from "../core/settings.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { allAbout } from "./rules.js";

/** The steps whose rule was opened. @type {Set<string>} */
const opened = new Set();

/** @param {import("../types").Step[]} steps @param {string} edition the one the table plays by; empty for none @param {() => void} redraw */
export const steps = (steps, edition, redraw) => html`
  <ol class="steps">${steps.map(({ rule, bars, says }) => {
    const key = `${rule} ${says}`;
    const isOpen = opened.has(key);
    return html`
      <li class=${bars ? "bars" : nothing}><div>${says} <button type="button" class="id" aria-expanded=${isOpen ? "true" : "false"}
        @click=${() => { if (!opened.delete(key)) opened.add(key); redraw(); }}>${rule}</button>
        ${isOpen ? ruleText(rule, edition, redraw) : nothing}</div></li>`;
  })}</ol>`;

/** @param {string} id @param {string} edition @param {() => void} redraw */
function ruleText(id, edition, redraw) {
  const about = entry(id, redraw);
  if (!about) return nothing;
  const { title, text, source } = citation(about, settings.language, edition);
  return html`<div class="rule-text"><h3>${title}</h3><p>${text}</p>
    <p class="source">${bookOf(id, source.document)}, ${source.section}</p>${allAbout(id)}</div>`;
}
