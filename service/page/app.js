// @ts-check
/**
 * The page: one shell, and a screen for each kind of address.
 *
 * A screen is a module of `screens/` whose default export opens it: it gets the match of its address and a function
 * that draws it again, and gives its title and its view. It keeps its own state.
 *
 * @typedef {object} Screen
 * @property {() => string} title
 * @property {() => import("./vendor/lit-html/lit-html.js").TemplateResult} view
 * @property {() => void} [leave] when another screen is opened
 *
 * @typedef {(match: RegExpExecArray, redraw: () => void) => Screen | Promise<Screen>} Open
 */

import { games } from "./core/api.js";
import { keepForOffline } from "./core/offline.js";
import { progress, watchReadiness } from "./core/readiness.js";
import { here, hideKey, onArrival, scrollBack } from "./core/router.js";
import { onSetting, settings } from "./core/settings.js";
import { capital, wording } from "./core/wording.js";
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";

const say = wording({
  ask: { it: "Chiedi", en: "Ask" },
  position: { it: "Posizione", en: "Position" },
  dispute: { it: "Disputa", en: "Dispute" },
  rules: { it: "Regole", en: "Rules" },
  main: { it: "Sezioni", en: "Sections" },
  game: { it: "Gioco", en: "Game" },
  all: { it: "Tutti i giochi", en: "All games" },
  edition: { it: "Regole che usate", en: "Rules you play by" },
  either: { it: "Non so: tutte", en: "Not sure: both" },
  skip: { it: "Vai al contenuto", en: "Skip to the content" },
  other: { it: "English", en: "Italiano" },
  unloaded: { it: "Questa parte della pagina non si è caricata: ricarica la pagina.", en: "This part of the page did not load: reload the page." },
  opening: { it: "Apro…", en: "Opening…" },
  lost: { it: "Questa pagina non c’è.", en: "There is no such page." },
});

/** In the order in which they stand in the bar: the address of each, its icon and what opens it. */
const SCREENS = /** @type {const} */ ([
  { name: "ask", address: "/", pattern: /^\/$/, load: () => import("./screens/ask.js") },
  { name: "position", address: "/position", pattern: /^\/position(?:\/([^/]+))?$/, load: () => import("./screens/position.js") },
  { name: "dispute", address: "/dispute", pattern: /^\/dispute$/, load: () => import("./screens/dispute.js") },
  { name: "rules", address: "/rules", pattern: /^\/rules(?:\/([^/]+))?$/, load: () => import("./screens/rules.js") },
]);

/** @type {Screen | undefined} */
let screen;
/** @type {typeof SCREENS[number] | undefined} */
let shown;
let isUnloaded = false;
/** @type {import("./types").GameCard[]} */
let cards = [];
/** @type {any} */
let readiness = {};

async function arrive() {
  screen?.leave?.();
  [screen, isUnloaded] = [undefined, false];
  takeUp();
  const { path } = here();
  shown = SCREENS.find(({ pattern }) => pattern.test(path));
  draw();
  if (!shown) return;
  const arriving = shown;
  const module = await arriving.load().catch((error) => console.error(error));
  isUnloaded = !module;
  if (!module) return draw();
  const opened = await module.default(/** @type {RegExpExecArray} */ (arriving.pattern.exec(path)), draw);
  if (arriving !== shown || here().path !== path) return opened.leave?.();
  screen = opened;
  draw();
  scrollBack();
}

/**
 * An address may say which game it is about and by which edition, also that it is about all of them; it says so once,
 * and what is chosen afterwards goes before it.
 */
function takeUp() {
  if (!cards.length || history.state?.taken) return;
  const { query } = here();
  const [game, edition] = [query.get("game"), query.get("edition")];
  if (game === "" || cards.some(({ id }) => id === game)) settings.game = /** @type {string} */ (game);
  if (!cards.some(({ id }) => id === settings.game)) settings.game = "";
  const editions = cards.find(({ id }) => id === settings.game)?.editions ?? {};
  if (edition !== null && (edition === "" || edition in editions)) settings.edition = edition;
  history.replaceState({ ...history.state, taken: true }, "");
}

function draw() {
  document.documentElement.lang = settings.language;
  document.documentElement.dataset.game = settings.game;
  document.title = [screen?.title(), "Arbitro"].filter(Boolean).join(" · ");
  render(shell(), document.body);
}

const shell = () => html`
  <a class="skip" href="#main">${say("skip")}</a>
  <header class="top">
    <a class="brand" href="/" data-page>Arbitro</a>
    <div class="choices">${gameChoice()}</div>
    <button class="quiet" lang=${settings.language === "it" ? "en" : "it"}
      @click=${() => { settings.language = settings.language === "it" ? "en" : "it"; }}>${say("other")}</button>
  </header>
  <nav class="tabs" aria-label=${say("main")}>
    ${SCREENS.map(({ name, address }) => html`
      <a href=${address} data-page aria-current=${name === shown?.name ? "page" : nothing}>${say(name)}</a>`)}
  </nav>
  <main id="main" tabindex="-1">
    ${progress(readiness) ? html`<p class="progress" role="status">${progress(readiness)}</p>` : nothing}
    ${screen ? screen.view() : notYet()}
  </main>`;

/** What stands in a screen's place. */
function notYet() {
  if (isUnloaded) return html`<p class="fault" role="alert">${say("unloaded")}</p>`;
  return shown ? html`<p class="faint opening">${say("opening")}</p>` : html`<p>${say("lost")}</p>`;
}

function gameChoice() {
  const chosen = cards.find(({ id }) => id === settings.game);
  const editions = Object.entries(chosen?.editions ?? {});
  return html`
    <label class="choice"><span class="unseen">${say("game")}</span>
      <select id="game" .value=${settings.game} @change=${(/** @type {any} */ event) => { settings.game = event.target.value; }}>
        <option value="">${say("all")}</option>
        ${cards.map(({ id, name }) => html`<option value=${id} ?selected=${id === settings.game}>${name}</option>`)}
      </select>
    </label>
    ${editions.length > 1 ? html`
      <label class="choice"><span class="unseen">${say("edition")}</span>
        <select id="edition" @change=${(/** @type {any} */ event) => { settings.edition = event.target.value; }}>
          <option value="">${say("either")}</option>
          ${editions.map(([id, { title }]) => html`
            <option value=${id} ?selected=${id === settings.edition}>${withoutName(title, chosen?.name ?? "")}</option>`)}
        </select>
      </label>` : nothing}`;
}

/** The title of a book where its game is said already. @param {string} title @param {string} name */
const withoutName = (title, name) => capital(title.replace(name, "").replace(/^[\s,]+/, ""));

hideKey();
onArrival(arrive);
onSetting(draw);
arrive();
games().then((known) => {
  cards = known;
  takeUp();
  draw();
}, () => {});  // the first question says what is the matter
watchReadiness((status) => { readiness = status; draw(); });
addEventListener("load", keepForOffline);
