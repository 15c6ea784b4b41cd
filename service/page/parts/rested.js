// @ts-check
/** The conflicts of the texts that a ruling rests on: the reading in use, the other one, and what that one gives. */

import { entry } from "../core/rulebook.js";
import { settings } from "../core/settings.js";
import { wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { booksOf } from "./conflicts.js";
import { differing, figureList } from "./ruling.js";
import { verdictWord } from "./verdict.js";

const say = wording({
  title: { it: "Su questo i testi non concordano", en: "Here the texts do not agree" },
  taken: { it: "lettura in uso", en: "reading in use" },
  other: { it: "altra lettura", en: "other reading" },
  gives: { it: "Così verrebbe: {verdict}", en: "That would give: {verdict}" },
  impossible: { it: "la posizione non può esistere", en: "the position cannot exist" },
  otherwise: { it: "Decidi con questa lettura", en: "Rule by this reading" },
});

/** @param {Pick<import("../types").Ruling, "rests_on" | "outcome_says">} ruling @param {(conflict: string, reading: string) => void} take @param {() => void} redraw */
export const restedOn = ({ rests_on, outcome_says }, take, redraw) => (rests_on.length ? html`
  <section class="stack"><h2>${say("title")}</h2>
    ${rests_on.map((one) => {
      const about = entry(one.conflict, redraw);
      const verdict = one.other_verdict ? verdictWord(one.other_verdict) : say("impossible");
      return html`
        <div class="card conflict"><div class="body">
          <h3><span class="id">${one.conflict}</span> ${one.about}</h3>
          <ul class="readings">
            <li aria-current="true">
              <p class="faint">${booksOf(about, one.taken)} <strong>${say("taken")}</strong></p><p>${one.taken_says}</p></li>
            <li>
              <p class="faint">${booksOf(about, one.other_reading)} ${say("other")}</p><p>${one.other_reading_says}</p>
              ${verdict ? html`<p>${say("gives", { verdict })}</p>` : nothing}
              ${figureList(differing(one.other_outcome_says, outcome_says))}
              <button type="button" @click=${() => take(one.conflict, one.other_reading)}>${say("otherwise")}</button>
            </li>
          </ul>
        </div></div>`;
    })}
  </section>` : nothing);
