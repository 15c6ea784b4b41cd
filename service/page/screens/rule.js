// @ts-check
/**
 * One rule, or one place where the texts disagree or are silent, with all that it leads to.
 *
 * @typedef {import("../types").WholeGame} WholeGame
 * @typedef {import("../types").RuleText} RuleText
 * @typedef {import("../types").ConflictText} ConflictText
 */

import { go } from "../core/router.js";
import { gameCard } from "../core/rulebook.js";
import { settings } from "../core/settings.js";
import { inLanguage, wording } from "../core/wording.js";
import { booksOf } from "../parts/conflicts.js";
import { questionList, related, sourceList, textsOf } from "../parts/relations.js";
import { share } from "../parts/share.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

const say = wording({
  all: { it: "Regole", en: "Rules" },
  openChapter: { it: "Punti aperti", en: "Open points" },
  exceptions: { it: "Le sue eccezioni", en: "Its exceptions" },
  exceptionTo: { it: "È un’eccezione a", en: "An exception to" },
  overrides: { it: "Prevale su", en: "Goes before" },
  overridden: { it: "Cede a", en: "Gives way to" },
  sumsUp: { it: "Riassume", en: "Sums up" },
  see: { it: "Vedi anche", en: "See also" },
  conflicts: { it: "Dove i testi non concordano o tacciono", en: "Where the texts disagree or are silent" },
  words: { it: "Le sue parole", en: "Its words" },
  asked: { it: "Domande al tavolo", en: "Asked at the table" },
  rules: { it: "Le regole in questione", en: "The rules in question" },
  edition: { it: "Le edizioni non concordano", en: "The editions disagree" },
  contradiction: { it: "Il testo si contraddice", en: "The text contradicts itself" },
  ambiguity: { it: "Il testo si legge in due modi", en: "The text can be read two ways" },
  gap: { it: "Il testo tace", en: "The text is silent" },
  taken: { it: "lettura in uso", en: "reading in use" },
  why: { it: "Perché questa", en: "Why this one" },
  missing: { it: "Che cosa lo deciderebbe", en: "What would settle it" },
  share: { it: "Condividi", en: "Share" },
  before: { it: "Precedente", en: "Previous" },
  after: { it: "Seguente", en: "Next" },
});

/** @param {RuleText | ConflictText} text @param {WholeGame} whole @returns {import("../app.js").Screen} */
export function oneText(text, whole) {
  const { id, title, text: words } = text;
  const texts = textsOf(whole);
  const card = gameCard(whole.game);
  const chosen = settings.game;
  const chapter = whole.chapters.find(({ rules }) => rules.some((rule) => rule === text));
  const all = [...texts.keys()];
  const at = all.indexOf(id);

  return {
    title: () => `${id} ${inLanguage(title)}`,
    view: () => {
      if (settings.game !== chosen) queueMicrotask(() => go(`/rules?game=${settings.game}`));
      return html`
        <article class="one-rule" data-game=${whole.game}>
          <a class="back" href="/rules?game=${whole.game}#${chapter?.id ?? "open"}" data-page>‹ ${card?.name}, ${chapter ? inLanguage(chapter.title) : say("openChapter")}</a>
          <header><p class="id">${id}</p><h1>${inLanguage(title)}</h1></header>
          ${text.kind === "rule" ? ruleBody(text) : conflictBody(text)}
          ${text.asks[settings.language].length ? html`<section class="related"><h2>${say("asked")}</h2>${questionList(text)}</section>` : nothing}
          <div class="row"><button type="button" id="share" @click=${() => share({
            address: `/rules/${id}`, question: "", kind: "value", word: inLanguage(title), why: inLanguage(words), rules: [id], game: card?.name ?? "",
          })}>${say("share")}</button></div>
          <nav class="turn">${neighbour(all[at - 1], "before")}${neighbour(all[at + 1], "after")}</nav>
        </article>`;
    },
  };

  /** @param {RuleText} rule */
  function ruleBody(rule) {
    const { exceptions, exception_to, overrides, sums_up, see, conflicts } = rule;
    const overridden = [...texts.values()].filter((one) => one.kind === "rule" && one.overrides.includes(id)).map((one) => one.id);
    const above = [...exceptions, ...exception_to, ...overrides, ...overridden, ...conflicts, ...sums_up];
    const terms = whole.terms.filter(({ rules }) => rules.includes(id));
    return html`
      <p class="law">${inLanguage(words)}</p>
      ${sourceList(rule)}
      ${related(say("exceptions"), exceptions, texts)}
      ${related(say("exceptionTo"), exception_to, texts)}
      ${related(say("overrides"), overrides, texts)}
      ${related(say("overridden"), overridden, texts)}
      ${related(say("conflicts"), conflicts, texts)}
      ${related(say("sumsUp"), sums_up, texts)}
      ${related(say("see"), see.filter((other) => !above.includes(other)), texts)}
      ${terms.length ? html`<section class="related"><h2>${say("words")}</h2><dl class="glossary">${terms.map(({ name, meaning }) => html`
        <div class="term"><dt>${inLanguage(name)}</dt><dd>${inLanguage(meaning)}</dd></div>`)}</dl></section>` : nothing}`;
  }

  /** @param {ConflictText} conflict */
  function conflictBody({ conflict, readings, why, missing, rules, ...about }) {
    const taken = about.editions[settings.edition] ?? about.default;
    return html`
      <p class="kind">${say(conflict)}</p>
      <p class="law">${inLanguage(words)}</p>
      <ul class="readings">${Object.entries(readings).map(([reading, gives]) => html`
        <li aria-current=${reading === taken ? "true" : nothing}>
          <p class="faint">${booksOf({ ...about, readings }, reading)} ${reading === taken ? html`<strong>${say("taken")}</strong>` : nothing}</p>
          <p>${inLanguage(gives)}</p></li>`)}</ul>
      ${why ? html`<section class="related"><h2>${say("why")}</h2><p>${inLanguage(why)}</p></section>` : nothing}
      ${missing ? html`<section class="related"><h2>${say("missing")}</h2><p>${inLanguage(missing)}</p></section>` : nothing}
      ${related(say("rules"), rules, texts)}`;
  }

  /** @param {string | undefined} other @param {"before" | "after"} side */
  function neighbour(other, side) {
    const next = other && texts.get(other);
    return next ? html`
      <a href="/rules/${next.id}" data-page class=${side}><span class="faint">${say(side)}</span><span>${inLanguage(next.title)}</span></a>` : html`<span></span>`;
  }
}
