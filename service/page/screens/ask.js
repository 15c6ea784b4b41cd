// @ts-check
/**
 * A question and its answer: the ruling first, then why, then the rules. What was understood can be changed, and the
 * ruling follows; a further question follows up the answer; earlier ones stay below, folded.
 *
 * @typedef {import("../core/thread.js").Entry} Entry
 */

import { adjudicate, ask, games, Refused } from "../core/api.js";
import { isRange, withValue } from "../core/facts.js";
import { here, rename } from "../core/router.js";
import { gameCard, lookUp } from "../core/rulebook.js";
import { settings, tab } from "../core/settings.js";
import { haveTextsChanged, corpusOf, positionAddress, questionAddress } from "../core/share.js";
import { clear, find, isSame, keep, thread } from "../core/thread.js";
import { wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";

/** What shows answers; the question field does not wait for it. @type {typeof import("../parts/shown.js") | undefined} */
let answers;
let isUnloaded = false;
const loading = import("../parts/shown.js").then((loaded) => { answers = loaded; }, () => { isUnloaded = true; });

const say = wording({
  title: { it: "Chiedi", en: "Ask" },
  question: { it: "La tua domanda", en: "Your question" },
  placeholder: { it: "Che cosa succede al tavolo? Scrivilo come lo diresti.", en: "What is going on at the table? Say it in your words." },
  send: { it: "Chiedi", en: "Ask" },
  examples: { it: "Per esempio", en: "For example" },
  looking: { it: "Cerco le regole…", en: "Looking up the rules…" },
  found: { it: "Regole trovate. Preparo la risposta…", en: "Rules found. Writing the answer…" },
  ruling: { it: "Decido…", en: "Ruling…" },
  waiting: {
    it: "La domanda aspetta: rispondo appena è pronto.",
    en: "Your question waits: the answer comes as soon as this is done.",
  },
  follow: { it: "E se…? Continua da qui", en: "And if…? Go on from here" },
  followUp: { it: "Continua", en: "Follow up" },
  unloaded: {
    it: "Una parte della pagina non è arrivata: ricaricala per vedere la risposta.",
    en: "A part of the page did not come: load it again to see the answer.",
  },
  impossible: { it: "Questa posizione non può esistere.", en: "This position cannot exist." },
  unfit: { it: "Questo valore qui non va: {problem}.", en: "That value does not fit here: {problem}." },
  changed: {
    it: "I testi delle regole sono cambiati da quando è stato fatto questo collegamento: la risposta può essere un’altra.",
    en: "The rules’ texts have changed since this link was made: the answer may be another one.",
  },
});

/** @param {RegExpExecArray} _ @param {() => void} redraw @returns {import("../app.js").Screen} */
export default function open(_, redraw) {
  const asked = here().query;
  let question = asked.get("q")?.trim() ?? "";
  let further = "";
  /** @type {"" | "looking" | "found" | "ruling" | "waiting"} */
  let state = "";
  let fault = "";
  let outdated = false;
  let left = false;
  /** The path of the fact that is being changed. */
  let editing = "";
  /** @type {Entry | undefined} */
  let shown;
  /** @type {import("../parts/reply.js").Coming | undefined} */
  let coming;
  /** Where the position of what is shown is told in full. */
  let positionHref = "";
  /** The same of each further position. @type {string[]} */
  let besidesHrefs = [];
  /** @type {AbortController | undefined} */
  let working;

  /** What was written here last goes before what the address says. */
  const draft = tab.get("draft");
  const isDraft = draft?.address === location.search;

  function keepDraft() {
    tab.set("draft", { address: location.search, question, further });
  }

  /** @param {Entry} entry */
  function show(entry) {
    [shown, coming, state, fault, editing, besidesHrefs] = [entry, undefined, "", "", "", []];
    keep(entry);
    link(entry);
    redraw();
  }

  /** Looks up what the links to this answer carry. @param {Entry} entry */
  async function link(entry) {
    const procedure = entry.answer.position?.procedure;
    const href = procedure ? await positionAddress(procedure, positionOf(entry)) : "";
    const besides = await Promise.all((entry.answer.also ?? []).map(async ({ position }) =>
      (position ? positionAddress(position.procedure, { ...positionOf(entry), state: position.state }) : "")));
    if (shown !== entry) return;
    [positionHref, besidesHrefs] = [href, besides];
    redraw();
  }

  /** @param {string} event @param {any} data */
  function hear(event, data) {
    if (event === "waiting") state = "waiting";
    if (event === "rules") [coming, state] = [{ rules: data.rules, said: [] }, "found"];
    if (event === "ruling" && coming && ["yes", "no", "depends"].includes(data.verdict)) coming.verdict = data.verdict;
    if (event === "sentence") coming?.said.push(data);
    redraw();
  }

  /**
   * @param {string} text
   * @param {Entry["follows"]} [follows] the answer that it follows up
   */
  async function send(text, follows) {
    const written = document.getElementById("question");
    if (!text) return written?.focus();
    written?.blur();  // a phone's keyboard would lie over the ruling
    working?.abort();
    const mine = working = new AbortController();
    const { game } = settings;
    const edition = game && settings.edition;
    const address = { question: text, game, edition, after: follows?.question };
    [question, further, shown, coming, fault, state] = [text, "", undefined, undefined, "", "looking"];
    rename(questionAddress(address));
    keepDraft();
    redraw();
    try {
      const answer = await ask(
        { question: text, ...(game && { game }), ...(edition && { edition }), ...(follows && { previous: follows }) },
        hear, mine.signal,
      );
      const corpus = await corpusOf(answer.game).catch(() => undefined);
      if (mine.signal.aborted) return;
      rename(questionAddress({ ...address, corpus }));
      keepDraft();
      show({ question: text, game, edition, follows, answer, corpus });
    } catch (error) {
      if (!mine.signal.aborted) fail(error);
    }
  }

  /** @param {any} error */
  function fail(error) {
    [fault, state, coming] = [error.message, "", undefined];
    redraw();
    if (error instanceof TypeError) throw error;
  }

  /** What is wrong with a state: that it cannot be, with every fault, or the value that does not fit. @param {any} error */
  function wrong(error) {
    const { faults, problems } = error instanceof Refused ? error.problem : /** @type {any} */ ({});
    if (faults) return new Error([say("impossible"), ...faults.map((/** @type {any} */ one) => one.says)].join(" "));
    return problems ? new Error(say("unfit", { problem: problems.map((/** @type {any} */ one) => one.problem).join("; ") })) : error;
  }

  /** Rules again, on another state or by another reading. @param {Entry} entry @param {Partial<import("../core/thread.js").Change>} changed */
  async function rule(entry, changed) {
    const { position, language } = entry.answer;
    if (!position) return;
    working?.abort();
    const mine = working = new AbortController();
    const before = entry.change ?? { state: position.state, told: [], readings: {} };
    const now = { ...before, ...changed };
    [state, fault] = ["ruling", ""];
    redraw();
    try {
      const ruling = await adjudicate(position.procedure, {
        state: now.state, readings: now.readings, wants: position.wants, lang: language,
        ...(entry.edition && { edition: entry.edition }),
      }, mine.signal);
      const open = editing;
      show({ ...entry, change: { ...now, ruling } });
      editing = open;
      redraw();
    } catch (error) {
      if (!mine.signal.aborted) fail(wrong(error));
    }
  }

  /** @param {Entry} entry @param {string} path @param {unknown} value */
  function tell(entry, path, value) {
    const { state: before, told } = entry.change ?? { state: entry.answer.position?.state, told: [] };
    rule(entry, { state: withValue(before, path, value), told: [...told.filter((one) => one !== path), path] });
  }

  /** Takes an answer to what was asked; of a number that is only bounded, one within. @param {Entry} entry @param {string} path @param {any} value */
  function take(entry, path, value) {
    const bounds = isRange(value);
    if (bounds) editing = path;
    tell(entry, path, bounds ? value.at_least ?? value.at_most : value?.other_than === null || value?.kind ? {} : value);
  }

  async function begin() {
    const after = asked.get("after");
    const follows = after ? { question: after, game: asked.get("game") || null, position: null } : undefined;
    const address = { question, game: asked.get("game") ?? settings.game, edition: asked.get("edition") ?? settings.edition, follows };
    const entry = question ? find(address) : undefined;
    if (isDraft) [question, further] = [draft.question, draft.further];
    const known = await games().catch(() => []);
    const now = entry && known.find(({ id }) => id === entry.answer.game)?.corpus;
    outdated = await haveTextsChanged(entry?.answer.game ?? asked.get("game") ?? "", asked.get("corpus")).catch(() => false);
    if (left) return;
    if (entry && !(now && entry.corpus && now !== entry.corpus)) return show(entry);
    if (address.question && question === address.question) send(question, follows);
  }

  begin();
  loading.then(redraw);

  return {
    title: () => question.trim() || say("title"),
    leave: () => { left = true; working?.abort(); },
    view: () => html`
      <h1 class="unseen">${say("title")}</h1>
      ${form()}
      <p class="faint" role="status" id="state" ?hidden=${!state}>${state && say(state)}</p>
      ${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}
      ${isUnloaded && (shown || coming) ? html`<p class="fault" role="alert">${say("unloaded")}</p>` : nothing}
      ${outdated && shown?.question === asked.get("q")?.trim() ? html`<p class="notice">${say("changed")}</p>` : nothing}
      <p class="unseen" role="status" id="heard" lang=${shown?.answer.language ?? nothing}>${shown ? heard(shown) : nothing}</p>
      <div class="answer" id="answer">
        ${shown ? answers?.replyView(shown, actions(shown), redraw) : coming ? answers?.comingView(coming) : nothing}
      </div>
      ${shown ? followForm(shown) : nothing}
      ${shown || coming || state ? nothing : examples()}
      ${answers?.earlierList(thread().filter((one) => !shown || !isSame(one, shown)).reverse(), back, () => { clear(); redraw(); })}`,
  };

  /** Asks what stands in the field; the same again follows up what it followed up. */
  function submit() {
    const text = question.trim();
    send(text, text === shown?.question ? shown.follows : undefined);
  }

  /** What a screen reader says of an answer: its word, and why. @param {Entry} entry */
  function heard(entry) {
    if (!answers) return "";
    const { word, why, rest } = answers.headOfEntry(entry);
    return [word, (why ?? rest[0])?.text].filter(Boolean).join(". ");
  }

  function form() {
    return html`
      <form class="ask ${shown || coming ? "asked" : ""}" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); submit(); }}>
        <label class="unseen" for="question">${say("question")}</label>
        ${field("question", say("placeholder"), question, (text) => { question = text; })}
        <button class="strong" id="send">${say("send")}</button>
      </form>`;
  }

  /** @param {string} id @param {string} placeholder @param {string} text @param {(text: string) => void} write */
  function field(id, placeholder, text, write) {
    return html`
      <textarea id=${id} rows="1" maxlength="2000" autocomplete="off" enterkeyhint="send" placeholder=${placeholder}
        .value=${live(text)} @input=${(/** @type {any} */ event) => { write(event.target.value); keepDraft(); }}
        @keydown=${(/** @type {any} */ event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          event.target.form.requestSubmit();
        }}></textarea>`;
  }

  function examples() {
    const all = lookUp("/page/examples.json", redraw)?.[settings.game || "any"]?.[settings.language] ?? [];
    return html`
      <section class="stack examples"><h2>${say("examples")}</h2>
        ${all.map((/** @type {string} */ one) => html`<button type="button" @click=${() => send(one)}>${one}</button>`)}
      </section>`;
  }

  /** What can be done with an answer. @param {Entry} entry @returns {import("../parts/reply.js").Actions} */
  function actions(entry) {
    return {
      editing,
      positionHref,
      besidesHrefs,
      edit: (path) => { editing = editing === path ? "" : path; redraw(); },
      tell: (path, value) => tell(entry, path, value),
      take: (path, value) => take(entry, path, value),
      read: (conflict, reading) => rule(entry, { readings: { ...entry.change?.readings, [conflict]: reading } }),
      choose: (game) => { settings.game = game; send(entry.question, entry.follows); },
      detach: () => send(entry.question),
      confirm: () => rule(entry, {}),
      share: () => shareEntry(entry),
    };
  }

  /** @param {Entry} entry */
  function followForm(entry) {
    const { answer, change } = entry;
    const position = answer.position && { ...answer.position, state: change?.state ?? answer.position.state };
    return answer.game ? html`
      <form class="ask asked" @submit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        if (!further.trim()) return;
        send(further.trim(), {
          question: entry.question, follows: answer.follows ?? null, game: answer.game, position,
          ruling: change || answer.ruling ? {} : null,
          missing: (answer.missing ?? []).map(({ field }) => ({ field })),
          citations: answer.citations.map(({ rule }) => ({ rule })),
        });
        scrollTo(0, 0);
      }}>
        <label class="unseen" for="further">${say("follow")}</label>
        ${field("further", say("follow"), further, (text) => { further = text; })}
        <button>${say("followUp")}</button>
      </form>` : nothing;
  }

  /** @param {Entry} entry */
  function back(entry) {
    question = entry.question;
    rename(questionAddress({ ...entry, after: entry.follows?.question }));
    keepDraft();
    show(entry);
    scrollTo(0, 0);
  }

  /** @param {Entry} entry */
  function shareEntry(entry) {
    if (!answers) return;
    const { answer, change, follows } = entry;
    const head = answers.headOfEntry(entry);
    const isChanged = Boolean(change) || Boolean(follows?.position);
    const address = isChanged && positionHref ? positionHref : questionAddress({ ...entry, after: follows?.question });
    const why = head.why ?? head.rest[0];
    answers.share({
      address, question: entry.question, word: head.word, kind: head.kind, why: why?.text ?? "", rules: why?.cites ?? [],
      game: gameCard(answer.game)?.name ?? "",
    });
  }
}

/** The position that an answer was given to, with what was changed since. @param {Entry} entry @returns {import("../core/share.js").Position} */
function positionOf({ answer, change, edition, corpus }) {
  const { state, readings = {} } = change ?? { state: answer.position?.state };
  return { state, ...(edition && { edition }), ...(Object.keys(readings).length && { readings }), corpus };
}
