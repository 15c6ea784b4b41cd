// @ts-check
/**
 * An answer as it is read: its word, why, and the rules; the engine's ruling where there is one.
 *
 * @typedef {import("../types").Answer} Answer
 * @typedef {import("../types").Ruling} Ruling
 * @typedef {Answer["sentences"][number]} Sentence
 *
 * @typedef {object} Head
 * @property {import("./slip.js").Kind} kind
 * @property {string} word
 * @property {Sentence} [why]
 * @property {Sentence[]} rest
 */

import { bookOf } from "../core/rulebook.js";
import { wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { cite, ruleCard } from "./rules.js";
import { slip } from "./slip.js";

const say = wording({
  yes: { it: "Sì", en: "Yes" },
  no: { it: "No", en: "No" },
  depends: { it: "Dipende", en: "It depends" },
  differ: { it: "I testi non concordano", en: "The texts do not agree" },
  whichGame: { it: "Dipende dal gioco", en: "It depends on the game" },
  silent: { it: "Le regole non lo dicono", en: "The rules do not say" },
  unsure: { it: "Non è sicuro: le regole più vicine", en: "Not sure: these are the nearest rules" },
  foreign: { it: "Non riguarda questi giochi", en: "Not about these games" },
  impossible: { it: "Questa posizione non può esistere", en: "This position cannot exist" },
  cited: { it: "Regole citate", en: "Rules cited" },
  beside: { it: "Che cosa può prevalere", en: "What may overrule them" },
});

/** An answer in the rules' own words that is as likely wrong as right is no ruling. */
const SURE = 0.5;
const RULING_WORD = /^(yes|no|sì)(?![\wàèéìòù])[\s,;:.–-]*/i;
const NUMBER = /^(\d+(?: (?:o|or|to|a) \d+)?|(?:two|three|four|five|six|seven|eight|nine|ten|due|tre|quattro|cinque|sei|sette|otto|nove|dieci)(?=[;:,.]))[\s,;:.–-]*/i;
const SILENT = /^(?:The rules (?:of .+ )?do not say|Le regole (?:di .+ )?non lo dicono)[.:,]?\s*/;
const FOREIGN = /^(?:The question is not about these games|La domanda non riguarda questi giochi)[:.]?\s*/;

/** @param {Answer} answer @returns {Head} */
export function headOf(answer) {
  const { language, sentences, verdict, ruling } = answer;
  const word = (/** @type {Parameters<typeof say>[0]} */ key) => say(key, {}, language);
  const [first, ...rest] = sentences;
  const head = (/** @type {Head["kind"]} */ kind, /** @type {string} */ lead, /** @type {RegExp | string} */ stripped) =>
    ({ kind, word: lead, why: without(first, stripped), rest });
  if (!answer.game) return head("foreign", word("foreign"), FOREIGN);
  if (asksForGame(answer)) return { kind: "depends", word: word("whichGame"), rest: sentences };
  if (ruling?.answer) return head(kindOf(ruling), wordOf(ruling), `${ruling.answer.says}`);
  if (answer.abstained || verdict === "unknown") return head("silent", word("silent"), SILENT);
  if (first?.text.startsWith(word("impossible"))) return head("no", word("impossible"), word("impossible"));
  if (verdict === "explained" && answer.confidence < SURE)
    return { kind: "unsure", word: word("unsure"), rest: sentences };
  const lead = first?.text.match(RULING_WORD)?.[1] ?? (verdict === "value" ? first?.text.match(NUMBER)?.[1] : undefined);
  if (lead && verdict !== "explained") return head(verdict, lead.charAt(0).toUpperCase() + lead.slice(1), lead);
  const differ = answer.conflicts.some(({ readings }) => Object.keys(readings).length);
  return head(verdict, verdict === "value" || verdict === "explained" ? "" : word(verdict === "depends" && differ ? "differ" : verdict), "");
}

/** The word of a verdict, in the page's language. @param {"yes" | "no" | "depends"} verdict */
export const wordFor = (verdict) => say(verdict);

/** Whether a question may be about more games than one. @param {Answer} answer */
export const asksForGame = ({ game, missing }) => Boolean(game) && missing[0]?.field === "game";

/** The head of a ruling that no answer was written to. @param {Ruling} ruling @param {string} [rule] the one that decided before @returns {Head} */
export function headOfRuling(ruling, rule) {
  const steps = ruling.steps.some(({ bars }) => bars) ? ruling.steps.filter(({ bars }) => bars) : ruling.steps;
  const step = steps.findLast((one) => one.rule === rule) ?? steps.at(-1);
  return { kind: kindOf(ruling), word: wordOf(ruling), why: step && { text: step.says, cites: [step.rule] }, rest: [] };
}

/** @param {Ruling} ruling @returns {Head["kind"]} */
const kindOf = ({ answer }) => (!answer || answer.verdict === "unknown" ? "silent" : answer.verdict);

/** Its answer in large type; where all that comes of it was asked, no one word is the answer. @param {Ruling} ruling */
const wordOf = ({ answer, verdict }) => (answer?.verdict === "explained" && verdict !== "choice" ? "" : answer?.says ?? "");

/** The sentence without the words that stand above it in large type; none where nothing is left. @param {Sentence | undefined} sentence @param {RegExp | string} lead @returns {Sentence | undefined} */
function without(sentence, lead) {
  if (!sentence) return undefined;
  const { text, cites } = sentence;
  const rest = typeof lead === "string"
    ? (text.startsWith(lead) ? text.slice(lead.length).replace(/^[\s,;:.–-]+/, "") : text)
    : text.replace(lead, "");
  return rest ? { text: rest.charAt(0).toUpperCase() + rest.slice(1), cites } : undefined;
}

/** @param {Sentence} said */
export const sentence = ({ text, cites }) => html`<span>${text} ${cites.map((id) => html` ${cite(id)}`)}</span>`;

/** The slip of a head, with the sentences that follow. @param {Head} head @param {"it" | "en"} language @param {unknown} [rest] */
export const answerSlip = ({ kind, word, why, rest: sentences }, language, rest) =>
  slip({ kind, word, why: why && sentence(why), lang: language }, html`
    ${sentences.map((one) => html`<p>${sentence(one)}</p>`)}${rest ?? nothing}`);

/**
 * The rules as cards: those that are cited, the first one open, then those that may overrule them.
 *
 * @param {import("../types").Citation[]} rules @param {Set<string>} cited @param {"it" | "en"} language
 */
export function ruleCards(rules, cited, language) {
  const groups = [rules.filter(({ rule }) => cited.has(rule)), rules.filter(({ rule }) => !cited.has(rule))];
  return groups.map((group, at) => (group.length ? html`
    <section class="stack"><h2>${say(at ? "beside" : "cited")}</h2>
      ${group.map((rule, place) => ruleCard(rule, {
        open: at === 0 && place === 0, lang: language, book: bookOf(rule.rule, rule.source.document),
      }))}
    </section>` : nothing));
}
