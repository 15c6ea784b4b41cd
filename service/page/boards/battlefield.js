// @ts-check
/**
 * The four boards of Victory & Honor around the table, as one sits: the player asked about below, whoever is on their
 * left at the left. Flanks that fire at each other lie next to each other at a corner.
 *
 * @typedef {"north" | "east" | "south" | "west"} Seat
 * @typedef {"left" | "centre" | "right"} Position
 */

import { valueWords } from "../core/facts.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** Clockwise: the next one sits on the left. */
export const SEATS = /** @type {Seat[]} */ (["north", "east", "south", "west"]);
export const POSITIONS = /** @type {Position[]} */ (["left", "centre", "right"]);
const SIDES = ["below", "left", "above", "right"];

/**
 * @param {object} table
 * @param {Seat} table.below who sits below
 * @param {Seat} [table.winner] whose board is marked
 * @param {(seat: Seat, position: Position) => unknown} table.place what lies in a place, and what a tap does
 * @param {unknown} table.middle what stands between the boards
 * @param {import("../types").Words | undefined} table.words
 * @param {"it" | "en"} table.language
 */
export function battlefield({ below, winner, place, middle, words, language }) {
  const first = SEATS.indexOf(below);
  return html`
    <div class="battlefield">
      ${SIDES.map((side, at) => {
        const seat = SEATS[(first + at) % SEATS.length];
        return html`
          <div class="boards" role="group" data-side=${side} data-won=${seat === winner ? "" : nothing}
            aria-label=${valueWords(seat, words, language)}>
            <span class="seat" aria-hidden="true">${valueWords(seat, words, language)}</span>
            ${POSITIONS.map((position) => html`<div class="place" data-position=${position}>${place(seat, position)}</div>`)}
          </div>`;
      })}
      <div class="middle">${middle}</div>
    </div>`;
}
