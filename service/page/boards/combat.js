// @ts-check
/**
 * A combat of Doomtrooper: two warriors face to face, and under each total what it is made up of.
 *
 * The players' points, and cards that are rarely in play, are told in the form beside.
 *
 * @typedef {"attacker" | "defender"} Role
 */

import { valueAt, valueWords, withValue } from "../core/facts.js";
import { settings } from "../core/settings.js";
import { wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { assignedSheet, cardsOf, playedOn, playedSheet, signed } from "./combat-cards.js";
import { choices, counter, field, flag, labelIn, list, toggled } from "./pieces.js";

const say = wording({
  attacker: { it: "Attaccante", en: "Attacker" },
  defender: { it: "Difensore", en: "Defender" },
  C: { it: "Corpo a Corpo", en: "Close combat" },
  S: { it: "Sparare", en: "Shooting" },
  attack: { it: "Attacco", en: "Attack" },
  defence: { it: "Difesa", en: "Defence" },
  printed: { it: "Valori della carta", en: "Values on the card" },
  less: { it: "{who}: {stat} meno uno", en: "{who}: {stat} less one" },
  more: { it: "{who}: {stat} più uno", en: "{who}: {stat} plus one" },
  assign: { it: "+ Carta assegnata", en: "+ Card assigned" },
  play: { it: "+ Carta giocata", en: "+ Card played" },
  change: { it: "Cambia {card}, {says}", en: "Change {card}, {says}" },
  further: { it: "Altro su di lui", en: "More about him" },
  turn: { it: "Il Turno di chi attacca", en: "The attacking player’s Turn" },
});

const ROLES = /** @type {const} */ (["attacker", "defender"]);
const STATS = /** @type {const} */ (["C", "S", "A", "V"]);
const AFFILIATIONS = [
  "bauhaus", "capitol", "cybertronic", "imperial", "mishima", "brotherhood", "dark-legion",
  "crescentian", "sons-of-rasputin", "templars", "lutheran-triad", "generic",
];
const AREAS = ["squad", "array", "outpost"];
const KINDS = ["mortificator", "ninja", "mercenary", "animal", "vehicle", "aircraft", "submarine", "tank"];

/** @type {import("./index.js").Board} */
export function board(shown) {
  const { state, change, words, language = settings.language } = shown;
  /** @param {string} path @param {unknown} value */
  const put = (path, value) => change(withValue(state, path, value));
  const label = (/** @type {string} */ name) => labelIn(words, name, language);
  return html`
    <div class="board combat">
      <section aria-labelledby="combat-tactic">
        <h2 id="combat-tactic">${label("tactic")}</h2>
        ${choices(label("tactic"), [["C", say("C")], ["S", say("S")]], valueAt(state, "fight.tactic"),
          (value) => put("fight.tactic", value))}
      </section>
      <div class="facing">${ROLES.map((role) => warrior(role, shown))}</div>
      <section aria-labelledby="combat-turn">
        <h2 id="combat-turn">${say("turn")}</h2>
        <div class="line"><span>${label("own_turn")}</span>
          ${counter({ label: label("own_turn"), value: valueAt(state, "occasion.own_turn"), low: 1 },
            (value) => put("occasion.own_turn", value))}</div>
        <div class="line"><span>${label("actions_left")}</span>
          ${counter({ label: label("actions_left"), value: valueAt(state, "occasion.actions_left") },
            (value) => put("occasion.actions_left", value))}</div>
      </section>
    </div>`;
}

/**
 * One of the two: what comes of the fight for him, his totals, and all that was told of him.
 *
 * @param {Role} role @param {import("./index.js").Shown} shown
 */
function warrior(role, { state, change, words, ruling, language = settings.language }) {
  const who = say(role);
  const fighter = /** @type {any} */ (valueAt(state, `fight.${role}`) ?? {});
  /** @param {string} path @param {unknown} value */
  const put = (path, value) => change(named(withValue(state, `fight.${role}.${path}`, value), role));
  const label = (/** @type {string} */ name) => labelIn(words, name, language);
  const name = (/** @type {unknown} */ value) => valueWords(value, words, language);
  const options = (/** @type {string[]} */ values) => values.map((one) => /** @type {const} */ ([one, name(one)]));
  const outcome = /** @type {any} */ (ruling?.outcome ?? {});
  const status = typeof outcome[role] === "string" ? outcome[role] : undefined;
  const tactic = /** @type {string | undefined} */ (valueAt(state, "fight.tactic"));
  return html`
    <section class="warrior" data-status=${status ?? nothing} aria-label=${who}>
      ${field(who, fighter.card, (card) => put("card", card || say(role)))}
      ${totals(outcome.values?.[role], name)}
      <div class="fate">
        <p class="status">${status ? name(status) : nothing}</p>
        ${ruling?.steps.filter(({ rule, facts }) => rule === "DT-6.104" && facts.fighter === role)
          .map(({ says }) => html`<p class="faint">${says}</p>`)}
      </div>
      <div class="stats" role="group" aria-label=${say("printed")}>${STATS.map((stat) => html`
        <div class=${stat === tactic || stat === "A" ? "counts" : nothing}>
          ${counter({
            label: `${who}: ${name(stat)}`, value: fighter.values?.[stat], usual: fighter.values ? 0 : undefined,
            less: say("less", { who, stat }), more: say("more", { who, stat }),
            face: html`<small>${stat}</small> ${fighter.values ? fighter.values[stat] ?? 0 : "?"}`,
          }, (value) => put(`values.${stat}`, value))}</div>`)}</div>
      ${list(label("affiliation"), options(AFFILIATIONS), fighter.warrior?.affiliation,
        (value) => put("warrior.affiliation", value))}
      ${list(label("area"), options(AREAS), fighter.warrior?.area, (value) => put("warrior.area", value))}
      ${flag(label("covered"), fighter.warrior?.covered, (value) => put("warrior.covered", value))}
      ${flag(label("Fighter.wounded"), fighter.wounded, (value) => put("wounded", value))}
      <div class="carried">
        ${cardsOf(fighter, name).map(({ card, says, at }) => html`
          <button type="button" aria-label=${say("change", { card, says })}
            @click=${() => assignedSheet({ fighter, at, words, language }, (next) => put("", next))}>
            <span>${card}</span> <span class="faint">${says}</span></button>`)}
        <button type="button" class="quiet"
          @click=${() => assignedSheet({ fighter, words, language }, (next) => put("", next))}>${say("assign")}</button>
        ${playedOn(state.fight, role, name).map(({ card, says, at }) => html`
          <button type="button" aria-label=${say("change", { card, says })}
            @click=${() => playedSheet({ fight: state.fight, role, at, words, language },
              (next) => change({ ...state, fight: next }))}>
            <span>${card}</span> <span class="faint">${says}</span></button>`)}
        <button type="button" class="quiet"
          @click=${() => playedSheet({ fight: state.fight, role, words, language },
            (next) => change({ ...state, fight: next }))}>${say("play")}</button>
      </div>
      <details class="fold">
        <summary>${say("further")}</summary>
        <div class="stack">
          ${KINDS.map((kind) => flag(name(kind), fighter.warrior?.kinds?.includes(kind),
            () => put("warrior.kinds", toggled(fighter.warrior?.kinds, kind))))}
          ${flag(label("unpaid"), fighter.warrior?.unpaid, (value) => put("warrior.unpaid", value))}
          ${list(label("acquired"), options(AFFILIATIONS), fighter.warrior?.acquired, (value) => put("warrior.acquired", value))}
          ${list(label("strikes_first"), options(["no", "yes", "always"]), fighter.strikes_first,
            (value) => put("strikes_first", value))}
        </div>
      </details>
    </section>`;
}

/** The state with a name for the warrior, who is called by his part as long as nobody names him. @param {any} state @param {Role} role */
const named = (state, role) =>
  (valueAt(state, `fight.${role}.card`) ? state : withValue(state, `fight.${role}.card`, say(role)));

/** What attack and defence come to, each with what adds to it. @param {any} values @param {(value: unknown) => string} name */
const totals = (values, name) => html`
  <div class="totals">${(/** @type {const} */ (["attack", "defence"])).map((total) => html`
    <h3>${say(total)}</h3>
    <p class="total">${values ? values[total] : "–"}</p>
    <ul>${values?.contributions.filter((/** @type {any} */ one) => one.to === total).map((/** @type {any} */ one) => html`
      <li><span>${name(one.from)}</span> <span>${signed(one.amount)}</span></li>`)}</ul>`)}</div>`;
