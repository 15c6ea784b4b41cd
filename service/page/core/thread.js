// @ts-check
/**
 * The questions that were asked in this browser, with their answers, the last one last.
 *
 * @typedef {object} Entry
 * @property {string} question
 * @property {string} game the one that was chosen; empty for all of them
 * @property {string} edition
 * @property {Followed} [follows] the answer that it follows up
 * @property {import("../types").Answer} answer
 * @property {string} [corpus] the digest of the texts it was answered under
 * @property {Change} [change] where facts were changed since
 *
 * @typedef {object} Followed what matters of an answer for the question that follows it up
 * @property {string} question
 * @property {string | null} [follows] the question that it follows up itself
 * @property {string | null} game
 * @property {import("../types").PositionRead | null} position
 * @property {{} | null} [ruling] whether its position was ruled on
 * @property {{ field: string }[]} [missing] what it asked for
 * @property {{ rule: string }[]} [citations] the rules it went by
 *
 * @typedef {{ question: string, game: string, edition: string, follows?: { question: string } }} Asked
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

/** Whether two are one question, asked in the same way. @param {Asked} one @param {Asked} other */
export const isSame = (one, other) =>
  one.question === other.question && one.game === other.game && one.edition === other.edition
  && one.follows?.question === other.follows?.question;

/** The answer to a question, if it was asked here. @param {Asked} asked @returns {Entry | undefined} */
export const find = (asked) => thread().find((one) => isSame(one, asked));

/** Keeps an answer as the last one, in the place of an earlier one to the same question. @param {Entry} entry */
export function keep(entry) {
  const entries = [...thread().filter((one) => !isSame(one, entry)), entry].slice(-MOST_ENTRIES);
  while (entries.length > 1 && JSON.stringify(entries).length > MOST_LETTERS) entries.shift();
  kept.set("thread", entries);
}

/** Forgets them all. */
export const clear = () => kept.drop("thread");
