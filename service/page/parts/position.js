// @ts-check
/**
 * The ruling on a position: its slip, and what stands behind it.
 *
 * @typedef {import("../types").Ruling} Ruling
 * @typedef {import("../types").Step} Step
 *
 * @typedef {object} Doings
 * @property {string} edition the one the table plays by; empty for none
 * @property {string[]} main what is asked for, among what comes of it
 * @property {import("../types").Flip[] | "coming" | undefined} flips
 * @property {() => void} flip looks for what would change the ruling
 * @property {(conflict: string, reading: string) => void} read rules by another reading
 * @property {(path: string, value: unknown) => void} change
 * @property {(way: { field: string, values: unknown[] }[]) => void} take tells all that leads to a leaf of the tree
 * @property {() => void} redraw
 */

import { wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { restedOn } from "./rested.js";
import { differing, figureList } from "./ruling.js";
import { steps } from "./steps.js";
import { treePicture } from "./tree.js";
import { isMainSettled, mainLabels, verdictKind, verdictWord } from "./verdict.js";

const say = wording({
  ruling: { it: "Decido…", en: "Ruling…" },
  decided: { it: "Deciso", en: "Decided" },
  impossible: { it: "Questa posizione non può esistere", en: "This position cannot exist" },
  wrong: { it: "C’è qualcosa da correggere", en: "Something needs correcting" },
  wrongWhy: { it: "È segnato accanto al suo dato.", en: "It is marked beside its fact." },
  failed: { it: "Nessuna decisione", en: "No ruling" },
  why: { it: "Perché", en: "Why" },
  faults: { it: "Che cosa non torna", en: "What is wrong with it" },
  steps: { it: "Passo per passo", en: "Step by step" },
  outcome: { it: "Che cosa ne viene", en: "What comes of it" },
  flip: { it: "Che cosa la cambierebbe?", en: "What would change it?" },
  flips: { it: "Che cosa la cambierebbe", en: "What would change it" },
  searching: { it: "Cerco…", en: "Looking…" },
  firm: { it: "Nessun piccolo cambiamento di un numero la altera.", en: "No small change of a number alters it." },
  make: { it: "Cambia così", en: "Change it so" },
});

const LONGEST_WORD = 18;
/** More of them stand behind the steps, which say why. */
const MOST_FIGURES = 4;

/** @typedef {{ kind: import("./slip.js").Kind, words: { label?: string, word: string }[], step?: Step, why?: string }} Head */

/**
 * The slip, and what it says for whoever shares it.
 *
 * @param {Ruling | undefined} ruling @param {import("../core/api.js").Refused | undefined} refused @param {import("../types").Words} words
 */
export function rulingSlip(ruling, refused, words) {
  const { kind, words: large, step, why = step?.says ?? "" } = refused ? refusedHead(refused) : headOf(ruling, words);
  return {
    kind, why, rules: step ? [step.rule] : [],
    word: large.map(({ label, word }) => (label ? `${label}: ${word}` : word)).join("; "),
    view: html`
      <section class="slip" data-kind=${kind}>
        <div class="heads">${large.map(({ label, word }) => html`
          <div>${label ? html`<p class="faint">${label}</p>` : nothing}<p class="word ${word.length > LONGEST_WORD ? "long" : ""}">${word}</p></div>`)}</div>
        ${why ? html`<p class="why">${why} ${step ? html`<a class="id" href="#behind" @click=${jump}>${say("why")}</a>` : nothing}</p>` : nothing}
      </section>`,
  };
}

/** Goes to what stands behind the ruling; the address stays. @param {Event} event */
function jump(event) {
  event.preventDefault();
  const behind = document.getElementById("behind");
  behind?.scrollIntoView();
  behind?.focus({ preventScroll: true });
}

/** @param {import("../core/api.js").Refused} refused @returns {Head} */
function refusedHead({ message, problem }) {
  if (problem.faults) return { kind: "no", words: [{ word: say("impossible") }], step: problem.faults[0] };
  if (problem.problems) return { kind: "unsure", words: [{ word: say("wrong") }], why: say("wrongWhy") };
  return { kind: "unsure", words: [{ word: say("failed") }], why: message };
}

/** The verdict; of what was resolved, or hangs on a fact that leaves it as it is, what was asked for. @param {Ruling | undefined} ruling @param {import("../types").Words} words @returns {Head} */
function headOf(ruling, words) {
  if (!ruling) return { kind: "unsure", words: [{ word: say("ruling") }] };
  const { procedure, verdict, steps, outcome_says } = ruling;
  const step = steps.find(({ bars }) => bars) ?? steps.at(-1);
  if (verdict !== "resolved" && !(verdict === "depends" && isMainSettled(ruling)))
    return { kind: verdictKind(verdict), words: [{ word: verdictWord(verdict) }], step };
  const labels = mainLabels(procedure, words);
  const main = outcome_says.filter(({ label }) => labels.includes(label));
  const [first] = outcome_says;
  const figures = main.length ? main : [first ?? { label: "", says: say("decided") }];
  return { kind: verdictKind(verdict), words: figures.map(({ label, says }) => ({ label, word: says })), step };
}

/** @param {Ruling | undefined} ruling @param {import("../core/api.js").Refused | undefined} refused @param {Doings} doings */
export function rulingDetails(ruling, refused, { edition, main, flips, flip, read, change, take, redraw }) {
  const faults = refused?.problem.faults?.map((/** @type {Step} */ fault) => ({ ...fault, bars: true }));
  if (faults) return html`
    <section class="stack" id="behind" tabindex="-1"><h2>${say("faults")}</h2>${steps(faults, edition, redraw)}</section>
    ${restedOn({ rests_on: refused?.problem.rests_on ?? [], outcome_says: [] }, read, redraw)}`;
  if (!ruling) return nothing;
  const { outcome_says, hangs_on, verdict } = ruling;
  const outcome = outcome_says.length ? html`
    <section class="stack" id="outcome"><h2>${say("outcome")}</h2>${figureList(outcome_says)}</section>` : nothing;
  return html`
    ${hangs_on ? treePicture(hangs_on, main, take) : nothing}
    ${outcome_says.length > MOST_FIGURES ? nothing : outcome}
    ${ruling.steps.length ? html`
      <section class="stack" id="behind" tabindex="-1"><h2>${say("steps")}</h2>${steps(ruling.steps, edition, redraw)}</section>` : nothing}
    ${outcome_says.length > MOST_FIGURES ? outcome : nothing}
    ${restedOn(ruling, read, redraw)}
    ${hangs_on || verdict === "depends" ? nothing : flipped(ruling, flips, flip, change)}`;
}

/** Without what is made up of several, where that is not all. @param {import("../types").Figure[]} figures */
function briefly(figures) {
  const plain = figures.filter(({ says }) => !says.includes("; "));
  return plain.length ? plain : figures;
}

/** Each change with what it alters. @param {Ruling} ruling @param {Doings["flips"]} flips @param {() => void} flip @param {Doings["change"]} change */
function flipped({ verdict: now, outcome_says: before }, flips, flip, change) {
  if (!flips) return html`<p><button type="button" id="flip" @click=${flip}>${say("flip")}</button></p>`;
  return html`
    <section class="stack" id="flips" aria-live="polite"><h2>${say("flips")}</h2>
      ${flips === "coming" ? html`<p class="faint">${say("searching")}</p>` : flips.length ? html`
        <ul class="flips">${flips.map(({ change: { field, to, says }, verdict, outcome_says }) => html`
          <li data-kind=${verdictKind(verdict)}>
            <p>${says}</p>
            <p class="verdict" data-kind=${verdictKind(verdict)}>${verdict === now ? nothing : verdictWord(verdict)}</p>
            ${figureList(briefly(differing(outcome_says, before)))}
            <button type="button" @click=${() => change(field, to)}>${say("make")}</button></li>`)}</ul>`
        : html`<p>${say("firm")}</p>`}
    </section>`;
}
