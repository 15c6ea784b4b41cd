// @ts-check
/**
 * The figures of Village Attacks, each on a sheet: what it is, where it stands, its wounds and conditions.
 *
 * @typedef {import("./castle.js").Figure} Figure
 * @typedef {object} Shared
 * @property {import("../types").Words | undefined} words
 * @property {"it" | "en"} language
 * @property {string[]} zones by name
 * @property {string[]} types of the monsters on the map
 */

import { valueWords } from "../core/facts.js";
import { wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { choices, counter, field, flag, labelIn, list, openSheet } from "./pieces.js";

const say = wording({
  name: { it: "Nome", en: "Name" },
  stands: { it: "Sta in", en: "It stands in" },
  away: { it: "Togli la miniatura", en: "Take the figure away" },
  otherType: { it: "Un altro tipo", en: "Another type" },
  card: { it: "La carta dell’eroe", en: "The hero’s card" },
  wounds: { it: "danni {damage} su {health}", en: "{damage} damage of {health}" },
});

export const KINDS = ["commoner", "hunter", "yunfakh", "hero"];
const EVERY_TYPE = "every";
const ROLES = ["playing", "summoned", "minion"];
const HERO = ["move", "attacks", "range", "damage"];

/**
 * @typedef {object} Marks what the ruling says of a figure
 * @property {boolean} isTarget
 * @property {string[]} says
 * @typedef {(figure: Figure | undefined) => void} Take
 */

/** @param {Figure} monster @param {Shared} shared @param {Marks} marks @param {Take} take */
export const monsterPiece = (monster, shared, marks, take) => piece(monster, "monster", shared, marks,
  say("wounds", { damage: monster.damage ?? 0, health: monster.health ?? "?" }), () => monsterSheet(monster, shared, take));

/** @param {Figure} villager @param {Shared} shared @param {Marks} marks @param {Take} take */
export const villagerPiece = (villager, shared, marks, take) => piece(villager, villager.kind, shared, marks,
  [villager.kind, villager.type].filter(Boolean).map((one) => valueWords(one, shared.words, shared.language)).join(" · "),
  () => villagerSheet(villager, shared, take));

/** @param {Figure} figure @param {string} kind @param {Shared} shared @param {Marks} marks @param {string} about @param {() => void} open */
const piece = (figure, kind, { words, language }, { isTarget, says }, about, open) => html`
  <button type="button" class="piece" data-kind=${kind} data-lying=${figure.stunned ? "" : nothing}
    data-target=${isTarget ? "" : nothing} @click=${open}>
    <strong>${valueWords(figure.name, words, language)}</strong> <span>${about}</span>
    ${[figure.stunned && labelIn(words, "stunned", language), figure.burning && labelIn(words, "Villager.burning", language), ...says]
      .filter(Boolean).map((mark) => html` <span class="mark">${mark}</span>`)}</button>`;

/** @param {string} kind @param {string} zone @param {string} name @returns {Figure} */
export const newVillager = (kind, zone, name) =>
  ({ name, kind, zone, ...(kind === "commoner" && { type: null }), ...(kind !== "hero" && { card: null }) });

/** A name that none of these has yet. @param {string} called @param {{ name: string }[]} all */
export function free(called, all) {
  const taken = (/** @type {string} */ one) => all.some(({ name }) => name === one);
  if (!taken(called)) return called;
  for (let number = 2; ; number += 1) if (!taken(`${called} ${number}`)) return `${called} ${number}`;
}

/** A list with this figure as it is now, or without it. @param {Figure[]} all @param {Figure} one @param {Figure | undefined} next */
export const put = (all, one, next) => all.toSpliced(all.indexOf(one), 1, ...(next ? [next] : []));

/** @param {Figure} monster @param {Shared} shared @param {(monster: Figure | undefined) => void} take */
export const monsterSheet = (monster, shared, take) => figureSheet(monster, shared, take, (now, set, label, name) => html`
  ${field(label("Monster.type"), now.type, (type) => set({ type: type || now.type }))}
  <div class="line"><span>${label("Monster.health")}</span>
    ${counter({ label: label("Monster.health"), value: now.health }, (health) => set({ health }))}</div>
  <div class="line"><span>${label("Monster.damage")}</span>
    ${counter({ label: label("Monster.damage"), value: now.damage, usual: 0 }, (damage) => set({ damage }))}</div>
  ${flag(label("stunned"), now.stunned, (stunned) => set({ stunned }))}
  ${choices(label("Monster.role"), ROLES.map((one) => [one, name(one)]), now.role ?? "playing", (role) => set({ role }))}
  ${now.role === "minion" ? list(label("Monster.controller"), shared.types.map((one) => [one, one]), now.controller,
    (controller) => set({ controller })) : nothing}`);

/** @param {Figure} villager @param {Shared} shared @param {(villager: Figure | undefined) => void} take */
export const villagerSheet = (villager, shared, take) => figureSheet(villager, shared, take, (now, set, label, name) => html`
  ${now.kind === "commoner" ? nothing : html`
    <div class="line"><span>${label("Villager.type")}</span>
      ${choices(label("Villager.type"), [...shared.types, ...(now.kind === "hero" ? [] : [EVERY_TYPE])].map((one) => [one, name(one)]),
        now.type, (type) => set({ type }))}</div>
    ${field(say("otherType"), [...shared.types, EVERY_TYPE].includes(now.type) ? "" : now.type, (type) => set({ type: type || undefined }))}`}
  ${now.kind === "hero" ? html`
    <h3>${say("card")}</h3>
    ${HERO.map((fact) => html`<div class="line"><span>${label(`HeroCard.${fact}`)}</span>
      ${counter({ label: label(`HeroCard.${fact}`), value: now.card?.[fact] },
        (value) => set({ card: { ...now.card, [fact]: value } }))}</div>`)}` : nothing}
  <div class="line"><span>${label("Villager.health")}</span>
    ${counter({ label: label("Villager.health"), value: now.health }, (health) => set({ health }))}</div>
  <div class="choices">${flag(label("stunned"), now.stunned, (stunned) => set({ stunned }))}
    ${flag(label("Villager.burning"), now.burning, (burning) => set({ burning }))}</div>`);

/**
 * Each tap changes the figure at once.
 *
 * @param {Figure} figure @param {Shared} shared @param {(figure: Figure | undefined) => void} take
 * @param {(now: Figure, set: (facts: any) => void, label: (field: string) => string, name: (value: unknown) => string) => unknown} view
 */
function figureSheet(figure, { words, language, zones }, take, view) {
  let now = figure;
  const label = (/** @type {string} */ one) => labelIn(words, one, language);
  const name = (/** @type {unknown} */ value) => valueWords(value, words, language);
  openSheet(name(figure.name), (close, redraw) => {
    const set = (/** @type {any} */ facts) => {
      now = /** @type {Figure} */ (Object.fromEntries(Object.entries({ ...now, ...facts }).filter(([, value]) => value !== undefined)));
      take(now);
      redraw();
    };
    return html`
      <div>
        ${field(say("name"), now.name, (called) => set({ name: called || now.name }))}
        ${view(now, set, label, name)}
        <div class="line"><span>${say("stands")}</span>
          ${choices(say("stands"), zones.map((zone) => [zone, name(zone)]), now.zone, (zone) => set({ zone: zone ?? now.zone }))}</div>
        <button type="button" class="quiet" @click=${() => { close(); take(undefined); }}>${say("away")}</button>
      </div>`;
  });
}
