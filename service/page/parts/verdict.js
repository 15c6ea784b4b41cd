// @ts-check
/** The verdict of a ruling that nothing particular was asked of. */

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
