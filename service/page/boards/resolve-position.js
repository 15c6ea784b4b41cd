// @ts-check
/**
 * Who wins a position of Victory & Honor: its four cards around the table, in the order they were played, and the
 * artillery that fires at it.
 *
 * @typedef {import("./battlefield.js").Seat} Seat
 * @typedef {import("./battlefield.js").Position} Position
 * @typedef {{ seat: Seat, card: string, face: "up" | "down" }} Laid
 */

import { valueWords } from "../core/facts.js";
import { settings } from "../core/settings.js";
import { wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { battlefield, POSITIONS } from "./battlefield.js";
import { choices, flag, labelIn, openSheet, replaced } from "./pieces.js";
import { ARTILLERY, cardFace, cardName, cardPicker, cardRow, colourOf, colours } from "./regiment-cards.js";

const say = wording({
  which: { it: "Quale posizione", en: "Which position" },
  order: {
    it: "Tocca un posto e scegli la carta, nell’ordine in cui sono state giocate.",
    en: "Tap a place and pick its card, in the order they were played.",
  },
  guns: {
    it: "Sugli altri fianchi: l’artiglieria scoperta che spara qui.",
    en: "On the other flanks: the face-up artillery that fires here.",
  },
  first: { it: "{seat}, {position}: metti una carta", en: "{seat}, {position}: lay a card" },
  lay: { it: "{seat}: metti una carta", en: "{seat}: lay a card" },
  lies: { it: "{seat}: {card}, {face}, giocata n. {order}", en: "{seat}: {card}, {face}, played no. {order}" },
  hit: { it: "bombardata", en: "bombarded" },
  gun: { it: "{seat}, {position}: artiglieria", en: "{seat}, {position}: artillery" },
  fires: { it: "{seat}, {position}: {card}", en: "{seat}, {position}: {card}" },
  pick: { it: "La carta di {seat}", en: "The card of {seat}" },
  face: { it: "Come è stata giocata", en: "How it was played" },
  last: { it: "È stata l’ultima", en: "It was the last one" },
  away: { it: "Togli la carta", en: "Take the card away" },
  never: { it: "nessuno", en: "none" },
  unset: { it: "nessuna", en: "none" },
  quiet: { it: "Nessuna artiglieria spara qui", en: "No artillery fires here" },
  yes: { it: "Sì", en: "Yes" },
  no: { it: "No", en: "No" },
  wins: { it: "vince {seat}", en: "{seat} wins" },
  nobody: { it: "non vince nessuno", en: "nobody wins" },
  laid: { it: "{laid} di 4 carte", en: "{laid} of 4 cards" },
  captures: { it: "{seat} cattura", en: "{seat} captures" },
  bombards: { it: "{seat} bombarda", en: "{seat} bombards" },
  lost: { it: "Perse", en: "Lost" },
});

const FACING = /** @type {const} */ ({ left: "right", right: "left" });

/** @type {import("./index.js").Board} */
export function board({ state, change, words, ruling, language = settings.language }) {
  const name = (/** @type {unknown} */ value) => valueWords(value, words, language);
  const label = (/** @type {string} */ field) => labelIn(words, field, language);
  /** @param {Record<string, unknown>} facts those that are undefined are not told any more */
  const put = (facts) => change(Object.fromEntries(Object.entries({ ...state, ...facts }).filter(([, value]) => value !== undefined)));
  const cards = /** @type {Laid[]} */ (state.cards ?? []);
  const position = /** @type {Position | undefined} */ (state.position);
  const outcome = /** @type {any} */ (ruling?.outcome ?? {});
  const bombarded = Object.values(outcome.bombarded ?? {}).flat();

  /** @param {Seat} seat @param {Position} at */
  const place = (seat, at) => {
    if (!position || at === position) return laidPlace(seat, at);
    if (position && position !== "centre" && at === FACING[position]) return gunPlace(seat, at);
    return html`<span class="bare"></span>`;
  };

  /** @param {Seat} seat @param {Position} at */
  const laidPlace = (seat, at) => {
    const order = position ? cards.findIndex((one) => one.seat === seat) : -1;
    const laid = cards[order];
    const hit = laid && bombarded.includes(laid.card);
    return html`
      <button type="button" class="card-button" data-hit=${hit ? "" : nothing}
        data-won=${laid && laid.card === outcome.winning_card ? "" : nothing}
        aria-label=${laid ? [say("lies", { seat: name(seat), card: cardName(laid.card, words, language), face: name(laid.face), order: order + 1 }),
          ...(hit ? [say("hit")] : [])].join(", ") : say(position ? "lay" : "first", { seat: name(seat), position: name(at) })}
        @click=${() => pickFor(seat, at)}>
        ${laid ? html`${cardFace(laid.card, { down: laid.face === "down" })}<span class="order">${order + 1}</span>`
          : html`<span class="hollow">+</span>`}</button>`;
  };

  /** @param {Seat} seat @param {Position} at */
  const pickFor = (seat, at) => {
    const order = cards.findIndex((one) => one.seat === seat);
    const laid = cards[order];
    let colour = laid ? colourOf(laid.card) : state.opened ?? "red";
    openSheet(say("pick", { seat: name(seat) }), (close, redraw) => html`
      <div>
        ${cardPicker({ colour, taken: cards.filter((one) => one.seat !== seat).map(({ card }) => card), words, language },
          (one) => { colour = one; redraw(); }, (card) => { close(); lay(seat, at, card); })}
        ${laid ? html`
          ${choices(say("face"), [["up", name("up")], ["down", name("down")]], laid.face, (face) => {
            close();
            put({ cards: replaced(cards, order, { ...laid, face: face ?? laid.face }) });
          })}
          <div class="row">
            <button type="button" ?disabled=${order === cards.length - 1}
              @click=${() => { close(); put({ cards: [...replaced(cards, order), laid] }); }}>${say("last")}</button>
            <button type="button" class="quiet"
              @click=${() => { close(); put({ cards: replaced(cards, order) }); }}>${say("away")}</button>
          </div>` : nothing}
      </div>`);
  };

  /** Face up where it opens or follows, as it would be played. @param {Seat} seat @param {Position} at @param {string} card */
  const lay = (seat, at, card) => {
    const order = cards.findIndex((one) => one.seat === seat);
    const opens = state.opened === undefined;
    const laid = /** @type {Laid} */ ({ seat, card, face: opens || colourOf(card) === state.opened ? "up" : "down" });
    put({
      position: at,
      cards: order < 0 ? [...cards, laid] : replaced(cards, order, laid),
      opened: opens ? colourOf(card) : state.opened,
    });
  };

  /** @param {Seat} seat @param {Position} at */
  const gunPlace = (seat, at) => {
    const guns = /** @type {{ seat: Seat, artillery: string }[]} */ (state.guns ?? []);
    const gun = guns.find((one) => one.seat === seat);
    const others = guns.filter((one) => one.seat !== seat);
    const where = { seat: name(seat), position: name(at) };
    return html`
      <button type="button" class="card-button gun"
        aria-label=${gun ? say("fires", { ...where, card: cardName(gun.artillery, words, language) }) : say("gun", where)}
        @click=${() => openSheet(say("gun", where), (close) => html`
          <div>
            <div class="picker">${ARTILLERY.map((card) => html`
              <button type="button" class="card-button" aria-label=${cardName(card, words, language)}
                @click=${() => { close(); put({ guns: [...others, { seat, artillery: card }] }); }}>${cardFace(card)}</button>`)}</div>
            ${gun ? html`<button type="button" class="quiet"
              @click=${() => { close(); put({ guns: others }); }}>${say("away")}</button>` : nothing}
          </div>`)}>
        ${gun ? cardFace(gun.artillery) : html`<span class="hollow faint">4</span>`}</button>`;
  };

  return html`
    <div class="board regiments">
      ${choices(say("which"), POSITIONS.map((one) => [one, name(one)]), position, (value) => put({ position: value }))}
      <p class="faint">${say("order")} ${position && position !== "centre" ? say("guns") : nothing}</p>
      ${battlefield({ below: "south", winner: outcome.winner, place, middle: middle(outcome, cards.length, name), words, language })}
      ${spoils(outcome, name, words, language)}
      <section>
        ${choices(label("mode"), [["partners", name("partners")], ["solo", name("solo")]], state.mode, (mode) => put({ mode }))}
        <div class="line"><span>${label("PositionEnd.opened")}</span>
          ${colours(label("PositionEnd.opened"), state.opened, words, language, (opened) => put({ opened }), [null, say("never")])}</div>
        <div class="line"><span>${label("trump")}</span>
          ${colours(label("trump"), state.trump, words, language, (trump) => put({ trump }), [null, say("unset")])}</div>
        <div class="line"><span>${label("trump_set_when_last")}</span>
          ${choices(label("trump_set_when_last"), [[true, say("yes")], [false, say("no")]], state.trump_set_when_last,
            (value) => put({ trump_set_when_last: value }))}</div>
        ${flag(say("quiet"), state.guns?.length === 0, (quiet) => put({ guns: quiet ? [] : undefined }))}
      </section>
    </div>`;
}

/** @param {any} outcome @param {number} laid @param {(value: unknown) => string} name */
const middle = (outcome, laid, name) => (outcome.by === undefined ? html`<p class="faint">${say("laid", { laid })}</p>` : html`
  <p class="won">${outcome.winner ? say("wins", { seat: name(outcome.winner) }) : say("nobody")}</p>
  <p class="faint">${name(outcome.by)}</p>`);

/**
 * What becomes of the cards.
 *
 * @param {any} outcome @param {(value: unknown) => string} name @param {import("../types").Words | undefined} words @param {"it" | "en"} language
 */
function spoils(outcome, name, words, language) {
  const piles = /** @type {[string, string[]][]} */ ([
    ...Object.entries(outcome.bombarded ?? {}).map(([seat, cards]) => [say("bombards", { seat: name(seat) }), cards]),
    [say("captures", { seat: name(outcome.winner) }), outcome.winner ? outcome.captured ?? [] : []],
    [say("lost"), outcome.lost ?? []],
  ]);
  return piles.filter(([, cards]) => cards.length).map(([says, cards]) => html`
    <div class="line"><span>${says}</span>${cardRow(cards, words, language)}</div>`);
}
