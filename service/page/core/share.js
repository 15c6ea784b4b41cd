// @ts-check
/**
 * Addresses that hold a question or a position, so that whoever opens one gets the ruling that was given.
 *
 * A question stands in the address as it is. A position stands behind its `#`, which no server is sent: JSON,
 * compressed as raw deflate, in base64url. Both carry the digest of the texts they were ruled on under.
 *
 * @typedef {object} Position
 * @property {any} state
 * @property {string} [edition]
 * @property {Record<string, string>} [readings] how conflicts are read, by their id
 * @property {string} [corpus] the digest of the game's texts
 */

import { games } from "./api.js";

/** What the service reads of a state; a small address may unfold into any amount. */
const MOST_BYTES = 1_000_000;

/**
 * The address of a question. A game or an edition that is empty is said too: who opens it then asks as it was asked.
 *
 * @param {{ question: string, game: string, edition?: string, after?: string, corpus?: string }} asked `after`: the
 *   question that it follows up
 */
export const questionAddress = ({ question, game, edition = "", after, corpus }) =>
  `/?${new URLSearchParams({ q: question, game, edition, ...(after && { after }), ...(corpus && { corpus }) })}`;

/**
 * The address of a dispute, as that of a question.
 *
 * @param {{ a: string, b: string, position: string, game: string, edition?: string, corpus?: string }} disputed
 */
export const disputeAddress = ({ a, b, position, game, edition = "", corpus }) =>
  `/dispute?${new URLSearchParams({ a, b, position, game, edition, ...(corpus && { corpus }) })}`;

/** The address of a position. @param {string} procedure such as `vwars.riot` @param {Position} position */
export const positionAddress = async (procedure, position) =>
  `/position/${procedure}#s=${await encodePosition(position)}`;

/** A position as it stands after `#s=`. @param {Position} position @returns {Promise<string>} */
export async function encodePosition(position) {
  const packed = new Blob([JSON.stringify(position)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The position behind the `#` of an address; null where none is, or none that can be read.
 *
 * @param {string} hash with its `s=` or without
 * @returns {Promise<Position | null>}
 */
export async function decodePosition(hash) {
  try {
    const text = atob(hash.replace(/^#?s=/, "").replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const position = JSON.parse(await unpack(new Blob([bytes])));
    return typeof position === "object" && position !== null && "state" in position ? position : null;
  } catch {
    return null;
  }
}

/** @param {Blob} packed */
async function unpack(packed) {
  const reader = packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    size += value.length;
    if (size > MOST_BYTES) throw new RangeError("no position is as large");
    parts.push(value);
  }
}

/** The digest of a game's texts as they are now. @param {string | null} game @returns {Promise<string | undefined>} */
export const corpusOf = async (game) => (await games()).find(({ id }) => id === game)?.corpus;

/**
 * Whether a game's texts have changed since an address was made.
 *
 * @param {string} game
 * @param {string | null | undefined} corpus the digest it carries; without one nothing is known to have changed
 */
export async function haveTextsChanged(game, corpus) {
  const now = await corpusOf(game);
  return Boolean(corpus && now && corpus !== now);
}
