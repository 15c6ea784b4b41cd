// @ts-check
/** What can be ruled on: the procedures of the chosen game, or of all, to choose from. */

import { games, getOnce } from "../core/api.js";
import { gameCard } from "../core/rulebook.js";
import { plain } from "../core/search.js";
import { settings, tab } from "../core/settings.js";
import { loadStyle } from "../core/styles.js";
import { inLanguage, wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @typedef {import("../types").ProcedureCard} ProcedureCard */

const say = wording({
  title: { it: "Posizione", en: "Position" },
  lead: { it: "Di’ com’è il tavolo, quanto basta: la decisione arriva mentre tocchi.", en: "Say how the table stands, as far as it matters: the ruling comes as you tap." },
  search: { it: "Cerca", en: "Search" },
  placeholder: { it: "Es.: rivolta, movimento, bersaglio", en: "E.g. riot, move, target" },
  none: { it: "Nessuna posizione ha queste parole.", en: "No position has these words." },
});

/** The ones most often argued about; they stand first. */
const FIRST = ["vwars.riot", "doomtrooper.combat", "victory-honor.resolve-position", "village-attacks.monster-attack"];

/** @param {() => void} redraw @returns {Promise<import("../app.js").Screen>} */
export async function allPositions(redraw) {
  /** @type {[ProcedureCard[], ...unknown[]]} */
  const [procedures] = await Promise.all([getOnce("/v1/procedures?brief=true"), games(), loadStyle("position")]);
  let sought = tab.get("positions sought") ?? "";

  return {
    title: () => say("title"),
    view: () => {
      const words = plain(sought).split(/\s+/).filter(Boolean);
      const found = procedures.filter(({ game, summary }) =>
        (!settings.game || game === settings.game) && words.every((word) => plain(inLanguage(summary)).includes(word)));
      const isFirst = (/** @type {ProcedureCard} */ { id }) => !words.length && FIRST.includes(id);
      const gamesFound = [...new Set(found.map(({ game }) => game))];
      return html`
        <div class="stack"><h1>${say("title")}</h1><p class="faint">${say("lead")}</p></div>
        <label class="stack"><span class="unseen">${say("search")}</span>
          <input type="search" id="sought" autocomplete="off" placeholder=${say("placeholder")} .value=${sought}
            @input=${(/** @type {any} */ { target }) => { sought = target.value; tab.set("positions sought", sought); redraw(); }}></label>
        <p class="unseen" role="status">${found.length}</p>
        ${found.length ? nothing : html`<p>${say("none")}</p>`}
        ${found.some(isFirst) ? html`<ul class="headline">${found.filter(isFirst).map(({ id, game, summary }) => html`
          <li><a href="/position/${id}" data-page data-game=${game}>
            ${settings.game ? nothing : html`<span class="faint">${gameCard(game)?.name}</span>`}<span class="summary">${inLanguage(summary)}</span></a></li>`)}</ul>` : nothing}
        ${gamesFound.map((game) => {
          const list = html`<ul class="procedures">${found.filter((one) => one.game === game && !isFirst(one)).map(({ id, summary }) => html`
            <li><a href="/position/${id}" data-page>${inLanguage(summary)}</a></li>`)}</ul>`;
          return settings.game ? list : html`
            <details class="card" ?open=${words.length > 0}><summary>${gameCard(game)?.name}</summary><div class="body">${list}</div></details>`;
        })}`;
    },
  };
}
