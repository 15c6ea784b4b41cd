// @ts-check
/** Where the texts do not agree or are silent: a card each, with what each reading gives. */

import { bookOf, entry } from "../core/rulebook.js";
import { wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { allAbout } from "./rules.js";

const say = wording({
  conflict: { it: "Su questo i testi non concordano", en: "Here the texts do not agree" },
  gap: { it: "Su questo i testi tacciono", en: "Here the texts are silent" },
  taken: { it: "lettura in uso", en: "reading in use" },
  otherwise: { it: "Decidi con questa lettura", en: "Rule by this reading" },
});

/**
 * @typedef {object} Open
 * @property {string} id
 * @property {string | null} taken the reading in use
 * @property {import("../types").Answer["sentences"]} said what the answer says of it
 *
 * @param {Open[]} conflicts
 * @param {object} shown
 * @param {"it" | "en"} shown.language
 * @param {(conflict: string, reading: string) => void} [shown.take] rules by another reading
 * @param {() => void} redraw
 */
export function conflictCards(conflicts, shown, redraw) {
  const all = conflicts.map((one) => ({ ...one, about: entry(one.id, redraw) }));
  const isGap = (/** @type {typeof all[number]} */ { about, taken }) => taken === null || (about && !Object.keys(about.readings ?? {}).length);
  return [
    section(say("conflict"), all.filter((one) => !isGap(one)), shown),
    section(say("gap"), all.filter(isGap), shown),
  ];
}

/** @param {string} heading @param {(Open & { about?: import("../types").About })[]} cards @param {Parameters<typeof conflictCards>[1]} shown */
const section = (heading, cards, shown) => (cards.length ? html`
  <section class="stack"><h2>${heading}</h2>${cards.map((one) => card(one, shown))}</section>` : nothing);

/** @param {Open & { about?: import("../types").About }} conflict @param {Parameters<typeof conflictCards>[1]} shown */
const card = ({ id, taken, said, about }, { language, take }) => html`
  <details class="card conflict" id=${id} ?open=${said.length > 0} lang=${language}>
    <summary><span class="id">${id}</span> <span>${about?.title[language]}</span></summary>
    <div class="body">
      ${said.map(({ text }) => html`<p>${text}</p>`)}
      <p class=${said.length ? "faint" : nothing}>${about?.text[language]}</p>
      <ul class="readings">${Object.entries(about?.readings ?? {}).map(([reading, text]) => html`
        <li aria-current=${reading === taken ? "true" : nothing}>
          <p class="faint">${booksOf(about, reading)} ${reading === taken ? html`<strong>${say("taken")}</strong>` : nothing}</p>
          <p>${text[language]}</p>
          ${take && reading !== taken
            ? html`<button type="button" @click=${() => take(id, reading)}>${say("otherwise")}</button>` : nothing}
        </li>`)}
      </ul>
      ${allAbout(id, language)}
    </div>
  </details>`;

/** The books that state a reading. @param {import("../types").About | undefined} about @param {string} reading */
export const booksOf = (about, reading) =>
  Object.entries(about?.editions ?? {}).filter(([, stated]) => stated === reading)
    .map(([book]) => bookOf(/** @type {string} */ (about?.id), book)).join(", ");
