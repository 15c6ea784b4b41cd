// @ts-check
/**
 * What this browser remembers of its user: the language, the game and, for each game, the edition.
 *
 * @typedef {"it" | "en"} Language
 */

/** A place to keep things; a private window may refuse it, and then keeps nothing. */
export const kept = storage("localStorage");

/** Kept as long as the tab is open, so that a reload loses nothing. */
export const tab = storage("sessionStorage");

/** @type {Set<() => void>} */
const watching = new Set();

/** Calls back after any setting has changed. @param {() => void} heard */
export const onSetting = (heard) => void watching.add(heard);

export const settings = {
  /** @returns {Language} */
  get language() {
    const chosen = kept.get("language");
    if (chosen === "it" || chosen === "en") return chosen;
    return navigator.language.toLowerCase().startsWith("it") ? "it" : "en";
  },
  set language(language) { change("language", language); },

  /** The game's id; empty for all of them. @returns {string} */
  get game() { return kept.get("game") ?? ""; },
  set game(game) { change("game", game); },

  /** The edition of the game that is chosen; empty where none was. @returns {string} */
  get edition() { return kept.get(`edition ${this.game}`) ?? ""; },
  set edition(edition) { change(`edition ${this.game}`, edition); },
};

/** @param {string} key @param {string} value */
function change(key, value) {
  kept.set(key, value);
  for (const heard of watching) heard();
}

/** @param {"localStorage" | "sessionStorage"} name */
function storage(name) {
  return {
    /** @param {string} key @returns {any} what was kept under this key; null for nothing */
    get(key) { try { return JSON.parse(window[name].getItem(key) ?? "null"); } catch { return null; } },
    /** @param {string} key @param {unknown} value */
    set(key, value) { try { window[name].setItem(key, JSON.stringify(value)); } catch { /* it is full, or refused */ } },
    /** @param {string} key */
    drop(key) { try { window[name].removeItem(key); } catch { /* as above */ } },
  };
}
