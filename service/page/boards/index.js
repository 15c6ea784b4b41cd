// @ts-check
/**
 * The procedures whose position has a board of its own to be told on, besides the form that every one has.
 *
 * A board draws any part of a state, the empty one too, and calls `change` with a whole new state on each tap. It
 * rules nothing: what the ruling says is shown in its place, and what the rules forbid can still be put down.
 *
 * @typedef {object} Shown
 * @property {any} state what has been told, as `/v1/adjudicate` takes it
 * @property {(state: any) => void} change
 * @property {import("../types").Words | undefined} words
 * @property {import("../types").Ruling | undefined} ruling the last one given
 * @property {"it" | "en"} [language]
 *
 * @typedef {(shown: Shown) => import("../vendor/lit-html/lit-html.js").TemplateResult} Board
 *
 * @type {Record<string, () => Promise<{ board: Board }>>}
 */
export const BOARDS = {
  "vwars.riot": () => import("./riot.js"),
  "doomtrooper.combat": () => import("./combat.js"),
  "victory-honor.resolve-position": () => import("./resolve-position.js"),
  "victory-honor.legal-plays": () => import("./legal-plays.js"),
  "village-attacks.villager-attack": () => import("./villager-attack.js"),
  "village-attacks.villagers-phase": () => import("./villagers-phase.js"),
};
