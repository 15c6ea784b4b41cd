// @ts-check
/** Looking for words in texts as they are typed. */

/** A text as it is looked for: without accents, in small letters. @param {string} text */
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The words that somebody looks for. @param {string} sought */
export const soughtWords = (sought) => plain(sought).split(/[^\p{L}\p{N}.-]+/u).filter(Boolean);

/** A text in which words are found by how they begin. @param {string[]} texts */
export const searchable = (texts) => ` ${texts.map((text) => plain(text).replace(/[^\p{L}\p{N}.-]+/gu, " ")).join(" ")}`;

/** Whether each word begins one of the text's. @param {string} text as `searchable` gives it @param {string[]} words */
export const hasAll = (text, words) => words.every((word) => text.includes(` ${word}`));

/**
 * The text in parts, those that begin with one of the words told from the others.
 *
 * @param {string} text @param {string[]} words @returns {{ text: string, isFound: boolean }[]}
 */
export const marked = (text, words) => (text.match(/[\p{L}\p{N}\p{M}.-]+|[^\p{L}\p{N}\p{M}.-]+/gu) ?? []).map((part) => ({
  text: part, isFound: words.some((word) => plain(part).startsWith(word)),
}));
