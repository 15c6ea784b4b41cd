// @ts-check
/**
 * The questions that were asked in this browser, with their answers, the last one last.
 *
 * @typedef {object} Entry
 * @property {string} question
 * @property {string} game the one that was chosen; empty for all of them
 * @property {string} edition
 * @property {{ question: string, game: string | null, position: import("../types").PositionRead | null }} [follows]
 *   the answer that it follows up
 * @property {import("../types").Answer} answer
 * @property {string} [corpus] the digest of the texts it was answered under
 * @property {Change} [change] where facts were changed since
 *
 * @typedef {object} Change what was changed of the position that was understood, and the ruling on it then
 * @property {any} state
 * @property {string[]} told the paths that were changed or added, in this order
 * @property {Record<string, string>} readings
 * @property {import("../types").Ruling} ruling
 */

import { kept } from "./settings.js";

const MOST_ENTRIES = 20;
const MOST_LETTERS = 1_000_000;

/** @returns {Entry[]} */
export const thread = () => kept.get("thread") ?? [];

/** @param {Entry} one @param {{ question: string, game: string, edition: string, after?: string }} asked */
const isAsked = (one, { question, game, edition, after }) =>
  one.question === question && one.game === game && one.edition === edition && one.follows?.question === after;

/** The answer to a question, if it was asked here. @param {Parameters<typeof isAsked>[1]} asked @returns {Entry | undefined} */
export const find = (asked) => thread().find((one) => isAsked(one, asked));

/** Keeps an answer as the last one, in the place of an earlier one to the same question. @param {Entry} entry */
export function keep(entry) {
  const asked = { ...entry, after: entry.follows?.question };
  const entries = [...thread().filter((one) => !isAsked(one, asked)), entry].slice(-MOST_ENTRIES);
  while (entries.length > 1 && JSON.stringify(entries).length > MOST_LETTERS) entries.shift();
  kept.set("thread", entries);
}

/** Forgets them all. */
export const clear = () => kept.drop("thread");
