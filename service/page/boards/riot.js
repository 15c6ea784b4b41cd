// @ts-check
/**
 * A riot of V-Wars: the city with its troops, the cards as they are turned over, and the Vampire Victory track.
 *
 * @typedef {"human" | "vampire"} Side
 * @typedef {object} Tally a side's combat strength, as far as the ruling has counted it
 * @property {number} troops
 * @property {number} cards
 * @typedef {object} Turned what one card did
 * @property {boolean} faceUp
 * @property {number} removed
 * @property {number} wasted
 */

import { valueAt, valueWords, withValue } from "../core/facts.js";
import { settings } from "../core/settings.js";
import { wording } from "../core/wording.js";
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { choices, counter, flag, labelIn, numberIn, openSheet, replaced, toggled, written } from "./pieces.js";

const say = wording({
  city: { it: "La città", en: "The city" },
  control: { it: "La città è di", en: "Held by" },
  marker: { it: "Vampiri", en: "Vampires" },
  none: { it: "Umani", en: "Humans" },
  humanTroops: { it: "Truppe umane", en: "Human troops" },
  vampireTroops: { it: "Truppe vampire", en: "Vampire troops" },
  addHuman: { it: "Aggiungi una truppa umana", en: "Add one Human troop" },
  removeHuman: { it: "Togli una truppa umana", en: "Remove one Human troop" },
  addVampire: { it: "Aggiungi una truppa vampira", en: "Add one Vampire troop" },
  removeVampire: { it: "Togli una truppa vampira", en: "Remove one Vampire troop" },
  leaves: { it: "ne restano {left}", en: "{left} left" },
  here: { it: "Sotto legge marziale", en: "Under Martial Law" },
  region: { it: "Legge marziale nella regione", en: "Martial Law in the region" },
  yes: { it: "Sì", en: "Yes" },
  no: { it: "No", en: "No" },
  deck: { it: "Il mazzo Regione, carta per carta", en: "The Region deck, card by card" },
  order: {
    it: "Tutte, con la carta rivolta, nell’ordine in cui si girano.",
    en: "All of them, the Riot card too, in the order they are turned.",
  },
  turn: { it: "Gira {card}", en: "Turn {card}" },
  takeBack: { it: "Riprendi {card}, l’ultima", en: "Take back {card}, the last one" },
  tray: { it: "Gira la prossima", en: "Turn the next one" },
  other: { it: "Un altro numero…", en: "Another number…" },
  up: { it: "resta", en: "stays" },
  removes: { it: "toglie {removed}", en: "removes {removed}" },
  never: { it: "non si gira", en: "not turned" },
  strength: { it: "Forza", en: "Strength" },
  sum: { it: "{troops} truppe + {cards} dalle carte", en: "{troops} troops + {cards} from cards" },
  wins: { it: "vince", en: "wins" },
  massacre: { it: "massacro", en: "Massacre" },
  track: { it: "Il tracciato vittoria", en: "The Vampire Victory track" },
  tokens: { it: "Segnalini simpatia", en: "Sympathy tokens" },
  addToken: { it: "Metti un segnalino simpatia", en: "Put one Sympathy token on" },
  removeToken: { it: "Togli un segnalino simpatia", en: "Take one Sympathy token off" },
  victory: { it: "Segnalino Vittoria", en: "Victory marker" },
  forward: { it: "Segnalino Vittoria avanti di uno", en: "Victory marker one space on" },
  back: { it: "Segnalino Vittoria indietro di uno", en: "Victory marker one space back" },
  drawn: {
    it: "Simpatia {tokens}, segnalino Vittoria {marker}, ultimo spazio visibile {last}",
    en: "Sympathy {tokens}, Victory marker {marker}, last visible space {last}",
  },
  after: { it: "Dopo: {says}", en: "After: {says}" },
  rally: { it: "Se chi difende recupera", en: "If the defender rallies" },
  chooses: { it: "Chi difende sceglie", en: "The defender chooses" },
  human: { it: "Umano", en: "Human" },
  infected: { it: "Infetto", en: "Infected" },
  awakened: { it: "Chi si risveglia ha la carta", en: "The one awakened holds" },
  rarely: { it: "Personaggi e agenzia di stampa", en: "Roles and the news agency" },
});

const TRAY = [1, 2, 3, 4, 5, 6];
const SPACES = 16;
const TO_WIN = 6;
const MASSACRE = 8;
const MARTIAL_LAW_TOKENS = 6;
const SIDES = /** @type {const} */ (["human", "vampire"]);
const COLOURS = /** @type {const} */ ({ human: "white", vampire: "red" });

/** @type {import("./index.js").Board} */
export function board({ state, change, words, ruling, language = settings.language }) {
  /** @param {string} path @param {unknown} value */
  const put = (path, value) => change(withValue(state, path, value));
  const at = (/** @type {string} */ path) => valueAt(state, path);
  const named = (/** @type {unknown} */ value) => valueWords(value, words, language);
  const outcome = /** @type {any} */ (ruling?.outcome ?? {});
  const { tallies, turned } = fought(ruling?.steps ?? []);
  return html`
    <div class="board riot">
      <section aria-labelledby="riot-city">
        <h2 id="riot-city">${say("city")}</h2>
        <div class="line"><span>${say("control")}</span>
          ${choices(say("control"), [[false, say("none")], [true, say("marker")]], at("city.vampire_control"),
            (value) => put("city.vampire_control", value))}</div>
        <div class="camps">
          ${camp("human", at("city.human_troops"), numberIn(outcome.human_troops), tallies.human, outcome,
            (value) => put("city.human_troops", value))}
          ${camp("vampire", at("city.vampire_troops"), numberIn(outcome.vampire_troops), tallies.vampire, outcome,
            (value) => put("city.vampire_troops", value))}
        </div>
        <div class="line">${flag(say("here"), at("city.martial_law"), (value) => put("city.martial_law", value))}</div>
        <div class="line"><span>${say("region")}</span>
          ${choices(say("region"), [[true, say("yes")], [false, say("no")]], at("city.region_martial_law"),
            (value) => put("city.region_martial_law", value))}</div>
      </section>
      ${deck(/** @type {string[] | undefined} */ (at("cards")), turned, named, (cards) => put("cards", cards))}
      ${track(at("track.sympathy_tokens"), at("track.victory_marker"), outcome, put)}
      ${rally(at, put, words, language, outcome)}
      <details class="fold">
        <summary>${say("rarely")}</summary>
        <div class="row">
          ${["brad", "grace", "ronald"].map((role) => flag(named(role),
            /** @type {string[] | undefined} */ (at("vampire_roles"))?.includes(role),
            () => put("vampire_roles", toggled(/** @type {string[] | undefined} */ (at("vampire_roles")), role))))}
          ${flag(labelIn(words, "Riot.news_agency", language), at("news_agency"), (value) => put("news_agency", value))}
        </div>
      </details>
    </div>`;
}

/** The fight as the ruling's steps tell it. @param {import("../types").Step[]} steps */
function fought(steps) {
  /** @type {Record<Side, Tally | undefined>} */
  const tallies = { human: undefined, vampire: undefined };
  /** @type {Turned[]} */
  const turned = [];
  const facts = /** @type {any} */ ({});
  for (const { rule, branch, facts: told } of steps) {
    Object.assign(facts, told);
    const card = turned.at(-1);
    switch (`${rule} ${branch}`) {
      case "VW-8.1 breaks-out":
        for (const side of SIDES) tallies[side] = { troops: facts[side], cards: 0 };
        break;
      case "VW-8.9 counts-for":
        turned.push({ faceUp: false, removed: 0, wasted: 0 });
        break;
      case "VW-8.10 removes-troops":
        if (card) card.removed = facts.removed;
        withTroops(tallies, facts.side, facts.left);
        break;
      case "VW-8.12 excess-wasted":
        if (card) card.wasted = facts.wasted;
        break;
      case "VW-8.13 stays-face-up":
        if (card) card.faceUp = true;
        break;
      case "VW-8.3 adds-up":
        tallies[/** @type {Side} */ (facts.side)] = { troops: facts.troops, cards: facts.cards };
    }
  }
  return { tallies, turned };
}

/** @param {Record<Side, Tally | undefined>} tallies @param {Side} side @param {number} troops */
function withTroops(tallies, side, troops) {
  tallies[side] = { troops, cards: tallies[side]?.cards ?? 0 };
}

/**
 * A side in the city: its troops as pieces, and its strength when the cards are turned.
 *
 * @param {Side} side @param {unknown} troops @param {number | undefined} left @param {Tally | undefined} tally
 * @param {any} outcome @param {(value: number) => void} take
 */
function camp(side, troops, left, tally, outcome, take) {
  const human = side === "human";
  const label = say(human ? "humanTroops" : "vampireTroops");
  const there = numberIn(troops);
  const strength = tally ? tally.troops + tally.cards : undefined;
  const won = outcome.winner === side;
  return html`
    <div class="camp" data-side=${side} data-won=${won ? "" : nothing}>
      <h3>${label}</h3>
      <p class="pieces" aria-hidden="true">${Array.from({ length: Math.min(there ?? 0, 12) }, (_, at) => html`
        <span class="troop ${left !== undefined && at >= left ? "gone" : ""}"></span>`)}</p>
      ${counter({
        label, value: troops,
        less: say(human ? "removeHuman" : "removeVampire"), more: say(human ? "addHuman" : "addVampire"),
      }, take)}
      ${left !== undefined && left !== there ? html`<p class="result">${say("leaves", { left })}</p>` : nothing}
      ${tally ? html`
        <p class="strength"><span class="faint">${say("strength")}</span> <strong>${strength}</strong>
          ${won ? html`<em>${say("wins")}${outcome.massacre === true ? html` · ${say("massacre")}` : nothing}</em>` : nothing}</p>
        ${scale(/** @type {number} */ (strength))}
        <p class="faint">${say("sum", { troops: tally.troops, cards: tally.cards })}</p>` : nothing}
    </div>`;
}

/** How far a strength is from six, which wins, and from eight, which is a Massacre. @param {number} strength */
const scale = (strength) => html`
  <svg class="scale" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect class="ground" width="100" height="10"></rect>
    <rect class="reached" width=${Math.min(strength, 10) * 10} height="10"></rect>
    <line x1=${TO_WIN * 10} x2=${TO_WIN * 10} y2="10"></line>
    <line class="late" x1=${MASSACRE * 10} x2=${MASSACRE * 10} y2="10"></line>
  </svg>`;

/**
 * The cards turned over, in a row, and the tray they come from.
 *
 * @param {string[] | undefined} cards @param {Turned[]} turned @param {(value: unknown) => string} named
 * @param {(cards: string[]) => void} take
 */
function deck(cards, turned, named, take) {
  const last = (cards?.length ?? 0) - 1;
  const turn = (/** @type {string} */ card) => take([...(cards ?? []), card]);
  return html`
    <section aria-labelledby="riot-deck">
      <h2 id="riot-deck">${say("deck")}</h2>
      <p class="faint">${say("order")}</p>
      ${cards?.length ? html`
        <ol class="cards">${cards.map((card, at) => html`
          <li>${at === last
            ? html`<button type="button" class="card-button" aria-label=${say("takeBack", { card: nameOf(card, named) })}
                @click=${() => take(replaced(cards, at))}>${face(card, turned[at])}</button>`
            : html`<span class="unseen">${nameOf(card, named)}</span>${face(card, turned[at])}`}
            <span class="did">${turned.length ? did(turned[at]) : nothing}</span></li>`)}</ol>` : nothing}
      <h3>${say("tray")}</h3>
      ${SIDES.map((side) => html`
        <div class="tray">${TRAY.map((number) => {
          const card = `${COLOURS[side]} ${number}`;
          return html`<button type="button" class="card-button" aria-label=${say("turn", { card: nameOf(card, named) })}
            @click=${() => turn(card)}>${face(card)}</button>`;
        })}</div>`)}
      <button type="button" class="quiet" @click=${() => openSheet(say("other"), (close) => otherNumber(named, (card) => {
        close();
        turn(card);
      }))}>${say("other")}</button>
    </section>`;
}

/** @param {(value: unknown) => string} named @param {(card: string) => void} turn */
const otherNumber = (named, turn) => html`
  <form class="row" @submit=${(/** @type {any} */ event) => {
    event.preventDefault();
    turn(`${event.submitter.value} ${event.target.elements.number.valueAsNumber}`);
  }}>
    <input type="number" name="number" aria-label=${say("strength")} inputmode="numeric" min="1" max="99" value="7" required>
    ${SIDES.map((side) => html`<button value=${COLOURS[side]}>${named(COLOURS[side])}</button>`)}
  </form>`;

/** @param {string} card @param {(value: unknown) => string} named */
const nameOf = (card, named) => card.split(" ").map(named).join(" ");

/** @param {string} card @param {Turned} [done] */
function face(card, done) {
  const [colour, number] = card.split(" ");
  return html`<span class="player-card" data-suit=${colour} data-down=${done && !done.faceUp ? "" : nothing}
    aria-hidden="true">${number}</span>`;
}

/** @param {Turned | undefined} done */
const did = (done) => (!done ? say("never") : done.faceUp ? say("up") : say("removes", { removed: done.removed }));

/**
 * The track with what lies on it, and where it stands when the riot is over.
 *
 * @param {unknown} tokens @param {unknown} marker @param {any} outcome @param {(path: string, value: unknown) => void} put
 */
function track(tokens, marker, outcome, put) {
  const covered = numberIn(tokens);
  const stands = numberIn(marker);
  const after = { tokens: numberIn(outcome.sympathy_tokens), marker: numberIn(outcome.victory_marker) };
  const moved = after.tokens !== undefined && after.marker !== undefined
    && (after.tokens !== covered || after.marker !== stands);
  const says = (/** @type {any} */ sympathy, /** @type {any} */ victory) => say("drawn", {
    tokens: written(sympathy), marker: written(victory), last: typeof sympathy === "number" ? SPACES - sympathy : "?",
  });
  return html`
    <section aria-labelledby="riot-track">
      <h2 id="riot-track">${say("track")}</h2>
      <svg class="track" viewBox="0 0 328 84" role="img" aria-label=${says(tokens, marker)}>
        ${Array.from({ length: SPACES }, (_, at) => space(at + 1, covered, stands, moved ? after : {}))}
      </svg>
      ${moved ? html`<p class="result">${say("after", { says: says(after.tokens, after.marker) })}</p>` : nothing}
      <div class="pair">
        <div><h3>${say("tokens")}</h3>
          ${counter({ label: say("tokens"), value: tokens, high: SPACES, less: say("removeToken"), more: say("addToken") },
            (value) => put("track.sympathy_tokens", value))}</div>
        <div><h3>${say("victory")}</h3>
          ${counter({ label: say("victory"), value: marker, high: SPACES, less: say("back"), more: say("forward") },
            (value) => put("track.victory_marker", value))}</div>
      </div>
    </section>`;
}

/**
 * @param {number} number @param {number | undefined} tokens @param {number | undefined} marker
 * @param {{ tokens?: number, marker?: number }} after
 */
function space(number, tokens, marker, after) {
  const [x, y] = [((number - 1) % 8) * 41, number > 8 ? 43 : 1];
  const covered = tokens !== undefined && number > SPACES - tokens;
  const willBe = after.tokens === undefined ? covered : number > SPACES - after.tokens;
  return svg`
    <g class="space" transform="translate(${x} ${y})">
      <rect x="1" width="38" height="38" rx="4"></rect>
      <text x="20" y="25">${number}</text>
      ${covered || willBe ? svg`<circle class="token ${covered === willBe ? "" : covered ? "gone" : "new"}"
        cx="20" cy="19" r="16"></circle>` : nothing}
      ${number === marker || number === after.marker ? svg`<path class="marker ${number === marker
        ? after.marker !== undefined && after.marker !== marker ? "gone" : "" : "new"}" d="M20 3 34 19 20 35 6 19Z"></path>
        <text class="on-marker" x="20" y="25">${number}</text>` : nothing}
    </g>`;
}

/**
 * What a rally depends on: folded away until there is one.
 *
 * @param {(path: string) => unknown} at @param {(path: string, value: unknown) => void} put
 * @param {import("../types").Words | undefined} words @param {"it" | "en"} language @param {any} outcome
 */
function rally(at, put, words, language, outcome) {
  const named = (/** @type {unknown} */ value) => valueWords(value, words, language);
  const label = (/** @type {string} */ field) => labelIn(words, `RallyFacts.${field}`, language);
  const options = /** @type {string[]} */ (outcome.options ?? ["martial-law", "sympathy", "reveal", "awaken"]);
  return html`
    <details class="fold" ?open=${outcome.options !== undefined || at("rally.choice") !== undefined}>
      <summary>${say("rally")}</summary>
      <div class="stack">
        <div class="line"><span>${label("martial_law_tokens")}</span>
          ${counter({ label: label("martial_law_tokens"), value: at("rally.martial_law_tokens"), high: MARTIAL_LAW_TOKENS },
            (value) => put("rally.martial_law_tokens", value))}</div>
        <div class="line"><span>${label("vampire")}</span>
          ${choices(label("vampire"), [["hidden", named("hidden")], ["public", named("public")]], at("rally.vampire"),
            (value) => put("rally.vampire", value))}</div>
        <div class="line"><span>${say("chooses")}</span>
          ${choices(say("chooses"), options.map((one) => [one, named(one)]), at("rally.choice"),
            (value) => put("rally.choice", value))}</div>
        ${at("rally.choice") === "awaken" ? html`
          <div class="line"><span>${say("awakened")}</span>
            ${choices(say("awakened"), [["human", say("human")], ["infected", say("infected")]], at("rally.awakened"),
              (value) => put("rally.awakened", value))}</div>
          <div class="line"><span>${label("awakened_in_same_city")}</span>
            ${choices(label("awakened_in_same_city"), [[true, say("yes")], [false, say("no")]],
              at("rally.awakened_in_same_city"), (value) => put("rally.awakened_in_same_city", value))}</div>` : nothing}
      </div>
    </details>`;
}
