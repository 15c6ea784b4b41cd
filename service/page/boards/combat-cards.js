// @ts-check
/**
 * The cards of a combat of Doomtrooper: those assigned to a warrior and those played in the fight, each on a sheet.
 *
 * @typedef {"C" | "S" | "A" | "V"} Stat
 * @typedef {"weapons" | "gear"} Pile of a warrior
 * @typedef {object} Listed a card as it stands in a list
 * @property {string} card
 * @property {string} says what it gives
 * @property {{ pile: Pile, place: number }} at
 * @typedef {object} Played a card played, as it stands in a list
 * @property {string} card
 * @property {string} says
 * @property {string} on
 * @property {number} at
 */

import { wording } from "../core/wording.js";
import { valueWords } from "../core/facts.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { choices, counter, field, flag, labelIn, list, openSheet, replaced, toggled } from "./pieces.js";

const say = wording({
  assigned: { it: "Carta assegnata", en: "Card assigned" },
  played: { it: "Carta giocata", en: "Card played" },
  less: { it: "{stat} meno uno", en: "{stat} less one" },
  more: { it: "{stat} più uno", en: "{stat} plus one" },
  uses: { it: "La usa in questo combattimento", en: "He uses it in this fight" },
  unused: { it: "non usata", en: "not used" },
  done: { it: "Fatto", en: "Done" },
  drop: { it: "Togli la carta", en: "Take the card away" },
  doubled: { it: "Raddoppia il base", en: "Doubles the base" },
  halved: { it: "Dimezza il base", en: "Halves the base" },
});

const STATS = /** @type {const} */ (["C", "S", "A", "V"]);
const GEAR = ["weapon", "armour", "equipment", "relic"];
const USES = ["firearm", "close", "both", "special"];
const WEAPONS = ["pistol", "rifle", "machine-gun", "other"];
const CHANGED = ["C", "S", "A", "V", "attack"];

/** @param {number} amount */
export const signed = (amount) => (amount < 0 ? `−${-amount}` : `+${amount}`);

/** @param {any} bonus */
const bonusOf = (bonus) =>
  STATS.filter((stat) => bonus?.[stat]).map((stat) => `${signed(bonus[stat])} ${stat}`).join(", ");

/** The cards assigned to a warrior. @param {any} fighter @param {(value: unknown) => string} name @returns {Listed[]} */
export function cardsOf(fighter, name) {
  const weapons = (fighter.weapons ?? []).map((/** @type {any} */ one, /** @type {number} */ place) => ({
    card: one.card,
    says: [bonusOf(one.bonus), fighter.uses?.includes(one.card) ? "" : say("unused")].filter(Boolean).join(", "),
    at: { pile: "weapons", place },
  }));
  const gear = (fighter.gear ?? []).map((/** @type {any} */ one, /** @type {number} */ place) => ({
    card: one.card, says: bonusOf(one.bonus) || name(one.kind), at: { pile: "gear", place },
  }));
  return [...weapons, ...gear];
}

/** The cards played that change a value of his. @param {any} fight @param {string} role @param {(value: unknown) => string} name @returns {Played[]} */
export const playedOn = (fight, role, name) =>
  (fight?.modifiers ?? []).map((/** @type {any} */ one, /** @type {number} */ at) => ({
    card: one.card, at, on: one.on,
    says: `${one.base ? name(one.base) : one.sets ? `= ${one.amount ?? 0}` : signed(one.amount ?? 0)} ${
      one.value === "attack" ? name("attack") : one.value}`,
  })).filter((/** @type {any} */ one) => one.on === role);

/**
 * Tells a card assigned to a warrior, a new one or one he has.
 *
 * @param {{ fighter: any, at?: Listed["at"], words: import("../types").Words | undefined, language: "it" | "en" }} told
 * @param {(fighter: any) => void} take
 */
export function assignedSheet({ fighter, at, words, language }, take) {
  const label = (/** @type {string} */ name) => labelIn(words, name, language);
  const name = (/** @type {unknown} */ value) => valueWords(value, words, language);
  const named = (/** @type {string[]} */ values) => values.map((one) => /** @type {const} */ ([one, name(one)]));
  const before = at && fighter[at.pile][at.place];
  let kind = at ? (at.pile === "weapons" ? "weapon" : before.kind) : "weapon";
  let card = before ?? {};
  let used = !before || Boolean(fighter.uses?.includes(before.card));

  const done = () => {
    const weapon = kind === "weapon";
    const called = card.card || name(kind);
    const whole = weapon
      ? { special_for: [], ...card, card: called, use: card.use ?? "firearm" }
      : { ...card, card: called, kind };
    const next = without();
    const pile = weapon ? "weapons" : "gear";
    const place = at?.pile === pile ? at.place : (next[pile]?.length ?? 0);
    next[pile] = (next[pile] ?? []).toSpliced(place, 0, whole);
    if (weapon && used) next.uses = [...(next.uses ?? []), called];
    else if (weapon && !next.uses) next.uses = [];
    take(next);
  };
  const without = () => {
    if (!at) return { ...fighter };
    const next = { ...fighter, [at.pile]: replaced(fighter[at.pile], at.place) };
    if (next.uses) next.uses = next.uses.filter((/** @type {string} */ one) => one !== before.card);
    return next;
  };

  openSheet(say("assigned"), (close, redraw) => {
    const put = (/** @type {any} */ next) => { card = { ...card, ...next }; redraw(); };
    return html`
      <div>
        ${at ? nothing : choices(label("Gear.kind"), named(GEAR), kind, (value) => { kind = value ?? kind; redraw(); })}
        ${field(label("card"), card.card, (value) => put({ card: value }))}
        ${kind === "weapon" ? html`
          ${choices(label("use"), named(USES), card.use ?? "firearm", (value) => put({ use: value ?? "firearm" }))}
          ${card.use === "special" ? html`
            <div class="choices" role="group" aria-label=${label("special_for")}>${["C", "S"].map((tactic) =>
              flag(name(tactic), card.special_for?.includes(tactic),
                () => put({ special_for: toggled(card.special_for, tactic) })))}</div>` : nothing}
          ${list(label("Weapon.kind"), named(WEAPONS), card.kind, (value) => put({ kind: value }))}
          ${flag(say("uses"), used, (value) => { used = Boolean(value); redraw(); })}` : nothing}
        ${bonus(card.bonus, name, (value) => put({ bonus: value }))}
        ${ending(Boolean(at), () => { close(); done(); }, () => { close(); take(without()); })}
      </div>`;
  });
}

/**
 * Tells a card played in the fight, a new one or one that was told.
 *
 * @param {{ fight: any, role: string, at?: number, words: import("../types").Words | undefined, language: "it" | "en" }} told
 * @param {(fight: any) => void} take
 */
export function playedSheet({ fight, role, at, words, language }, take) {
  const label = (/** @type {string} */ name) => labelIn(words, name, language);
  const name = (/** @type {unknown} */ value) => valueWords(value, words, language);
  const modifiers = fight?.modifiers ?? [];
  let card = at === undefined ? { value: "attack", amount: 1 } : modifiers[at];
  openSheet(say("played"), (close, redraw) => {
    const put = (/** @type {any} */ next) => { card = { ...card, ...next }; redraw(); };
    const done = () => {
      close();
      const called = card.card || say("played");
      const whole = { ...card, card: called, words: card.words || called, on: role };
      take({ ...fight, modifiers: at === undefined ? [...modifiers, whole] : replaced(modifiers, at, whole) });
    };
    return html`
      <div>
        ${field(label("card"), card.card, (value) => put({ card: value }))}
        ${field(label("Modifier.words"), card.words, (value) => put({ words: value }))}
        ${choices(label("Modifier.value"), CHANGED.map((one) => [one, name(one)]), card.value,
          (value) => put({ value: value ?? card.value }))}
        ${choices(label("Modifier.base"), [["doubled", say("doubled")], ["halved", say("halved")]], card.base, (value) => {
          const { amount, sets, base, ...rest } = card;
          card = value ? { ...rest, base: value } : { ...rest, amount: 1 };
          redraw();
        })}
        ${card.base ? nothing : html`
          <div class="line"><span>${label("amount")}</span>
            ${counter({ label: label("amount"), value: card.amount, low: -Infinity, usual: 0,
              face: card.sets ? `= ${card.amount ?? 0}` : signed(card.amount ?? 0) }, (value) => put({ amount: value }))}</div>
          ${flag(label("sets"), card.sets, (value) => put({ sets: value ?? false }))}`}
        ${ending(at !== undefined, done, () => {
          close();
          take({ ...fight, modifiers: replaced(modifiers, /** @type {number} */ (at)) });
        })}
      </div>`;
  });
}

/** What a card adds, a counter a value. @param {any} bonus @param {(value: unknown) => string} name @param {(bonus: any) => void} take */
const bonus = (bonus, name, take) => html`
  <div class="stats">${STATS.map((stat) => counter({
    label: name(stat), value: bonus?.[stat], usual: 0, low: -Infinity, less: say("less", { stat }), more: say("more", { stat }),
    face: html`<small>${stat}</small> ${signed(bonus?.[stat] ?? 0)}`,
  }, (value) => take({ ...bonus, [stat]: value })))}</div>`;

/** @param {boolean} old @param {() => void} done @param {() => void} drop */
const ending = (old, done, drop) => html`
  <div class="row">
    <button type="button" class="strong" @click=${done}>${say("done")}</button>
    ${old ? html`<button type="button" class="quiet" @click=${drop}>${say("drop")}</button>` : nothing}
  </div>`;
