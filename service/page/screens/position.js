// @ts-check
/**
 * A position and the ruling on it: nothing need be told, each fact that is told is ruled on at once, and the one that
 * decides next is asked for.
 *
 * @typedef {object} Told what was told, as it is kept and as it is taken back
 * @property {any} state
 * @property {Record<string, string>} readings the readings chosen, by conflict
 * @property {Record<string, string>} stands what a number stands for that is one of many, by path
 *
 * @typedef {import("../types").Ruling} Ruling
 */

import { boardOf } from "../boards/index.js";
import { adjudicate, games, getOnce, Refused } from "../core/api.js";
import { valueAt, valueWords } from "../core/facts.js";
import { go, here, rename } from "../core/router.js";
import { gameCard } from "../core/rulebook.js";
import { settings, tab } from "../core/settings.js";
import { corpusOf, decodePosition, haveTextsChanged, positionAddress } from "../core/share.js";
import { loadStyle } from "../core/styles.js";
import { inLanguage, wording } from "../core/wording.js";
import { valueOf } from "../parts/answers.js";
import { askedBox } from "../parts/asked.js";
import { form, reveal } from "../parts/form/form.js";
import { placesAlong, tell } from "../parts/form/schema.js";
import { rulingDetails, rulingSlip } from "../parts/position.js";
import { mainLabels } from "../parts/verdict.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

const say = wording({
  all: { it: "Tutte le posizioni", en: "All positions" },
  example: { it: "Esempio", en: "Example" },
  clear: { it: "Svuota", en: "Clear" },
  undo: { it: "Annulla", en: "Undo" },
  share: { it: "Condividi", en: "Share" },
  json: { it: "Copia come JSON", en: "Copy as JSON" },
  copied: { it: "Copiato", en: "Copied" },
  byHand: { it: "Copialo da qui", en: "Copy it from here" },
  usual: { it: "Dato per consueto", en: "Taken as usual" },
  told: { it: "La posizione", en: "The position" },
  board: { it: "Tavolo", en: "Board" },
  form: { it: "Modulo", en: "Form" },
  shown: { it: "Come si mostra", en: "How it is shown" },
  changed: {
    it: "I testi del gioco sono cambiati da quando questo collegamento è stato fatto: la decisione è quella di oggi.",
    en: "The game’s texts have changed since this link was made: the ruling is today’s.",
  },
  broken: { it: "Il collegamento non si può leggere: resta quella che avevi.", en: "The link cannot be read: what you had told stays." },
  unknown: { it: "Non c’è una posizione con questo nome.", en: "There is no position by this name." },
  low: { it: "almeno {bound}", en: "at least {bound}" },
  high: { it: "al massimo {bound}", en: "at most {bound}" },
});

const MOST_UNDONE = 50;
const PAUSE = 120;

/** @param {RegExpExecArray} match @param {() => void} redraw @returns {Promise<import("../app.js").Screen>} */
export default async function open([, procedure], redraw) {
  try {
    return procedure ? await onePosition(procedure, redraw) : await (await import("./positions.js")).allPositions(redraw);
  } catch (error) {
    const fault = error instanceof Refused && error.status === 404 ? say("unknown") : /** @type {Error} */ (error).message;
    return {
      title: () => "",
      view: () => html`<p class="fault" role="alert">${fault}</p><p><a href="/position" data-page>${say("all")}</a></p>`,
    };
  }
}

/** @param {string} id @param {() => void} redraw @returns {Promise<import("../app.js").Screen>} */
async function onePosition(id, redraw) {
  const path = location.pathname;
  const game = id.split(".")[0];
  /** @type {[import("../types").Described, import("../types").Words, ...any]} */
  const [{ summary, schema, example }, words, handMade] = await Promise.all([
    getOnce(`/v1/procedures/${id}`), getOnce(`/v1/games/${game}/words`), boardOf(id), games(), loadStyle("position"),
  ]);
  const nothingTold = /** @type {Told} */ ({ state: {}, readings: {}, stands: {} });
  const kept = tab.get(`position ${id}`);
  const { hash } = here();
  const isHanded = hash.startsWith("s=") && hash !== kept?.hash;  // else it is our own, and what is kept may be newer
  const handed = isHanded ? await decodePosition(hash) : null;

  /** @type {Told} */
  let told = kept?.told ?? nothingTold;
  /** @type {Told[]} */
  let past = kept?.past ?? [];
  /** @type {Ruling | undefined} */
  let ruling;
  /** @type {Refused | undefined} */
  let refused;
  /** @type {import("../types").Flip[] | "coming" | undefined} */
  let flips;
  /** The fact that is being told bit by bit where it was asked for. @type {import("../types").HangsOn | undefined} */
  let held;
  let [isRuling, isOutdated, isPlain, json, note] = [false, false, false, false, ""];
  /** @type {AbortController | undefined} */
  let working;
  let ruledFor = "";

  settings.game = game;
  const isBroken = isHanded && !handed;
  if (handed) await takeUp(handed);

  /** Opens a position that was handed over; of the one that is kept already, changes can still be taken back. @param {import("../core/share.js").Position} position */
  async function takeUp({ state, edition, readings = {}, corpus }) {
    settings.edition = edition ?? "";
    isOutdated = await haveTextsChanged(game, corpus).catch(() => false);
    const same = JSON.stringify([told.state, told.readings]) === JSON.stringify([state, readings]);
    if (!same) [told, past] = [{ state, readings, stands: {} }, []];
  }

  /** @param {Partial<Told>} now */
  function become(now) {
    past = [...past, told].slice(-MOST_UNDONE);
    told = { ...told, ...now };
    afterChange();
  }

  function undo() {
    told = past.at(-1) ?? told;
    past = past.slice(0, -1);
    held = undefined;
    afterChange();
  }

  function afterChange() {
    keep();
    [note, flips, json] = ["", undefined, false];
    rule();
    redraw();
  }

  /** @param {string} fact @param {unknown} value @param {string} [says] what a number stands for that is one of many */
  function change(fact, value, says) {
    const stands = Object.fromEntries(Object.entries(told.stands).filter(([one]) => one !== fact));
    become({ state: tell(schema, told.state, fact, value), stands: says ? { ...stands, [fact]: says } : stands });
  }

  /** @param {any} state with any of its facts changed */
  function changeWhole(state) {
    const stands = Object.entries(told.stands).filter(([fact]) => valueAt(state, fact) === valueAt(told.state, fact));
    become({ state, stands: Object.fromEntries(stands) });
  }

  /** Rules on what is told now, unless more is told in a moment; whatever was asked before is no longer waited for. */
  async function rule(pause = PAUSE) {
    working?.abort();
    const mine = working = new AbortController();
    const asked = { ...request(), lang: settings.language };
    [ruledFor, isRuling] = [settingsNow(), true];
    if (pause) await new Promise((done) => setTimeout(done, pause));
    if (mine.signal.aborted) return;
    try {
      const came = await adjudicate(id, asked, mine.signal);
      if (mine.signal.aborted) return;
      [ruling, refused] = [came, undefined];
    } catch (error) {
      if (mine.signal.aborted) return;
      [ruling, refused] = [undefined, error instanceof Refused ? error : undefined];
      if (!refused) throw error;
    }
    isRuling = false;
    redraw();
    await keepAddress();
  }

  const keep = () => tab.set(`position ${id}`, { told, past, hash: here().hash });

  /** Keeps the position in the address, where there is any. */
  async function keepAddress() {
    const { state, readings } = told;
    const isEmpty = !Object.keys(state).length && !Object.keys(readings).length;
    if (!isOutdated || past.length) {
      const address = isEmpty ? path : await sharedAddress();
      if (location.pathname !== path) return;
      rename(address);
      keep();
    }
  }

  const settingsNow = () => `${settings.language} ${settings.edition}`;

  /** What is ruled on. */
  function request() {
    const { state, readings } = told;
    const { edition } = settings;
    return { state, ...(edition && { edition }), ...(Object.keys(readings).length && { readings }) };
  }

  const sharedAddress = async () => positionAddress(id, { ...request(), corpus: await corpusOf(game) });

  async function flip() {
    flips = "coming";
    redraw();
    const { state } = told;
    try {
      const came = await adjudicate(id, { ...request(), lang: settings.language, flips: true });
      if (told.state === state) flips = came.flips;
    } catch (error) {
      [flips, note] = [undefined, /** @type {Error} */ (error).message];
    }
    redraw();
  }

  async function copy() {
    json = true;
    redraw();
    const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("json"));
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
      note = say("copied");
    } catch {  // no clipboard where the page did not come over a secure line
      note = say("byHand");
    }
    redraw();
  }

  async function shareIt() {
    const { kind, word, why, rules } = rulingSlip(ruling, refused, words);
    const { share } = await import("../parts/share.js");
    share({
      kind, word, why: why || (ruling?.hangs_on?.question ?? ""), rules, address: await sharedAddress(), question: inLanguage(summary), game: gameCard(game)?.name ?? "",
    });
  }

  /** @returns {import("../parts/form/form.js").Marks} */
  const marks = () => ({
    asked: ruling?.hangs_on?.field,
    assumed: new Map(ruling?.assumed?.map(({ field, value }) => [field, valueWords(value, words, settings.language)])),
    told: new Map(Object.entries(told.stands)),
    faults: faultsOf(),
  });

  /** @returns {{ path: string, problem: string }[]} */
  const problems = () => refused?.problem.problems ?? [];

  /** What is wrong with facts that the form has no place for, as a position from elsewhere may have. */
  const strayFaults = () => problems().filter(({ path: fact }) => !placesAlong(schema, told.state, fact).length);

  /** What is wrong with a fact, in its place. @returns {NonNullable<import("../parts/form/form.js").Marks["faults"]>} */
  const faultsOf = () => new Map(problems().map(({ path: fact, problem }) => {
    const { low, high } = placesAlong(schema, told.state, fact).at(-1)?.node ?? {};
    const value = Number(valueAt(told.state, fact));
    if (low !== undefined && value < low) return [fact, say("low", { bound: low })];
    if (high !== undefined && value > high) return [fact, say("high", { bound: high })];
    return [fact, problem];
  }));

  rule(0);

  return {
    title: () => inLanguage(summary),
    leave: () => working?.abort(),
    view: () => {
      if (settings.game && settings.game !== game) queueMicrotask(() => go("/position"));
      else if (settingsNow() !== ruledFor) rule();
      return view();
    },
  };

  function view() {
    const { state } = told;
    const shown = { schema, words, state, change, redraw, marks: marks() };
    const main = mainLabels(id, words);
    const asked = held ?? ruling?.hangs_on;
    return html`
      <div class="position">
        <header class="stack">
          <a class="back" href="/position" data-page>‹ ${say("all")}</a>
          <h1>${inLanguage(summary)}</h1>
          <div class="row doings">
            <button type="button" class="quiet" id="example" @click=${() => { held = undefined; become({ state: example, stands: {} }); }}>${say("example")}</button>
            <button type="button" class="quiet" id="undo" ?disabled=${!past.length} @click=${undo}>${say("undo")}</button>
            <button type="button" class="quiet" id="clear" @click=${() => { held = undefined; become(nothingTold); }}>${say("clear")}</button>
            <button type="button" class="quiet" id="share" @click=${shareIt}>${say("share")}</button>
          </div>
          ${isOutdated ? html`<p class="notice">${say("changed")}</p>` : nothing}
          ${isBroken ? html`<p class="notice">${say("broken")}</p>` : nothing}
          ${strayFaults().map(({ path: fact, problem }) => html`<p class="fault"><strong>${fact}</strong> ${problem}</p>`)}
        </header>
        <div class="ruled" aria-live="polite" aria-busy=${isRuling ? "true" : "false"}>
          ${rulingSlip(ruling, refused, words).view}
        </div>
        <div class="next">
          ${asked ? askedBox(asked, shown, main, {
            take: (fact, value, says) => { held = undefined; change(fact, value, says); },
            begin: (fact, value) => { held = asked; change(fact, value); },
            done: held && (() => { held = undefined; redraw(); }),
          }) : nothing}
          ${assumedRow()}
        </div>
        <section class="told stack" aria-label=${say("told")}>
          ${handMade ? html`<span class="segments" role="group" aria-label=${say("shown")}>
            <button type="button" aria-pressed=${String(!isPlain)} @click=${() => { isPlain = false; redraw(); }}>${say("board")}</button>
            <button type="button" aria-pressed=${String(isPlain)} @click=${() => { isPlain = true; redraw(); }}>${say("form")}</button></span>` : nothing}
          ${handMade && !isPlain ? handMade.board({ state, words, ruling, change: changeWhole }) : form(shown)}
          <div class="row"><button type="button" class="quiet" id="copy-json" @click=${copy}>${say("json")}</button>
            <span role="status">${note}</span></div>
          ${json ? html`<textarea id="json" readonly rows="6" aria-label="JSON" .value=${JSON.stringify(state, null, 2)}></textarea>` : nothing}
        </section>
        <div class="details">${rulingDetails(ruling, refused, {
          edition: settings.edition, main, flips, flip, redraw,
          read: (conflict, reading) => become({ readings: { ...told.readings, [conflict]: reading } }),
          change: (fact, value) => change(fact, value),
          take: (way) => takeWay(way),
        })}</div>
      </div>`;
  }

  /** What was taken as usual, to be looked at and changed in its place. */
  function assumedRow() {
    const assumed = ruling?.assumed ?? [];
    return assumed.length ? html`
      <div class="chips" role="group" aria-label=${say("usual")}><span class="faint">${say("usual")}</span>
        ${assumed.map(({ field, says }) => html`
          <button type="button" class="chip assumed" @click=${() => { isPlain = true; redraw(); reveal(field); }}>${says}</button>`)}</div>` : nothing;
  }

  /** Tells all the answers that lead to a leaf of the tree; of a fact that is asked twice, the last one. @param {{ field: string, values: unknown[] }[]} way */
  function takeWay(way) {
    let { state } = told;
    for (const { field, values } of way) {
      const node = placesAlong(schema, state, field).at(-1)?.node;
      const { value } = node ? valueOf(values[0], node) : { value: undefined };
      if (value !== undefined) state = tell(schema, state, field, value);
    }
    held = undefined;
    become({ state });
  }
}
