// @ts-check
/** The verdict of a ruling, and what of its outcome a procedure is asked for. */

import { isRange, valueWords } from "../core/facts.js";
import { settings } from "../core/settings.js";
import { wording } from "../core/wording.js";

const say = wording({
  legal: { it: "Sì", en: "Yes" },
  illegal: { it: "No", en: "No" },
  choice: { it: "A scelta di chi gioca", en: "A player chooses" },
  undecided: { it: "Le regole non lo dicono", en: "The rules do not say" },
  depends: { it: "Dipende", en: "It depends" },
});

const KINDS = /** @type {const} */ ({
  legal: "yes", illegal: "no", choice: "explained", undecided: "silent", depends: "depends", resolved: "value",
});

/** In a word; of what was resolved the outcome says it, and this is empty. @param {import("../types").RulingVerdict} verdict */
export const verdictWord = (verdict) => (verdict === "resolved" ? "" : say(verdict));

/** @param {import("../types").RulingVerdict} verdict @returns {import("./slip.js").Kind} */
export const verdictKind = (verdict) => KINDS[verdict];

/**
 * What a procedure is asked for, where it is not the first thing that comes of it, or not it alone: keys of its outcome.
 *
 * @type {Record<string, string[]>}
 */
const MAIN = {
  "vwars.riot": ["winner", "controller"],
  "vwars.vampire-victory": ["game_winner"],
  "doomtrooper.combat": ["attacker", "defender"],
  "doomtrooper.combat-resolution": ["attacker", "defender"],
  "doomtrooper.sabotage": ["succeeds"],
  "doomtrooper.victory": ["game", "winner"],
  "victory-honor.game-winner": ["over", "winners"],
  "victory-honor.score-team": ["team"],
  "village-attacks.dice-to-roll": ["dice"],
};

/** What those are called; none where the first thing that comes of it is what is asked for. @param {string} procedure @param {import("../types").Words | undefined} words */
export const mainLabels = (procedure, words) => (MAIN[procedure] ?? []).map((key) => valueWords(key, words, settings.language));

/** Whether all that is asked for is settled, whatever else it depends on. @param {import("../types").Ruling} ruling */
export const isMainSettled = ({ procedure, outcome }) =>
  procedure in MAIN && MAIN[procedure].every((key) => key in outcome && !isRange(outcome[key]));
