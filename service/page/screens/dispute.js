// @ts-check
/** Two players disagree: which of them the ruling bears out, and the step that decides, for both to read. */

import { games, postJson, Refused } from "../core/api.js";
import { here, rename } from "../core/router.js";
import { gameCard, lookUp } from "../core/rulebook.js";
import { settings, tab } from "../core/settings.js";
import { corpusOf, disputeAddress, haveTextsChanged, questionAddress } from "../core/share.js";
import { wording } from "../core/wording.js";
import { answerSlip, headOf, ruleCards, sentence } from "../parts/answer.js";
import { conflictCards } from "../parts/conflicts.js";
import { share } from "../parts/share.js";
import { slip } from "../parts/slip.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";

const say = wording({
  title: { it: "Disputa", en: "Dispute" },
  intro: { it: "Due la vedono in modo diverso: chi ha ragione?", en: "Two see it differently: who is right?" },
  a: { it: "A dice", en: "A says" },
  b: { it: "B dice", en: "B says" },
  position: { it: "Che cosa succede al tavolo (se serve)", en: "What is going on at the table (if it matters)" },
  example: { it: "Per esempio", en: "For example" },
  settle: { it: "Chi ha ragione?", en: "Who is right?" },
  looking: { it: "Sento le due parti…", en: "Hearing both sides…" },
  both: { it: "Scrivi che cosa dice ciascuno dei due.", en: "Write what each of the two says." },
  aRight: { it: "Ha ragione A", en: "A is right" },
  bRight: { it: "Ha ragione B", en: "B is right" },
  bothRight: { it: "Hanno ragione entrambi", en: "Both are right" },
  neither: { it: "Hanno torto entrambi", en: "Neither is right" },
  aWrong: { it: "Ha torto A", en: "A is wrong" },
  bWrong: { it: "Ha torto B", en: "B is wrong" },
  open: { it: "Non si può dire", en: "It cannot be told" },
  openWhy: {
    it: "Da come è raccontata, la decisione non dà né torto né ragione. Racconta meglio la posizione, o chiedi.",
    en: "As it is told, the ruling bears neither of them out. Tell more of the position, or ask.",
  },
  right: { it: "ha ragione", en: "is right" },
  wrong: { it: "ha torto", en: "is wrong" },
  untold: { it: "non si può dire", en: "cannot be told" },
  decides: { it: "Il passo che decide", en: "The step that decides" },
  ruling: { it: "La decisione", en: "The ruling" },
  share: { it: "Condividi", en: "Share" },
  ask: { it: "Aprila come domanda", en: "Open it as a question" },
  changed: {
    it: "I testi delle regole sono cambiati da quando è stato fatto questo collegamento: la decisione può essere un’altra.",
    en: "The rules’ texts have changed since this link was made: the ruling may be another one.",
  },
});

/**
 * @typedef {import("../types").Dispute} Dispute
 * @typedef {{ a: string, b: string, position: string }} Told
 *
 * @param {RegExpExecArray} _ @param {() => void} redraw @returns {import("../app.js").Screen}
 */
export default function open(_, redraw) {
  const asked = here().query;
  const kept = tab.get("dispute");
  const same = kept?.address === location.search ? kept : undefined;
  const from = (/** @type {string} */ name) => asked.get(name)?.trim() ?? "";
  /** @type {Told} */
  const told = same?.told ?? { a: from("a"), b: from("b"), position: from("position") };
  /** @type {Dispute | undefined} */
  let settled = same?.settled;
  let fault = "";
  let busy = false;
  let outdated = false;
  let left = false;
  /** @type {AbortController | undefined} */
  let working;

  const keep = () => tab.set("dispute", { address: location.search, told, settled });

  async function settle() {
    const [a, b, position] = [told.a.trim(), told.b.trim(), told.position.trim()];
    if (!a || !b) {
      fault = say("both");
      redraw();
      return document.getElementById(a ? "b" : "a")?.focus();
    }
    working?.abort();
    const mine = working = new AbortController();
    const { game } = settings;
    const edition = game && settings.edition;
    [settled, fault, busy] = [undefined, "", true];
    redraw();
    try {
      settled = await postJson("/v1/dispute", { a, b, position, ...(game && { game }), ...(edition && { edition }) }, mine.signal);
      const corpus = await corpusOf(/** @type {Dispute} */ (settled).answer.game);
      if (mine.signal.aborted) return;
      rename(disputeAddress({ a, b, position, game, edition, corpus }));
      keep();
      redraw();
      document.querySelector(".slip")?.scrollIntoView({ block: "start" });
    } catch (error) {
      if (mine.signal.aborted) return;
      if (!(error instanceof Refused)) throw error;
      fault = error.message;
    } finally {
      if (working === mine) busy = false;
      redraw();
    }
  }

  async function begin() {
    await games().catch(() => []);
    outdated = await haveTextsChanged(settled?.answer.game ?? from("game"), asked.get("corpus")).catch(() => false);
    if (left) return;
    if (!settled && !same && told.a && told.b) settle();
    redraw();
  }

  begin();

  return {
    title: () => say("title"),
    leave: () => { left = true; working?.abort(); },
    view: () => html`
      <h1>${say("intro")}</h1>
      <form class="stack dispute" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); settle(); }}>
        <div class="sides">${side("a")}${side("b")}</div>
        ${side("position")}
        <button class="strong">${say("settle")}</button>
      </form>
      <p class="faint" role="status" ?hidden=${!busy}>${say("looking")}</p>
      ${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}
      ${outdated && settled ? html`<p class="notice">${say("changed")}</p>` : nothing}
      <p class="unseen" role="status">${settled ? wordOf(settled) : nothing}</p>
      <div class="answer">${settled ? verdictView(settled) : nothing}</div>
      ${settled || busy ? nothing : example()}`,
  };

  /** Two who differ, of the game that is chosen or else of any. */
  function example() {
    const all = lookUp("/page/disputes.json", redraw) ?? {};
    const some = settings.game ? [all[settings.game]] : Object.values(all);
    const [[a, b] = []] = some.map((one) => one?.[settings.language]);
    return a ? html`
      <section class="stack examples"><h2>${say("example")}</h2>
        <button type="button" @click=${() => { Object.assign(told, { a, b, position: "" }); settle(); }}>
          <span>${say("a")}: ${a}</span><span>${say("b")}: ${b}</span></button>
      </section>` : nothing;
  }

  /** @param {keyof Told} name */
  function side(name) {
    return html`
      <div class="stack"><label for=${name}>${say(name)}</label>
        <textarea id=${name} rows="1" maxlength="1000" autocomplete="off" .value=${live(told[name])}
          @input=${(/** @type {any} */ event) => { told[name] = event.target.value; keep(); }}></textarea></div>`;
  }

  /** @param {Dispute} dispute */
  function verdictView(dispute) {
    const { claims, step, answer } = dispute;
    const { language } = answer;
    const word = wordOf(dispute);
    const kind = kindOf(dispute);
    const head = headOf(answer);
    const open = new Set(answer.conflicts.map(({ id }) => id));
    const rules = answer.game ? answer.citations.filter(({ rule }) => !open.has(rule)) : [];
    return html`
      ${slip({ kind, word, why: kind === "silent" ? say("openWhy") : undefined }, html`
        <ul class="claims">${claims.map(({ text, borne_out: found }, at) => html`
          <li data-kind=${found === null ? "silent" : found ? "yes" : "no"}>
            <span class="letter" aria-hidden="true">${"AB"[at]}</span>
            <span><span class="unseen">${"AB"[at]}: </span>${text} <strong>${say(found === null ? "untold" : found ? "right" : "wrong")}</strong></span>
          </li>`)}</ul>
        ${step ? html`<div class="deciding" lang=${language}><h2>${say("decides")}</h2>
          <p>${sentence({ text: step.says, cites: [step.rule] })}</p></div>` : nothing}`)}
      <section class="stack"><h2>${say("ruling")}</h2>
        <p class="faint" lang=${language}>${answer.question}</p>
        ${answerSlip({ ...head, rest: head.rest.slice(0, 3) }, language)}</section>
      <div class="row">
        <button type="button" @click=${() => shareDispute(dispute, word)}>${say("share")}</button>
        <a class="button" href=${questionAddress({ question: answer.question, game: settings.game, edition: settings.game && settings.edition })} data-page>${say("ask")}</a>
      </div>
      ${conflictCards(answer.conflicts.map(({ id, taken }) => ({ id, taken, said: [] })), { language }, redraw)}
      ${ruleCards(rules, new Set(answer.sentences.flatMap(({ cites }) => cites)), language)}`;
  }

  /** @param {Dispute} dispute @param {string} word */
  function shareDispute(dispute, word) {
    const { claims, step, answer } = dispute;
    share({
      address: location.pathname + location.search,
      question: claims.map(({ text }, at) => `${"AB"[at]}: ${text}`).join(" · "),
      word, kind: kindOf(dispute), why: step?.says ?? answer.sentences[0]?.text ?? "", rules: step ? [step.rule] : answer.sentences[0]?.cites ?? [],
      game: gameCard(answer.game)?.name ?? "",
    });
  }
}

/** The tone it is said in. @param {Dispute} dispute @returns {import("../parts/slip.js").Kind} */
const kindOf = ({ claims }) =>
  (claims.some(({ borne_out: found }) => found) ? "yes" : claims.some(({ borne_out: found }) => found === false) ? "no" : "silent");

/** Who is right, in a word. @param {Dispute} dispute */
function wordOf({ claims: [a, b] }) {
  const [ofA, ofB] = [a.borne_out, b.borne_out];
  if (ofA && ofB) return say("bothRight");
  if (ofA) return say("aRight");
  if (ofB) return say("bRight");
  if (ofA === false && ofB === false) return say("neither");
  if (ofA === false) return say("aWrong");
  return say(ofB === false ? "bWrong" : "open");
}
