// @ts-check
/**
 * Positions that have a board made by hand, in place of the form that is made from their schema.
 *
 * A module of `boards/` exports `board`. It draws the state it is given, told in part or in whole, and tells of each
 * change by its path, as a form does.
 *
 * @typedef {object} OnBoard
 * @property {any} state
 * @property {(path: string, value: unknown) => void} change `undefined`: it is not told
 * @property {import("../types").Words | undefined} words
 * @property {import("../types").Ruling | undefined} ruling on the state, once it has come
 * @property {any} schema of the states
 * @property {import("../parts/form/form.js").Marks} marks which facts are asked for, taken as usual, or wrong
 * @property {() => void} redraw draws the board again where something of its own has changed
 *
 * @typedef {{ board: (on: OnBoard) => import("../vendor/lit-html/lit-html.js").TemplateResult }} Board
 */

/** @type {Record<string, () => Promise<Board>>} */
const BOARDS = {};

/** The board of a procedure, if it has one. @param {string} procedure @returns {Promise<Board | undefined>} */
export const boardOf = async (procedure) => BOARDS[procedure]?.();
