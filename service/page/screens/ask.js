// @ts-check
/** A question and its answer: the ruling first, then why, then the rules. */

import { ask, games } from "../core/api.js";
import { here, rename } from "../core/router.js";
import { settings } from "../core/settings.js";
import { wording } from "../core/wording.js";
import { cite, ruleCard } from "../parts/rules.js";
import { slip } from "../parts/slip.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

const say = wording({
  title: { it: "Chiedi", en: "Ask" },
  question: { it: "La tua domanda", en: "Your question" },
  placeholder: { it: "Es.: quante truppe può avere una città?", en: "E.g. how many troops can a city hold?" },
  send: { it: "Chiedi", en: "Ask" },
  looking: { it: "Cerco le regole…", en: "Looking up the rules…" },
  found: { it: "Regole trovate. Preparo la risposta…", en: "Rules found. Writing the answer…" },
  waiting: {
    it: "La domanda aspetta: rispondo appena è pronto.",
    en: "Your question waits: the answer comes as soon as this is done.",
  },
  yes: { it: "Sì", en: "Yes" },
  no: { it: "No", en: "No" },
  depends: { it: "Dipende", en: "It depends" },
  unknown: { it: "Le regole non lo dicono", en: "The rules do not say" },
});

/** @param {RegExpExecArray} _ @param {() => void} redraw @returns {import("../app.js").Screen} */
export default function open(_, redraw) {
  let question = here().query.get("q") ?? "";
  let state = "";
  let fault = "";
  /** @type {import("../types").Answer | undefined} */
  let answer;
  /** @type {import("../types").Citation[]} */
  let rules = [];
  /** @type {AbortController | undefined} */
  let asking;

  /** @param {string} event @param {any} data */
  function hear(event, data) {
    if (event === "waiting") state = say("waiting");
    if (event === "rules") [rules, state] = [data.rules, say("found")];
    redraw();
  }

  async function send() {
    const asked = question.trim();
    if (!asked) return document.getElementById("question")?.focus();
    asking?.abort();
    const mine = asking = new AbortController();
    [answer, rules, fault, state] = [undefined, [], "", say("looking")];
    rename(`/?${new URLSearchParams({ q: asked, game: settings.game })}`);
    redraw();
    try {
      const { game, edition } = settings;
      answer = await ask({ question: asked, ...(game && { game }), ...(edition && { edition }) }, hear, mine.signal);
      rules = answer.citations;
    } catch (error) {
      if (mine.signal.aborted) return;
      fault = /** @type {Error} */ (error).message;
    }
    state = "";
    redraw();
  }

  if (question) games().then(send, send);

  return {
    title: () => question.trim() || say("title"),
    leave: () => asking?.abort(),
    view: () => html`
      <form class="stack" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); send(); }}>
        <label class="unseen" for="question">${say("question")}</label>
        <textarea id="question" rows="3" maxlength="2000" enterkeyhint="send" placeholder=${say("placeholder")}
          .value=${question} @input=${(/** @type {any} */ event) => { question = event.target.value; }}
          @keydown=${(/** @type {KeyboardEvent} */ event) => {
            if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            send();
          }}></textarea>
        <button class="strong" id="send">${say("send")}</button>
      </form>
      <p class="faint" role="status" id="state" ?hidden=${!state}>${state}</p>
      ${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}
      <section class="stack" aria-live="polite" lang=${answer?.language ?? nothing}>
        ${answer ? slip(head(answer), html`${answer.sentences.slice(1).map(sentence)}`) : nothing}
        ${rules.map((rule, at) => ruleCard(rule, { open: Boolean(answer) && at === 0 }))}
      </section>`,
  };
}

/** @param {import("../types").Answer} answer @returns {Parameters<typeof slip>[0]} */
function head(answer) {
  const { verdict, sentences } = answer;
  const word = verdict === "value" || verdict === "explained" ? "" : say(verdict);
  return { kind: verdict === "unknown" ? "silent" : verdict, word, why: sentences[0] ? sentence(sentences[0]) : answer.answer };
}

/** @param {import("../types").Answer["sentences"][number]} said */
const sentence = ({ text, cites }) => html`<span>${text} ${cites.map(cite)}</span>`;
