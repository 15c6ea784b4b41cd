// @ts-check
/**
 * Positions that have a board made by hand, in place of the form that is made from their schema.
 *
 * A board draws any part of a state, the empty one too, and tells of each change with a whole new state. It rules
 * nothing: what the ruling says is shown in its place, and what the rules forbid can still be put down. What is rarely
 * told is left to the form.
 *
 * @typedef {object} Shown
 * @property {any} state
 * @property {(state: any) => void} change
 * @property {import("../types").Words | undefined} words
 * @property {import("../types").Ruling | undefined} ruling the last one given
 * @property {"it" | "en"} [language]
 *
 * @typedef {(shown: Shown) => import("../vendor/lit-html/lit-html.js").TemplateResult} Board
 */

/** @type {Record<string, () => Promise<{ board: Board }>>} */
const BOARDS = {
  "vwars.riot": () => import("./riot.js"),
  "doomtrooper.combat": () => import("./combat.js"),
  "victory-honor.resolve-position": () => import("./resolve-position.js"),
  "victory-honor.legal-plays": () => import("./legal-plays.js"),
  "village-attacks.monster-attack": () => import("./monster-attack.js"),
  "village-attacks.villager-attack": () => import("./villager-attack.js"),
  "village-attacks.villagers-phase": () => import("./villagers-phase.js"),
};

/** The board of a procedure, if it has one. @param {string} procedure @returns {Promise<{ board: Board } | undefined>} */
export const boardOf = async (procedure) => BOARDS[procedure]?.();
