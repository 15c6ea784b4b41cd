// @ts-check
/** A monster of Village Attacks attacks with a die: its zone, the target's zone, and who stands there. */

import { valueWords, withValue } from "../core/facts.js";
import { settings } from "../core/settings.js";
import { wording } from "../core/wording.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { free, KINDS, newVillager, put, villagerPiece } from "./figures.js";
import { choices, counter, field, flag, labelIn } from "./pieces.js";

const say = wording({
  die: { it: "Il dado che spende", en: "The die it spends" },
  same: { it: "Nella stessa zona", en: "In the same zone" },
  here: { it: "La zona del mostro", en: "The monster’s zone" },
  there: { it: "La zona del bersaglio", en: "The target’s zone" },
  apart: { it: "Distanza: {distance}", en: "Distance: {distance}" },
  zone: { it: "zona", en: "zone" },
  unlucky: { it: "Sfortunata", en: "Unlucky" },
  dark: { it: "Oscurità", en: "Darkness" },
  add: { it: "Aggiungi: {kind}", en: "Add: {kind}" },
  attacked: { it: "attaccato", en: "attacked" },
  damage: { it: "danni: {damage}", en: "{damage} damage" },
  may: { it: "si può attaccare", en: "may be attacked" },
});

const FACES = ["melee", "ranged", "magic", "villager", "defence", "vengeance"];

/** @type {import("./index.js").Board} */
export function board({ state, change, words, ruling, language = settings.language }) {
  const name = (/** @type {unknown} */ value) => valueWords(value, words, language);
  const label = (/** @type {string} */ one) => labelIn(words, one, language);
  const set = (/** @type {string} */ fact, /** @type {unknown} */ value) => change(withValue(state, fact, value));
  const villagers = /** @type {import("./castle.js").Figure[]} */ (state.villagers ?? []);
  const zone = villagers[0]?.zone ?? say("zone");
  const shared = { words, language, zones: [zone], types: [...new Set(villagers.map(({ type }) => type).filter(Boolean))] };
  const attackable = new Set(ruling?.steps.filter(({ rule, branch }) =>
    `${rule} ${branch}` === "VA-5.1 first-of-all" || `${rule} ${branch}` === "VA-4.11 may-be-attacked-too")
    .flatMap(({ facts }) => /** @type {string[]} */ (facts.villagers)));
  const { damage } = /** @type {{ damage?: number }} */ (ruling?.outcome ?? {});

  /** @param {import("./castle.js").Figure} one */
  const marks = (one) => ({
    isTarget: one.name === state.target,
    says: one.name === state.target ? [say("attacked"), ...(damage === undefined ? [] : [say("damage", { damage })])]
      : attackable.has(one.name) ? [say("may")] : [],
  });

  const monster = html`
    ${field(label("MonsterAttack.monster"), state.monster, (called) => set("monster", called || undefined))}
    ${flag(say("unlucky"), state.unlucky_here, (value) => set("unlucky_here", value))}`;
  return html`
    <div class="board castle">
      <div class="line"><span>${say("die")}</span>
        ${choices(say("die"), FACES.map((face) => [face, name(face)]), state.result, (value) => set("result", value))}</div>
      <div class="line"><span>${label("MonsterAttack.distance")}</span>
        ${counter({ label: label("MonsterAttack.distance"), value: state.distance }, (value) => set("distance", value))}</div>
      <div class="map">
        ${state.distance === 0 ? nothing : html`
          <section class="zone" data-dark=${state.dark ? "" : nothing} aria-label=${say("here")}>
            <h2>${say("here")}</h2>${monster}</section>
          <p class="apart">${say("apart", { distance: state.distance ?? "?" })}</p>`}
        <section class="zone" data-dark=${state.dark ? "" : nothing} aria-label=${say("there")}>
          <h2>${say(state.distance === 0 ? "same" : "there")}</h2>
          ${state.distance === 0 ? monster : nothing}
          <div class="figures-here">${villagers.map((one) => villagerPiece(one, shared, marks(one), (next) => change({
            ...withValue(state, "target", one.name === state.target ? next?.name : state.target), villagers: put(villagers, one, next),
          })))}</div>
          <div class="choices">${KINDS.map((kind) => html`
            <button type="button" aria-label=${say("add", { kind: name(kind) })} @click=${() => set("villagers",
              [...villagers, newVillager(kind, zone, free(name(kind), villagers))])}>+ ${name(kind)}</button>`)}</div>
          ${state.distance === 0 ? nothing : flag(say("unlucky"), state.unlucky_there, (value) => set("unlucky_there", value))}
        </section>
      </div>
      <div class="line"><span>${label("MonsterAttack.target")}</span>
        ${choices(label("MonsterAttack.target"), villagers.map((one) => [one.name, name(one.name)]), state.target, (value) => set("target", value))}</div>
      ${flag(say("dark"), state.dark, (value) => set("dark", value))}
      ${state.unlucky_here || state.unlucky_there || state.coin ? html`
        <div class="line"><span>${label("coin")}</span>
          ${choices(label("coin"), [["heads", name("heads")], ["tails", name("tails")]], state.coin, (value) => set("coin", value))}</div>` : nothing}
    </div>`;
}
