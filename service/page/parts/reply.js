// @ts-check
/**
 * What an answer shows: what was understood, the ruling, what is still to be told, the rules and the conflicts.
 *
 * @typedef {import("../core/thread.js").Entry} Entry
 * @typedef {import("../types").Ruling} Ruling
 *
 * @typedef {object} Actions what can be done with it
 * @property {string} editing the path of the fact that is being changed; empty for none
 * @property {string} positionHref where its position is told in full; empty where it has none
 * @property {string[]} besidesHrefs the same of each further position
 * @property {(path: string) => void} edit opens the change of a fact, or closes it
 * @property {(path: string, value: unknown) => void} tell
 * @property {(path: string, value: any) => void} take an answer to what was asked
 * @property {(conflict: string, reading: string) => void} read rules by another reading
 * @property {(game: string) => void} choose
 * @property {() => void} detach asks it on its own, as no follow-up
 * @property {() => void} confirm rules on the position that it may hold
 * @property {() => void} share
 *
 * @typedef {object} Coming what there is before the answer
 * @property {import("../types").Citation[]} rules
 * @property {"yes" | "no" | "depends"} [verdict]
 * @property {Entry["answer"]["sentences"]} said
 */

import { labelOf, shapeAt, valueAt, valueWords } from "../core/facts.js";
import { bookOf, citation, entry as lookUpRule, gameCard, gameOf, procedureOf, wordsOf } from "../core/rulebook.js";
import { settings } from "../core/settings.js";
import { capital, wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { answerSlip, asksForGame, headOf, headOfRuling, ruleCards, wordFor } from "./answer.js";
import { conflictCards } from "./conflicts.js";
import { chipRow, factEditor, optionsOf, questionAsked } from "./facts.js";
import { perhapsBox } from "./perhaps.js";
import { ruleCard } from "./rules.js";
import { figureList, stepList } from "./ruling.js";

const say = wording({
  understood: { it: "Capito così: tocca per cambiare", en: "As understood: tap to change" },
  follows: { it: "A seguito di: {question}", en: "Following up: {question}" },
  detach: { it: "Chiedi da sola", en: "Ask on its own" },
  missing: { it: "Per decidere serve sapere", en: "To rule, I need to know" },
  steps: { it: "Passo per passo", en: "Step by step" },
  share: { it: "Condividi", en: "Share" },
  position: { it: "Apri come posizione", en: "Open as a position" },
  found: { it: "Regole trovate", en: "Rules found" },
  yours: { it: "Al vostro tavolo", en: "At your table" },
});

const MOST_STEPS = 4;

/** The word of an entry and why, as it stands after whatever was changed. @param {Entry} entry */
export const headOfEntry = ({ answer, change }) =>
  (change ? headOfRuling(change.ruling, answer.sentences[0]?.cites[0]) : headOf(answer));

/** @param {Coming} coming */
export const comingView = ({ rules, verdict, said }) => html`
  ${verdict || said.length
    ? answerSlip({ kind: verdict ?? "explained", word: verdict ? wordFor(verdict) : "", rest: said }, settings.language) : nothing}
  <section class="stack"><h2>${say("found")}</h2>
    ${rules.map((rule) => ruleCard(rule, { book: bookOf(rule.rule, rule.source.document) }))}</section>`;

/** @param {Entry} entry @param {Actions} actions @param {() => void} redraw */
export function replyView(entry, actions, redraw) {
  const { answer, change, follows } = entry;
  const { language } = answer;
  const ruling = change?.ruling ?? answer.ruling;
  const head = headOfEntry(entry);
  const conflicts = conflictsOf(entry, head);
  const open = new Set(conflicts.map(({ id }) => id));
  const isSaidBelow = (/** @type {{ cites: string[] }} */ { cites }) => cites.length > 0 && cites.every((id) => open.has(id));
  const perhaps = change ? undefined : answer.perhaps;
  const rest = ruling?.answer ? [] : head.rest.filter((one) => !isSaidBelow(one) && one.text !== answer.perhaps?.says);
  const rules = rulesOf(entry, redraw).filter(({ rule }) => !open.has(rule));
  const cited = new Set(change ? rules.map(({ rule }) => rule) : answer.sentences.flatMap(({ cites }) => cites));
  const shown = { language, ...(ruling && answer.position && { take: actions.read }) };
  const game = settings.game || asksForGame(answer) ? undefined : gameCard(answer.game);
  return html`
    ${follows ? html`
      <p class="faint row"><span>${say("follows", { question: follows.question })}</span>
        <button type="button" class="quiet" @click=${actions.detach}>${say("detach")}</button></p>` : nothing}
    ${factsOf(entry, ruling, actions, redraw)}
    <div class="stack">
      ${game ? html`<p class="faint" id="about">${game.name}</p>` : nothing}
      ${answerSlip({ ...head, rest }, language, ruling ? figuresOf(ruling) : nothing)}
    </div>
    ${yoursOf(change ? change.ruling?.yours : answer.yours, language)}
    ${perhaps ? perhapsBox(perhaps, language, actions.positionHref, actions.confirm) : nothing}
    ${questionOf(entry, ruling, actions, redraw)}
    ${ruling ? stepsOf(ruling, language) : nothing}
    ${answer.game ? html`
      <div class="row">
        <button type="button" @click=${actions.share}>${say("share")}</button>
        ${actions.positionHref && !perhaps ? html`<a class="button" href=${actions.positionHref} data-page>${say("position")}</a>` : nothing}
      </div>` : nothing}
    ${(answer.also ?? []).map((one, at) => besides(one, actions.besidesHrefs[at], language))}
    ${conflictCards(conflicts.filter(({ said }) => said.length), shown, redraw)}
    ${ruleCards(rules, cited, language)}
    ${conflictCards(conflicts.filter(({ said }) => !said.length), shown, redraw)}`;
}

/** A further position of the same question, ruled on by itself. @param {import("../types").RuledBesides} one @param {string | undefined} href where it is told in full @param {"it" | "en"} language */
const besides = ({ question, understood, ruling }, href, language) => html`
  <section class="stack besides" lang=${language}>
    <h2>«${question}»</h2>
    ${understood.length ? html`<p class="faint">${understood.map(({ says }) => says).join(" · ")}</p>` : nothing}
    ${answerSlip(headOfRuling(ruling), language, html`${figuresOf(ruling)}${leadsTo(ruling)}`)}
    ${yoursOf(ruling.yours, language)}
    ${stepsOf(ruling, language)}
    ${href ? html`<div class="row"><a class="button" href=${href} data-page>${say("position")}</a></div>` : nothing}
  </section>`;

/** What it hangs on, and where each answer leads. @param {Ruling} ruling */
const leadsTo = ({ hangs_on }) => (hangs_on ? html`
  <p>${hangs_on.question}</p>
  <ul>${(hangs_on.branches ?? []).map(({ says, answer }) => html`<li>${capital(says)} → <strong>${answer?.says}</strong></li>`)}</ul>` : nothing);

/** What house rules and errata make of it. @param {import("../types").Yours | undefined} yours @param {"it" | "en"} language */
const yoursOf = (yours, language) => (yours ? html`
  <section class="stack" lang=${language}><h2>${say("yours")}</h2>
    <p>${yours.says}</p>
    ${yours.rules.map(({ id, text }) => html`<p class="faint">${text} [${id}]</p>`)}</section>` : nothing);

/** All that comes of it, where no one word is the answer. @param {Ruling} ruling */
const figuresOf = ({ answer, outcome_says }) => (answer?.verdict === "explained" ? figureList(outcome_says) : nothing);

/** How it was ruled, folded where it takes more than a glance. @param {Ruling} ruling @param {"it" | "en"} language */
const stepsOf = ({ steps }, language) => (steps.length > 1 ? html`
  <details class="card" lang=${language} ?open=${steps.length <= MOST_STEPS}>
    <summary>${say("steps")} <span class="faint">${steps.length}</span></summary>
    <div class="body">${stepList(steps)}</div>
  </details>` : nothing);

/** What was understood, what was told since, and what was taken as usual. @param {Entry} entry @param {Ruling | null} ruling @param {Actions} actions @param {() => void} redraw */
function factsOf({ answer, change }, ruling, { editing, positionHref, edit, tell }, redraw) {
  const { position, language } = answer;
  const understood = change && answer.perhaps ? answer.perhaps.understood : answer.understood;
  if (!position || !(understood.length || change)) return nothing;
  const { schema, words } = aboutPosition(position.procedure, redraw);
  const state = change?.state ?? position.state;
  const told = change?.told ?? [];
  const assumed = (ruling?.assumed ?? []).map(({ field, value, says }) => ({ path: field, value, says, assumed: true }));
  // A text that nobody said is a name that only tells one figure from another.
  const said = understood.filter(({ field, words: by }) => by || !schema || shapeAt(schema, field).kind !== "text");
  const paths = [...new Set([...said.map(({ field }) => field), ...told])].filter((path) => valueAt(state, path) !== undefined);
  const chips = [...paths.map((path) => ({ path, says: saysOf(path) })), ...assumed];
  return html`
    <section class="stack" lang=${language}><h2>${say("understood")}</h2>
      ${chipRow(chips, editing, edit)}
      ${editing && schema ? factEditor({
        shape: shapeAt(schema, editing), words, language, position: positionHref,
        value: valueAt(state, editing) ?? assumed.find(({ path }) => path === editing)?.value,
      }, (value) => tell(editing, value), () => edit(editing)) : nothing}
    </section>`;

  /** @param {string} path */
  function saysOf(path) {
    const read = understood.find(({ field }) => field === path);
    if (read && !told.includes(path)) return read.says;
    const label = schema ? labelOf(words, shapeAt(schema, path), language) : path;
    return `${label}: ${valueWords(valueAt(state, path), words, language)}`;
  }
}

/** The one fact that is asked for before it can be ruled. @param {Entry} entry @param {Ruling | null} ruling @param {Actions} actions @param {() => void} redraw */
function questionOf({ answer, change }, ruling, { editing, positionHref, take, tell, choose }, redraw) {
  const { language, missing, position } = answer;
  if (asksForGame(answer)) {
    const games = new Set(answer.citations.map(({ rule }) => gameOf(rule)).filter((game) => game !== undefined));
    return questionAsked(missing[0].question, [...games].map(({ id, name }) => ({ says: name, take: () => choose(id) })), language);
  }
  const asked = ruling?.answer?.verdict === "depends" ? ruling.hangs_on : undefined;
  if (asked && position) {
    const { schema, words } = aboutPosition(position.procedure, redraw);
    if (asked.branches) {
      const name = (/** @type {unknown} */ value) => valueWords(value, words, language);
      const options = words ? optionsOf(asked.branches, name, (value) => take(asked.field, value)) : [];
      return questionAsked(asked.question, options, language);
    }
    if (!schema || editing === asked.field) return nothing;
    const fact = { shape: shapeAt(schema, asked.field), words, language, position: positionHref, value: undefined };
    return factEditor({ ...fact, question: asked.question }, (value) => tell(asked.field, value));
  }
  if (change || answer.also || !answer.game || !missing.length) return nothing;  // a further position says itself what it lacks
  return html`
    <section class="stack" lang=${language}><h2>${say("missing")}</h2>
      <ul class="stack">${missing.map(({ question }) => html`<li>${question}</li>`)}</ul></section>`;
}

/** What its facts may be, and what they are called. @param {string} procedure @param {() => void} redraw */
const aboutPosition = (procedure, redraw) => ({
  schema: procedureOf(procedure, redraw)?.schema,
  words: wordsOf(procedure.split(".")[0], redraw),
});

/** @param {Entry} entry @param {() => void} redraw @returns {import("../types").Citation[]} */
function rulesOf({ answer, change, edition }, redraw) {
  if (!change) return answer.game ? answer.citations : [];  // what was found near a question about no game is no rule of it
  const ids = [...new Set(change.ruling.steps.map(({ rule }) => rule))];
  return ids.flatMap((id) => {
    const about = lookUpRule(id, redraw);
    return about ? [citation(about, answer.language, edition)] : [];
  });
}

/** @param {Entry} entry @param {import("./answer.js").Head} head @returns {import("./conflicts.js").Open[]} */
function conflictsOf({ answer, change }, { rest }) {
  if (change) return change.ruling.rests_on.map(({ conflict, taken }) => ({ id: conflict, taken, said: [] }));
  return answer.conflicts.map(({ id, taken }) => ({ id, taken, said: rest.filter(({ cites }) => cites.length === 1 && cites[0] === id) }));
}
