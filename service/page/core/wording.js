// @ts-check
/** The words of the page, in both languages. Each module has its own beside the code that says them. */

import { settings } from "./settings.js";

/**
 * A function that says a thing in the page's language, or in another, with the facts in its braces filled in.
 *
 * @template {string} Key
 * @param {Record<Key, { it: string, en: string }>} table
 * @returns {(key: Key, facts?: Record<string, string | number>, language?: "it" | "en") => string}
 */
export function wording(table) {
  return (key, facts = {}, language = settings.language) =>
    table[key][language].replace(/\{(\w+)\}/g, (whole, name) => String(facts[name] ?? whole));
}

/**
 * A text that comes in both languages, in the page's.
 *
 * @param {{ it: string, en: string }} texts
 */
export const inLanguage = (texts) => texts[settings.language];

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
