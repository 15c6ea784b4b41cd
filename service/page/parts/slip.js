// @ts-check
/**
 * The slip of paper a ruling is given on: its word in large type, why, and whatever follows.
 *
 * @typedef {"yes" | "no" | "value" | "explained" | "depends" | "silent" | "unsure" | "foreign"} Kind
 */

import { html, nothing } from "../vendor/lit-html/lit-html.js";

const LONGEST_WORD = 18;

/**
 * @param {{ kind: Kind, word: string, why?: unknown, lang?: string }} ruling
 * @param {unknown} [rest] what stands below, on the same slip
 */
export const slip = ({ kind, word, why, lang }, rest) => html`
  <section class="slip" data-kind=${kind} lang=${lang ?? nothing}>
    ${word ? html`<p class="word ${word.length > LONGEST_WORD ? "long" : ""}">${word}</p>` : nothing}
    ${why ? html`<p class="why">${why}</p>` : nothing}
    ${rest ?? nothing}
  </section>`;
