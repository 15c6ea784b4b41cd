// @ts-check
/**
 * The answers that a ruling waits for, as values of a state.
 *
 * @typedef {import("../types").Branch} Branch
 * @typedef {import("./form/schema.js").Node} Node
 *
 * @typedef {object} PossibleAnswer
 * @property {string} says
 * @property {unknown} value
 * @property {boolean} isOneOfMany whether it is one number among several for which it stands
 */

import { isRange, valueWords } from "../core/facts.js";
import { settings } from "../core/settings.js";
import { wording } from "../core/wording.js";

const say = wording({ some: { it: "c’è", en: "there is one" } });

/**
 * What may be answered where a branch is reached, each value on its own, as far as a button can tell it.
 *
 * @param {Branch} branch @param {Node} node what may stand there @param {import("../types").Words | undefined} words
 * @returns {PossibleAnswer[]}
 */
export const answersOf = (branch, node, words) => branch.values.flatMap((written) => {
  const { value, isOneOfMany } = valueOf(written, node);
  if (value === undefined) return [];
  if (isOneOfMany) return { says: branch.says, value, isOneOfMany };
  if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    const [constant] = Object.values(value);
    return { says: constant === undefined ? say("some") : valueWords(constant, words, settings.language), value, isOneOfMany };
  }
  const says = Array.isArray(value) ? branch.says : valueWords(value, words, settings.language);
  return { says, value, isOneOfMany };
});

/**
 * An answer as it stands in a state; of bounds, a number within; `undefined` where it is only said that there is one, and
 * not which.
 * @param {any} written @param {Node} node @returns {{ value: unknown, isOneOfMany: boolean }}
 */
export function valueOf(written, node) {
  if (written === null || typeof written !== "object" || Array.isArray(written)) return { value: written, isOneOfMany: false };
  if (isRange(written)) return { value: written.at_least ?? written.at_most, isOneOfMany: true };
  if (!node.kinds && !node.fields) return { value: undefined, isOneOfMany: false };
  const kind = node.kinds?.find(({ type }) => type === written.kind)?.constant;
  return { value: kind ? { [kind.name]: kind.node.values[0] } : {}, isOneOfMany: false };
}

/** Whether it is asked for again further on, where one number no longer stands for all. @param {Branch} branch @param {string} field @returns {boolean} */
export const isAskedAgain = ({ hangs_on }, field) =>
  hangs_on !== undefined && (hangs_on.field === field || (hangs_on.branches ?? []).some((inner) => isAskedAgain(inner, field)));
