// @ts-check
/**
 * The rules to read: by chapter, each with its exceptions and the questions it answers; then what the texts leave open,
 * and the glossary. Looked through as one types; a rule or a conflict alone is a screen of its own.
 *
 * @typedef {import("../types").WholeGame} WholeGame
 * @typedef {import("../types").RuleText} RuleText
 * @typedef {import("../types").ConflictText} ConflictText
 * @typedef {import("../types").Term} Term
 */

import { games, Refused } from "../core/api.js";
import { go, here } from "../core/router.js";
import { gameCard, wholeGame } from "../core/rulebook.js";
import { hasAll, marked, searchable, soughtWords } from "../core/search.js";
import { settings, tab } from "../core/settings.js";
import { loadStyle } from "../core/styles.js";
import { inLanguage, wording } from "../core/wording.js";
import { linkTo, questionsFolded, sourceList, textsOf } from "../parts/relations.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { oneText } from "./rule.js";

const say = wording({
  title: { it: "Regole", en: "Rules" },
  choose: { it: "Le regole di quale gioco?", en: "The rules of which game?" },
  count: { it: "{rules} regole, {conflicts} punti aperti", en: "{rules} rules, {conflicts} open points" },
  search: { it: "Cerca nelle regole", en: "Search the rules" },
  found: { it: "{number} risultati", en: "{number} results" },
  one: { it: "Un risultato", en: "One result" },
  none: { it: "Nessuna regola ha queste parole. Prova con meno parole, o chiedi.", en: "No rule has these words. Try fewer words, or ask." },
  ask: { it: "Chiedilo", en: "Ask it" },
  more: { it: "Altri {number}: aggiungi una parola.", en: "{number} more: add a word." },
  exceptions: { it: "Eccezioni", en: "Exceptions" },
  open: { it: "Punti aperti", en: "Open points" },
  openTitle: { it: "Dove i testi non concordano o tacciono", en: "Where the texts disagree or are silent" },
  disagree: { it: "Non concordano, o si leggono in due modi", en: "They disagree, or can be read two ways" },
  silent: { it: "Tacciono", en: "They are silent" },
  glossary: { it: "Glossario", en: "Glossary" },
  also: { it: "anche: {names}", en: "also: {names}" },
  print: { it: "Stampa tutte le regole", en: "Print all the rules" },
  missing: { it: "Non c’è una regola {id}.", en: "There is no rule {id}." },
  all: { it: "Tutte le regole", en: "All the rules" },
});

const MOST_RESULTS = 40;

/** @param {RegExpExecArray} match @param {() => void} redraw @returns {Promise<import("../app.js").Screen>} */
export default async function open([, id], redraw) {
  try {
    const [known] = await Promise.all([games(), loadStyle("rules")]);
    if (!id) return settings.game ? allRules(await wholeGame(settings.game), redraw) : chooseGame();
    const named = decodeURIComponent(id).toUpperCase();
    const game = known.find(({ prefix }) => named.startsWith(`${prefix}-`));
    const whole = game && await wholeGame(game.id);
    const text = whole && textsOf(whole).get(named);
    return text ? oneText(text, whole) : failed(say("missing", { id: named.slice(0, 20) }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return failed(error.message);
  }
}

/** @param {string} fault @returns {import("../app.js").Screen} */
const failed = (fault) => ({
  title: () => say("title"),
  view: () => html`<p class="fault" role="alert">${fault}</p><p><a href="/rules" data-page>${say("all")}</a></p>`,
});

/** Leaves for the rules of the game that was chosen in the bar. */
const goToChosen = () => queueMicrotask(() => go(`/rules?game=${settings.game}`));

/** @returns {Promise<import("../app.js").Screen>} */
async function chooseGame() {
  const known = await games();
  return {
    title: () => say("title"),
    view: () => {
      if (settings.game) goToChosen();
      return html`
        <h1>${say("choose")}</h1>
        <ul class="shelf">${known.map(({ id, name, rules, conflicts }) => html`
          <li><a href="/rules?game=${id}" data-page data-game=${id}><span class="name">${name}</span>
            <span class="faint">${say("count", { rules, conflicts })}</span></a></li>`)}</ul>`;
    },
  };
}

/** @param {WholeGame} whole @param {() => void} redraw @returns {import("../app.js").Screen} */
function allRules(whole, redraw) {
  const { game, chapters, conflicts, terms } = whole;
  const kept = tab.get(`rules ${game}`);
  let sought = kept?.sought ?? "";
  /** The chapters that are open. @type {Set<string>} */
  const unfolded = new Set(kept?.unfolded);
  let isPrinting = false;
  const { hash } = here();
  if (hash) {
    sought = "";
    unfolded.add(hash);
    if (!history.state?.scrolled) requestAnimationFrame(() => document.getElementById(hash)?.scrollIntoView());
  }
  const texts = textsOf(whole);

  const keep = () => tab.set(`rules ${game}`, { sought, unfolded: [...unfolded] });

  /** All of it stands on paper, also what is folded. @param {Event} event */
  function print({ type }) {
    isPrinting = type === "beforeprint";
    redraw();
  }
  addEventListener("beforeprint", print);
  addEventListener("afterprint", print);

  return {
    title: () => `${say("title")} · ${gameCard(game)?.name}`,
    leave: () => { removeEventListener("beforeprint", print); removeEventListener("afterprint", print); },
    view: () => {
      if (settings.game !== game) goToChosen();
      const words = isPrinting ? [] : soughtWords(sought);
      return html`
        <h1>${say("title")} <span class="on-paper">${gameCard(game)?.name}</span></h1>
        <search class="sought"><input type="search" id="sought" autocomplete="off" aria-label=${say("search")} placeholder=${say("search")}
          .value=${sought} @input=${(/** @type {any} */ { target }) => { sought = target.value; keep(); redraw(); }}></search>
        ${words.length ? results(words) : contents()}`;
    },
  };

  function contents() {
    const open = conflicts.filter(({ conflict }) => conflict !== "gap");
    const gaps = conflicts.filter(({ conflict }) => conflict === "gap");
    return html`
      <div class="chapters">
        ${chapters.map(({ id, title, rules }) => chapter(id, inLanguage(title), rules.length, () => rules.map(ruleText)))}
        ${chapter("open", say("openTitle"), conflicts.length, () => [[say("disagree"), open], [say("silent"), gaps]].map(([heading, some]) => (some.length ? html`
          <h3>${heading}</h3>${/** @type {ConflictText[]} */ (some).map(conflictText)}` : nothing)))}
        ${chapter("glossary", say("glossary"), terms.length, () => html`<dl class="glossary">${byName(terms).map((term) => termText(term))}</dl>`)}
      </div>
      <p><button type="button" class="quiet" id="print" @click=${() => window.print()}>${say("print")}</button></p>`;
  }

  /** @param {string} id @param {string} title @param {number} number @param {() => unknown} body */
  function chapter(id, title, number, body) {
    const isOpen = isPrinting || unfolded.has(id);
    return html`
      <details class="chapter" id=${id} ?open=${isOpen} @toggle=${(/** @type {any} */ { target }) => {
        if (isPrinting || target.open === unfolded.has(id)) return;
        if (!unfolded.delete(id)) unfolded.add(id);
        keep();
        redraw();
      }}>
        <summary><h2>${title}</h2> <span class="faint">${number}</span></summary>
        ${isOpen ? html`<div class="body">${body()}</div>` : nothing}
      </details>`;
  }

  /** @param {RuleText} rule */
  function ruleText(rule) {
    const exceptions = rule.exceptions.flatMap((id) => texts.get(id) ?? []);
    return html`
      <article class="rule">
        <h3>${linkTo(rule)}</h3>
        <p>${inLanguage(rule.text)}</p>
        ${exceptions.length ? html`
          <div class="exceptions"><p class="faint">${say("exceptions")}</p><ul>${exceptions.map((one) => html`<li>${linkTo(one)}</li>`)}</ul></div>` : nothing}
        ${rule.conflicts.length ? html`<p class="faint">${say("open")}: ${rule.conflicts.map((id) => html`
          <a class="id" href="/rules/${id}" data-page>${id}</a> `)}</p>` : nothing}
        ${isPrinting ? sourceList(rule) : questionsFolded(rule)}
      </article>`;
  }

  /** @param {Term} term @param {string[]} [words] those that were looked for */
  function termText(term, words = []) {
    const names = term[settings.language];
    return html`
      <div class="term"><dt>${inLanguage(term.name)}</dt>
        <dd>${inLanguage(term.meaning)}
          ${names.length ? html`<span class="faint">${mark(say("also", { names: names.join(", ") }), words)}</span>` : nothing}
          <span class="ids">${term.rules.map((id) => html`<a class="id" href="/rules/${id}" data-page>${id}</a> `)}</span></dd></div>`;
  }

  /** @param {string[]} words */
  function results(words) {
    const { language } = settings;
    const rank = (/** @type {{ id: string, title: import("../types").Both, text: import("../types").Both }} */ { id, title, text }) =>
      [searchable([id, title[language]]), searchable([id, title[language], text[language]])].findIndex((inside) => hasAll(inside, words));
    const inQuestion = (/** @type {RuleText | ConflictText} */ { asks }) =>
      asks[language].find(({ q }) => hasAll(searchable([q]), words))?.q;
    const found = [...texts.values()].flatMap((text) => {
      const at = rank(text);
      const question = at < 0 ? inQuestion(text) : undefined;
      return at < 0 && !question ? [] : [{ text, question, rank: at < 0 ? 2 : at }];
    }).sort((one, other) => one.rank - other.rank);
    const named = byName(terms.filter((term) => hasAll(searchable([term.name.it, term.name.en, ...term[language]]), words)));
    const number = found.length + named.length;
    return html`
      <p class="faint" role="status">${number === 1 ? say("one") : number ? say("found", { number }) : say("none")}</p>
      ${number ? nothing : html`<p><a class="button" href="/?${new URLSearchParams({ q: sought, game })}" data-page>${say("ask")}</a></p>`}
      ${named.length ? html`<dl class="glossary">${named.map((term) => termText(term, words))}</dl>` : nothing}
      <div class="results">${found.slice(0, MOST_RESULTS).map(({ text, question }) => html`
        <article class="rule"><h2><a class="to" href="/rules/${text.id}" data-page><span class="id">${text.id}</span> <span>${mark(inLanguage(text.title), words)}</span></a></h2>
          <p>${mark(inLanguage(text.text), words)}</p>
          ${question ? html`<p class="faint">«${mark(question, words)}»</p>` : nothing}</article>`)}</div>
      ${found.length > MOST_RESULTS ? html`<p class="faint">${say("more", { number: found.length - MOST_RESULTS })}</p>` : nothing}`;
  }
}

/** @param {ConflictText} conflict */
const conflictText = (conflict) => html`
  <article class="rule"><h3>${linkTo(conflict)}</h3><p>${inLanguage(conflict.text)}</p></article>`;

/** @param {string} text @param {string[]} words */
const mark = (text, words) => marked(text, words).map(({ text: part, isFound }) => (isFound ? html`<mark>${part}</mark>` : part));

/** @param {Term[]} terms */
const byName = (terms) => [...terms].sort((one, other) => inLanguage(one.name).localeCompare(inLanguage(other.name), settings.language));
