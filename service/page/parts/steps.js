// @ts-check
/** The steps of a ruling, each with the rule it applies, to be opened where it stands. */

import { bookOf, citation, entry } from "../core/rulebook.js";
import { settings } from "../core/settings.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** The rules that were opened. @type {Set<string>} */
const opened = new Set();

/** @param {import("../types").Step[]} steps @param {string} edition the one the table plays by; empty for none @param {() => void} redraw */
export const steps = (steps, edition, redraw) => html`
  <ol class="steps">${steps.map((step) => html`
    <li class=${step.bars ? "bars" : nothing}><div><span>${step.says}</span>
      <details class="rule" ?open=${opened.has(step.rule)} @toggle=${(/** @type {any} */ { target }) => {
        if (target.open === opened.has(step.rule)) return;
        if (target.open) opened.add(step.rule); else opened.delete(step.rule);
        redraw();
      }}>
        <summary class="id">${step.rule}</summary>
        ${opened.has(step.rule) ? ruleText(step.rule, edition, redraw) : nothing}
      </details></div></li>`)}
  </ol>`;

/** @param {string} id @param {string} edition @param {() => void} redraw */
function ruleText(id, edition, redraw) {
  const about = entry(id, redraw);
  if (!about) return nothing;
  const { title, text, source } = citation(about, settings.language, edition);
  return html`<div class="rule-text"><h3>${title}</h3><p>${text}</p>
    <p class="source">${bookOf(id, source.document)}, ${source.section}</p></div>`;
}
