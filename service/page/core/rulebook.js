// @ts-check
/**
 * What was looked up of the rules and stays as it is while the page is open.
 *
 * @typedef {import("../types").About} About
 */

import { games, getOnce } from "./api.js";

/** @type {Map<string, any>} */
const known = new Map();

/**
 * What stands at an address of the service, if it has come; else it is fetched, and `redraw` called when it has.
 *
 * @param {string} path @param {() => void} redraw @returns {any}
 */
export function lookUp(path, redraw) {
  if (!known.has(path)) {
    known.set(path, undefined);
    getOnce(path).then((found) => { known.set(path, found); redraw(); }, () => known.delete(path));
  }
  return known.get(path);
}

/** A rule or a conflict. @param {string} id @param {() => void} redraw @returns {About | undefined} */
export const entry = (id, redraw) => lookUp(`/v1/rules/${id}`, redraw);

/** What a game's facts are called. @param {string} game @param {() => void} redraw @returns {import("../types").Words | undefined} */
export const wordsOf = (game, redraw) => lookUp(`/v1/games/${game}/words`, redraw);

/** What can be told of a position. @param {string} procedure @param {() => void} redraw @returns {import("../types").Described | undefined} */
export const procedureOf = (procedure, redraw) => lookUp(`/v1/procedures/${procedure}`, redraw);

/** All of a game for reading. @param {string} game @returns {Promise<import("../types").WholeGame>} */
export const wholeGame = (game) => getOnce(`/v1/games/${game}/rules`);

/** @type {import("../types").GameCard[]} */
let cards = [];
games().then((all) => { cards = all; }, () => {});

/** The game whose rule this is. @param {string} id @returns {import("../types").GameCard | undefined} */
export const gameOf = (id) => cards.find(({ prefix }) => id.startsWith(`${prefix}-`));

/** The title of the book that a rule's source names. @param {string} id @param {string} document */
export const bookOf = (id, document) => gameOf(id)?.editions[document]?.title ?? document;

/** A game by its id. @param {string | null} id */
export const gameCard = (id) => cards.find((game) => game.id === id);

/**
 * A rule as it is cited: by the book the table plays by, else by the one in the reader's language.
 *
 * @param {About} rule @param {"it" | "en"} language @param {string} [edition]
 * @returns {import("../types").Citation}
 */
export function citation(rule, language, edition) {
  const sources = rule.source ?? [];
  const books = gameOf(rule.id)?.editions;
  const source = sources.find(({ document }) => document === edition)
    ?? sources.find(({ document }) => books?.[document]?.language === language) ?? sources[0] ?? { document: "", section: "" };
  return { rule: rule.id, title: rule.title[language], text: rule.text[language], source };
}
