// @ts-check
/** The forty regiment cards of Victory & Honor, drawn in their colours, and what to pick them from. */

import { valueWords } from "../core/facts.js";
import { wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

const say = wording({
  colour: { it: "Colore", en: "Colour" },
  stars: { it: "generale di {stars} stelle", en: "general of {stars} stars" },
  star: { it: "generale di una stella", en: "general of one star" },
  7: { it: "7, cavalleria", en: "7, cavalry" },
  4: { it: "4, artiglieria", en: "4, artillery" },
  1: { it: "1, esploratore", en: "1, scout" },
});

export const COLOURS = ["red", "blue", "black", "yellow"];
const VALUES = ["G3", "G2", "G1", "7", "6", "5", "4", "3", "2", "1"];
export const ARTILLERY = COLOURS.map((colour) => `${colour} 4`);

/** @typedef {import("../types").Words | undefined} Words */

/** @param {string} card */
export const colourOf = (card) => card.split(" ")[0];

/** A card as it is read out: "red 7, cavalry". @param {string} card @param {Words} words @param {"it" | "en"} language */
export function cardName(card, words, language) {
  const [colour, value] = card.split(" ");
  const called = value === "G1" ? say("star", {}, language)
    : value.startsWith("G") ? say("stars", { stars: value[1] }, language)
    : value === "7" || value === "4" || value === "1" ? say(value, {}, language) : value;
  return `${valueWords(colour, words, language)} ${called}`;
}

/** A card as it lies. @param {string} card @param {{ down?: boolean }} [lies] */
export function cardFace(card, { down = false } = {}) {
  const [colour, value] = card.split(" ");
  const stars = value.startsWith("G") ? Number(value[1]) : 0;
  return html`<span class="regiment" data-suit=${colour} data-down=${down ? "" : nothing} aria-hidden="true"
    >${stars ? html`<span class="stars">${"★".repeat(stars)}</span>` : value}</span>`;
}

/** A few cards in a row, read out by name. @param {string[]} cards @param {Words} words @param {"it" | "en"} language */
export const cardRow = (cards, words, language) => html`
  <ul class="hand">${cards.map((card) => html`
    <li><span class="unseen">${cardName(card, words, language)}</span>${cardFace(card)}</li>`)}</ul>`;

/** A colour as a cube, or that there is none. @param {string | null | undefined} colour */
export const cube = (colour) => html`<span class="cube" data-suit=${colour ?? nothing} aria-hidden="true"></span>`;

/**
 * One of the four colours.
 *
 * @param {string} label @param {unknown} colour @param {Words} words @param {"it" | "en"} language
 * @param {(colour: any) => void} take @param {[unknown, string]} [none] what may stand in the place of a colour
 */
export const colours = (label, colour, words, language, take, none) => html`
  <div class="choices colours" role="group" aria-label=${label}>
    ${COLOURS.map((one) => html`
      <button type="button" aria-pressed=${one === colour ? "true" : "false"} aria-label=${valueWords(one, words, language)}
        @click=${() => take(one === colour ? undefined : one)}>${cube(one)}</button>`)}
    ${none ? html`
      <button type="button" aria-pressed=${colour === none[0] ? "true" : "false"}
        @click=${() => take(colour === none[0] ? undefined : none[0])}>${none[1]}</button>` : nothing}
  </div>`;

/**
 * What to pick a card from: the colour first, then its ten values.
 *
 * @param {object} picking
 * @param {string} picking.colour that is open
 * @param {string[]} [picking.taken] cards that lie elsewhere
 * @param {string[]} [picking.held] cards that are picked already
 * @param {Words} picking.words @param {"it" | "en"} picking.language
 * @param {(colour: string) => void} turnTo @param {(card: string) => void} pick
 */
export const cardPicker = ({ colour, taken = [], held, words, language }, turnTo, pick) => html`
  ${colours(say("colour", {}, language), colour, words, language, (one) => turnTo(one ?? colour))}
  <div class="picker">${VALUES.map((value) => {
    const card = `${colour} ${value}`;
    return html`
      <button type="button" class="card-button" aria-label=${cardName(card, words, language)}
        aria-pressed=${held ? (held.includes(card) ? "true" : "false") : nothing}
        ?disabled=${taken.includes(card)} @click=${() => pick(card)}>${cardFace(card)}</button>`;
  })}</div>`;
