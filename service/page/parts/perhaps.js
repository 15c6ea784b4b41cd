// @ts-check
/** The position that a question may hold, and what comes of it if it does: whoever asked says whether it is the one. */

import { wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

const say = wording({
  question: { it: "È questa la posizione?", en: "Is this the position?" },
  then: { it: "Allora: {says}", en: "Then: {says}" },
  yes: { it: "Sì: decidi", en: "Yes: rule on it" },
  no: { it: "Non proprio: correggila", en: "Not quite: change it" },
});

/**
 * @param {import("../types").Perhaps} perhaps @param {"it" | "en"} language
 * @param {string} positionHref where it is told in full @param {() => void} confirm
 */
export const perhapsBox = ({ understood, ruling: { answer } }, language, positionHref, confirm) => html`
  <fieldset class="asks perhaps" lang=${language}>
    <legend>${say("question", {}, language)}</legend>
    <ul class="stack">${understood.map(({ says }) => html`<li>${says}</li>`)}</ul>
    ${answer?.says ? html`<p>${say("then", { says: answer.says }, language)}</p>` : nothing}
    <div class="row">
      <button type="button" class="strong" @click=${confirm}>${say("yes", {}, language)}</button>
      ${positionHref ? html`<a class="button" href=${positionHref} data-page>${say("no", {}, language)}</a>` : nothing}
    </div>
  </fieldset>`;
