// @ts-check
/**
 * What a player of Victory & Honor may play now: the places that are covered, the colours opened, and the hand.
 *
 * @typedef {import("./battlefield.js").Seat} Seat
 * @typedef {import("./battlefield.js").Position} Position
 */

import { valueWords } from "../core/facts.js";
import { settings } from "../core/settings.js";
import { wording } from "../core/wording.js";
import { cite } from "../parts/rules.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { battlefield, POSITIONS, SEATS } from "./battlefield.js";
import { choices, flag, labelIn, openSheet, toggled } from "./pieces.js";
import { cardPicker, cardRow, colours, cube } from "./regiment-cards.js";

const say = wording({
  covered: { it: "{seat}, {position}: coperta da una carta", en: "{seat}, {position}: a card lies there" },
  empty: { it: "{seat}, {position}: libera", en: "{seat}, {position}: empty" },
  untold: { it: "{seat}, {position}: non detto", en: "{seat}, {position}: not told" },
  tap: { it: "Tocca i posti su cui c’è già una carta.", en: "Tap the places where a card lies already." },
  fresh: { it: "Nessuna carta in gioco: la fase comincia", en: "No card is played yet: the phase begins" },
  opened: { it: "{position}: {colour}", en: "{position}: {colour}" },
  unopened: { it: "non aperto", en: "not opened" },
  cubes: { it: "Colori aperti", en: "Colours opened" },
  hand: { it: "La mano", en: "The hand" },
  pick: { it: "Scegli le carte in mano", en: "Pick the cards in hand" },
  whole: { it: "È tutta la mano", en: "It is the whole hand" },
  done: { it: "Fatto", en: "Done" },
  before: { it: "L’ultima carta è andata", en: "The last card went to the" },
  first: { it: "è la prima", en: "it is the first" },
  scout: { it: "Un esploratore, e altro", en: "A scout, and more" },
  by: { it: "Chi ha giocato l’esploratore", en: "Who played the scout" },
  may: { it: "{position}: si può", en: "{position}: may be played" },
  barred: { it: "Che cosa è vietato", en: "What is barred" },
});

/** @type {import("./index.js").Board} */
export function board({ state, change, words, ruling, language = settings.language }) {
  const name = (/** @type {unknown} */ value) => valueWords(value, words, language);
  const label = (/** @type {string} */ field) => labelIn(words, field, language);
  /** @param {Record<string, unknown>} facts those that are undefined are not told any more */
  const put = (facts) => change(Object.fromEntries(Object.entries({ ...state, ...facts }).filter(([, value]) => value !== undefined)));
  const below = /** @type {Seat} */ (state.seat ?? "south");
  const outcome = /** @type {any} */ (ruling?.outcome ?? {});
  const ways = (/** @type {Position} */ position) => /** @type {[string, string[]][]} */ (Object.entries(outcome[position] ?? {}));

  /** @param {Seat} seat @param {Position} position */
  const place = (seat, position) => {
    const empty = /** @type {Position[] | undefined} */ (state.empty?.[seat]);
    const told = empty ? (empty.includes(position) ? "empty" : "covered") : "untold";
    const open = seat === below && ways(position).length > 0;
    return html`
      <button type="button" class="card-button" data-open=${open ? "" : nothing}
        aria-label=${say(told, { seat: name(seat), position: name(position) })}
        @click=${() => put({ empty: { ...state.empty, [seat]: inOrder(toggled(empty ?? POSITIONS, position)) } })}>
        ${told === "covered" ? html`<span class="regiment back" data-suit=${state.opened?.[position] ?? nothing}></span>`
          : html`<span class="hollow ${told}">${told === "untold" ? "?" : ""}</span>`}</button>`;
  };

  /** The colours opened, as the cubes on one's own board. */
  const cubes = html`
    <div class="cubes" role="group" aria-label=${say("cubes")}>${POSITIONS.map((position) => {
      const colour = state.opened?.[position];
      const says = say("opened", { position: name(position), colour: colour ? name(colour) : colour === null ? say("unopened") : "?" });
      return html`
        <button type="button" aria-label=${says} @click=${() => openSheet(name(position), (close) => html`
          <div>${colours(say("cubes"), colour, words, language, (next) => {
            close();
            put({ opened: { ...state.opened, [position]: next ?? null } });
          }, [null, say("unopened")])}</div>`)}>${colour === undefined ? "?" : cube(colour)}</button>`;
    })}</div>`;

  const hand = /** @type {string[]} */ (state.hand ?? []);
  const pickHand = () => {
    let [colour, held] = ["red", hand];
    openSheet(say("pick"), (close, redraw) => html`
      <div>
        ${cardPicker({ colour, held, words, language }, (one) => { colour = one; redraw(); },
          (card) => { held = toggled(held, card); redraw(); })}
        ${cardRow(held, words, language)}
        <button type="button" class="strong" @click=${() => { close(); put({ hand: held }); }}>${say("done")}</button>
      </div>`);
  };

  return html`
    <div class="board regiments">
      <div class="line"><span>${label("Turn.seat")}</span>
        ${choices(label("Turn.seat"), SEATS.map((one) => [one, name(one)]), state.seat, (seat) => put({ seat }))}</div>
      <p class="faint">${say("tap")}</p>
      ${battlefield({ below, place, middle: cubes, words, language })}
      <button type="button" class="quiet" @click=${() => put({ empty: Object.fromEntries(SEATS.map((seat) => [seat, POSITIONS])) })}>
        ${say("fresh")}</button>
      ${choices(label("mode"), [["partners", name("partners")], ["solo", name("solo")]], state.mode, (mode) => put({ mode }))}
      <div class="line"><span>${say("before")}</span>
        ${choices(say("before"), [...POSITIONS.map((one) => /** @type {const} */ ([one, name(one)])), [null, say("first")]],
          state.previous, (previous) => put({ previous }))}</div>
      <section aria-labelledby="regiments-hand">
        <h2 id="regiments-hand">${say("hand")}</h2>
        ${cardRow(hand, words, language)}
        <div class="row"><button type="button" @click=${pickHand}>${say("pick")}</button>
          ${flag(say("whole"), state.rest_of_hand?.length === 0, (whole) => put({ rest_of_hand: whole ? [] : undefined }))}</div>
      </section>
      ${POSITIONS.filter((position) => ways(position).length).map((position) => html`
        <section><h3>${say("may", { position: name(position) })}</h3>
          ${ways(position).map(([way, cards]) => html`
            <div class="line"><span>${name(way)}</span>${cardRow(cards, words, language)}</div>`)}</section>`)}
      ${outcome.barred?.length ? html`
        <details class="fold"><summary>${say("barred")}</summary>
          <div class="stack">${outcome.barred.map((/** @type {any} */ one) => html`
            <div class="line"><span>${name(one.position)} ${cite(one.rule)}</span>${cardRow(one.cards, words, language)}</div>`)}
          </div></details>` : nothing}
      <details class="fold" ?open=${Boolean(state.scout || state.filling_up)}>
        <summary>${say("scout")}</summary>
        <div class="stack">
          <div class="line"><span>${say("by")}</span>
            ${choices(say("by"), SEATS.map((one) => [one, name(one)]), state.scout?.by,
              (by) => put({ scout: by && { ...state.scout, by } }))}</div>
          <div class="line"><span>${label("ScoutOrder.position")}</span>
            ${choices(label("ScoutOrder.position"), POSITIONS.map((one) => [one, name(one)]), state.scout?.position,
              (position) => put({ scout: position && { ...state.scout, position } }))}</div>
          ${flag(label("filling_up"), state.filling_up, (value) => put({ filling_up: value }))}
        </div>
      </details>
    </div>`;
}

/** @param {Position[]} positions */
const inOrder = (positions) => POSITIONS.filter((one) => positions.includes(one));
