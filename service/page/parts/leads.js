// @ts-check
/**
 * What an answer leads to, in a few words: the verdict, or of what is resolved the first figure in which the answers differ.
 *
 * @typedef {import("../types").Branch} Branch
 * @typedef {import("./slip.js").Kind} Kind
 * @typedef {(branch: Branch) => { kind: Kind, text: string }} Lead
 */

import { wording } from "../core/wording.js";
import { verdictKind, verdictWord } from "./verdict.js";

const say = wording({
  decided: { it: "Deciso", en: "Decided" },
});

/** What each branch leads to, as these differ. @param {Branch[]} branches @returns {Lead} */
export function leadsOf(branches) {
  const leaves = branches.flatMap(leavesOf);
  const labels = leaves.flatMap(({ outcome_says }) => outcome_says.map(({ label }) => label));
  const says = (/** @type {Branch} */ { outcome_says }, /** @type {string | undefined} */ label) =>
    outcome_says.find((figure) => figure.label === label)?.says;
  const telling = labels.find((label) => new Set(leaves.map((leaf) => says(leaf, label))).size > 1) ?? labels[0];
  return (branch) => {
    if (branch.verdict !== "resolved") return { kind: verdictKind(branch.verdict), text: verdictWord(branch.verdict) };
    const value = says(branch, telling);
    const [first] = branch.outcome_says;
    if (value !== undefined) return { kind: "value", text: `${telling}: ${value}` };
    return { kind: "value", text: first ? `${first.label}: ${first.says}` : say("decided") };
  };
}

/** @param {Branch} branch @returns {Branch[]} */
const leavesOf = (branch) => branch.hangs_on?.branches?.flatMap(leavesOf) ?? [branch];
