// @ts-check
/**
 * The ruling on a position: its slip, and what stands behind it.
 *
 * @typedef {import("../types").Ruling} Ruling
 * @typedef {import("../types").Step} Step
 *
 * @typedef {object} Doings
 * @property {string} edition the one the table plays by; empty for none
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
import { figureList } from "./ruling.js";
import { slip } from "./slip.js";
import { steps } from "./steps.js";
import { treePicture } from "./tree.js";
import { verdictKind, verdictWord } from "./verdict.js";

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
  firm: { it: "Nessun singolo cambiamento la altera.", en: "No single change alters it." },
  make: { it: "Cambia così", en: "Change it so" },
});

/**
 * The slip, and what it says for whoever shares it.
 *
 * @param {Ruling | undefined} ruling @param {import("../core/api.js").Refused | undefined} refused
 */
export function rulingSlip(ruling, refused) {
  const head = refused ? refusedHead(refused) : ruling ? headOf(ruling) : { kind: /** @type {const} */ ("unsure"), word: say("ruling") };
  const { kind, word, label = "", step = undefined, why = step?.says ?? "" } = /** @type {import("./position.js").Head} */ (head);
  return {
    kind, why, word: label ? `${label}: ${word}` : word, rules: step ? [step.rule] : [],
    view: slip({ kind, word, why: why ? html`${why} ${step ? html`<a class="id" href="#behind" @click=${jump}>${say("why")}</a>` : nothing}` : undefined, label }),
  };
}

/** @typedef {{ kind: import("./slip.js").Kind, word: string, label?: string, step?: Step, why?: string }} Head */

/** Goes to what stands behind the ruling; the address stays. @param {Event} event */
function jump(event) {
  event.preventDefault();
  const behind = document.getElementById("behind");
  behind?.scrollIntoView();
  behind?.focus({ preventScroll: true });
}

/** @param {import("../core/api.js").Refused} refused @returns {Head} */
function refusedHead({ message, problem }) {
  if (problem.faults) return { kind: "no", word: say("impossible"), step: problem.faults[0] };
  if (problem.problems) return { kind: "unsure", word: say("wrong"), why: say("wrongWhy") };
  return { kind: "unsure", word: say("failed"), why: message };
}

/** What was resolved has its first figure in large type. @param {Ruling} ruling @returns {Head} */
function headOf({ verdict, steps, outcome_says: [first] }) {
  const bars = steps.filter((step) => step.bars);
  const step = bars[0] ?? steps.at(-1);
  if (verdict !== "resolved") return { kind: verdictKind(verdict), word: verdictWord(verdict), step };
  return { kind: "value", word: first?.says ?? say("decided"), label: first?.label, step };
}

/** @param {Ruling | undefined} ruling @param {import("../core/api.js").Refused | undefined} refused @param {Doings} doings */
export function rulingDetails(ruling, refused, { edition, flips, flip, read, change, take, redraw }) {
  const faults = refused?.problem.faults;
  if (faults) return html`
    <section class="stack" id="behind" tabindex="-1"><h2>${say("faults")}</h2>${steps(faults, edition, redraw)}</section>`;
  if (!ruling) return nothing;
  const { outcome_says, hangs_on, verdict, rests_on } = ruling;
  return html`
    ${hangs_on ? treePicture(hangs_on, take) : nothing}
    ${ruling.steps.length ? html`
      <section class="stack" id="behind" tabindex="-1"><h2>${say("steps")}</h2>${steps(ruling.steps, edition, redraw)}</section>` : nothing}
    ${outcome_says.length ? html`<section class="stack" id="outcome"><h2>${say("outcome")}</h2>${figureList(outcome_says)}</section>` : nothing}
    ${restedOn(rests_on, read, redraw)}
    ${hangs_on || verdict === "depends" ? nothing : flipped(flips, flip, change)}`;
}

/** @param {Doings["flips"]} flips @param {() => void} flip @param {Doings["change"]} change */
function flipped(flips, flip, change) {
  if (!flips) return html`<p><button type="button" id="flip" @click=${flip}>${say("flip")}</button></p>`;
  return html`
    <section class="stack" id="flips" aria-live="polite"><h2>${say("flips")}</h2>
      ${flips === "coming" ? html`<p class="faint">${say("searching")}</p>` : flips.length ? html`
        <ul class="flips">${flips.map(({ change: { field, to, says }, verdict, outcome_says }) => html`
          <li data-kind=${verdictKind(verdict)}>
            <p>${says}</p><p class="verdict" data-kind=${verdictKind(verdict)}>${verdictWord(verdict)}</p>${figureList(outcome_says)}
            <button type="button" @click=${() => change(field, to)}>${say("make")}</button></li>`)}</ul>`
        : html`<p>${say("firm")}</p>`}
    </section>`;
}
