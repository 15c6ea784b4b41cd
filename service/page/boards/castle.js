// @ts-check
/**
 * The castle of Village Attacks: its zones in rows by their distance to the Castle Heart, the ways between them, and
 * the figures that stand there. What the ruling says is shown on the figures it is about.
 *
 * @typedef {{ name: string, neighbours: string[], distance: number, spawn?: boolean, unlucky?: boolean, dark?: boolean }} Zone
 * @typedef {{ name: string, zone: string | null, [fact: string]: any }} Figure
 * @typedef {object} Cast how a procedure keeps its villagers
 * @property {(state: any) => Figure[]} villagers
 * @property {(state: any, villagers: Figure[]) => any} withVillagers the state with these
 * @property {boolean} one whether there is only the one asked about
 */

import { valueWords } from "../core/facts.js";
import { settings } from "../core/settings.js";
import { capital, wording } from "../core/wording.js";
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { free, KINDS, monsterPiece, monsterSheet, newVillager, put, villagerPiece, villagerSheet } from "./figures.js";
import { counter, field, flag, labelIn, openSheet, toggled } from "./pieces.js";

const say = wording({
  start: { it: "Metti il Cuore del Castello", en: "Put down the Castle Heart" },
  far: { it: "a {distance} dal Cuore", en: "{distance} from the Heart" },
  zone: { it: "Zona {number}", en: "Zone {number}" },
  change: { it: "Cambia la zona {zone}", en: "Change the zone {zone}" },
  add: { it: "Aggiungi una miniatura: {zone}", en: "Add a figure: {zone}" },
  more: { it: "+ Zona qui accanto", en: "+ Zone next to it" },
  name: { it: "Nome", en: "Name" },
  away: { it: "Togli la zona", en: "Take the zone away" },
  which: { it: "Quale mostro", en: "Which monster" },
  put: { it: "Metti il mostro", en: "Put the monster there" },
  hit: { it: "{villager} → {target}: danni {damage}", en: "{villager} → {target}: {damage} damage" },
  attacked: { it: "attaccato: {damage}", en: "attacked: {damage}" },
  goes: { it: "va in: {zone}", en: "goes to: {zone}" },
  dead: { it: "muore", en: "dies" },
  appears: { it: "appare", en: "appears" },
  order: { it: "si attiva n. {order}", en: "activates no. {order}" },
});

const HEART = "heart";
const HEART_ATTACKED = "castle-heart";

/** @param {Cast} cast @returns {import("./index.js").Board} */
export const castle = (cast) => ({ state, change, words, ruling, language = settings.language }) => {
  const name = (/** @type {unknown} */ value) => valueWords(value, words, language);
  const zones = /** @type {Zone[]} */ (state.zones ?? []);
  const monsters = /** @type {Figure[]} */ (state.monsters ?? []);
  const villagers = cast.villagers(state);
  const told = marks(ruling?.outcome ?? {}, name);
  const label = (/** @type {string} */ field) => labelIn(words, field, language);
  const types = [...new Set(monsters.map(({ type }) => type).filter(Boolean))];
  const shared = { words, language, zones: zones.map((one) => one.name), types };

  const marksOf = (/** @type {Figure} */ { name: called }) =>
    ({ isTarget: told.targets.has(called), says: told.figures.get(called) ?? [] });

  /** @param {Zone} zone */
  const box = (zone) => html`
    <section class="zone" data-heart=${zone.distance === 0 ? "" : nothing} data-dark=${zone.dark ? "" : nothing}
      aria-label=${name(zone.name)}>
      <button type="button" class="quiet zone-name" aria-label=${say("change", { zone: name(zone.name) })} @click=${() => zoneSheet(zone)}>
        <strong>${name(zone.name)}</strong>
        <span class="faint">${[zone.distance ? say("far", { distance: zone.distance }) : "",
          ...(["spawn", "unlucky", "dark"].filter((fact) => zone[/** @type {"spawn"} */ (fact)]).map((fact) => label(`Zone.${fact}`)))]
          .filter(Boolean).join(" · ")}</span>
      </button>
      ${zone.distance === 0 && told.heart ? html`<p class="result">${told.heart}</p>` : nothing}
      <div class="figures-here">
        ${monsters.filter((one) => one.zone === zone.name).map((one) => monsterPiece(one, shared, marksOf(one),
          (next) => change({ ...state, monsters: put(monsters, one, next) })))}
        ${villagers.filter((one) => one.zone === zone.name).map((one) => villagerPiece(one, shared, marksOf(one),
          (next) => change(cast.withVillagers(state, put(villagers, one, next)))))}
        ${told.appeared.filter((one) => one.zone === zone.name).map((one) => html`
          <span class="piece new" data-kind=${one.kind}><strong>${name(one.name)}</strong><span>${say("appears")}</span></span>`)}
        <button type="button" class="add" aria-label=${say("add", { zone: name(zone.name) })} @click=${() => addSheet(zone)}>+</button>
      </div>
    </section>`;

  /** @param {Zone} zone */
  const addSheet = (zone) => openSheet(say("add", { zone: name(zone.name) }), (close) => html`
    <div>
      <div class="choices">${KINDS.map((kind) => html`
        <button type="button" @click=${() => { close(); addVillager(zone, kind); }}>${name(kind)}</button>`)}</div>
      <form class="row" @submit=${(/** @type {any} */ event) => {
        event.preventDefault();
        close();
        addMonster(zone, event.target.elements.monster.value.trim());
      }}>
        <label class="field"><span>${say("which")}</span><input name="monster" autocomplete="off" required></label>
        <button>${say("put")}</button>
      </form>
    </div>`);

  /** @param {Zone} zone @param {string} kind */
  const addVillager = (zone, kind) => {
    const villager = newVillager(kind, zone.name, free(name(kind), [...villagers, ...monsters]));
    const all = cast.one ? [villager] : [...villagers, villager];
    change(cast.withVillagers(state, all));
    if (kind !== "commoner") villagerSheet(villager, shared, (next) => change(cast.withVillagers(state, put(all, villager, next))));
  };

  /** @param {Zone} zone @param {string} type */
  const addMonster = (zone, type) => {
    const monster = { name: free(type, [...villagers, ...monsters]), type, zone: zone.name };
    const all = [...monsters, monster];
    change({ ...state, monsters: all });
    monsterSheet(monster, shared, (next) => change({ ...state, monsters: put(all, monster, next) }));
  };

  /** @param {Zone} zone */
  const zoneSheet = (zone) => {
    let now = state;
    let at = zones.indexOf(zone);
    openSheet(name(zone.name), (close, redraw) => {
      const here = /** @type {Zone} */ (now.zones[at]);
      const tell = (/** @type {any} */ next) => { now = next; change(now); redraw(); };
      const set = (/** @type {any} */ facts) =>
        tell({ ...now, zones: now.zones.toSpliced(at, 1, bare({ ...here, ...facts })) });
      return html`
        <div>
          ${field(say("name"), name(here.name), (called) => { if (called) tell(renamed(now, cast, here.name, called)); })}
          <div class="line"><span>${label("Zone.distance")}</span>
            ${counter({ label: label("Zone.distance"), value: here.distance }, (distance) => set({ distance }))}</div>
          <div class="line"><span>${label("Zone.neighbours")}</span>
            <div class="choices">${now.zones.filter((/** @type {Zone} */ one) => one !== here).map((/** @type {Zone} */ one) =>
              flag(name(one.name), here.neighbours.includes(one.name), () => tell(joined(now, here.name, one.name))))}</div></div>
          <div class="choices">${["spawn", "unlucky", "dark"].map((fact) =>
            flag(label(`Zone.${fact}`), here[/** @type {"spawn"} */ (fact)], (value) => set({ [fact]: value })))}</div>
          <div class="row">
            <button type="button" @click=${() => { close(); change(withZone(now, here)); }}>${say("more")}</button>
            <button type="button" class="quiet" @click=${() => { close(); change(withoutZone(now, cast, here.name)); }}>${say("away")}</button>
          </div>
        </div>`;
    });
  };

  const rows = [...new Set(zones.map(({ distance }) => distance))].sort((one, other) => one - other)
    .map((distance) => zones.filter((zone) => zone.distance === distance));
  return html`
    <div class="board castle">
      ${zones.length ? nothing : html`<button type="button" class="strong"
        @click=${() => change({ ...state, zones: [{ name: HEART, neighbours: [], distance: 0 }] })}>${say("start")}</button>`}
      <div class="map">
        ${rows.map((row, at) => html`${at ? ways(rows[at - 1], row) : nothing}<div class="zones">${row.map(box)}</div>`)}
      </div>
      ${told.attacks.length ? html`<ul class="attacks">${told.attacks.map((/** @type {string} */ says) => html`<li>${says}</li>`)}</ul>` : nothing}
    </div>`;

  /** @param {any} before @param {Zone} from */
  function withZone(before, from) {
    const called = free(say("zone", { number: before.zones.length + 1 }), before.zones);
    const zone = { name: called, neighbours: [from.name], distance: from.distance + 1 };
    return { ...before, zones: [...before.zones.map((/** @type {Zone} */ one) =>
      (one.name === from.name ? { ...one, neighbours: [...one.neighbours, called] } : one)), zone] };
  }
};

/** The ways between the zones of two rows. @param {Zone[]} near @param {Zone[]} far */
const ways = (near, far) => html`
  <svg class="ways" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    ${near.flatMap((one, at) => far.flatMap((other, place) => (one.neighbours.includes(other.name) ? [svg`
      <line x1=${(100 * (at + 0.5)) / near.length} y1="0" x2=${(100 * (place + 0.5)) / far.length} y2="10"></line>`] : [])))}
  </svg>`;

/**
 * What the ruling says, by the figure it says it of.
 *
 * @param {any} outcome @param {(value: unknown) => string} name
 */
function marks(outcome, name) {
  /** @type {Map<string, string[]>} */
  const figures = new Map();
  const note = (/** @type {string} */ figure, /** @type {string} */ says) => figures.set(figure, [...(figures.get(figure) ?? []), says]);
  const attacks = Array.isArray(outcome.attacks) ? outcome.attacks : [];
  (outcome.order ?? []).forEach((/** @type {string} */ figure, /** @type {number} */ at) => note(figure, say("order", { order: at + 1 })));
  for (const { target, damage } of attacks) if (target !== HEART_ATTACKED) note(target, say("attacked", { damage }));
  for (const { figure, to } of outcome.moves ?? []) note(figure, say("goes", { zone: name(to) }));
  for (const figure of outcome.dead ?? []) note(figure, say("dead"));
  const onHeart = attacks.filter((/** @type {any} */ one) => one.target === HEART_ATTACKED);
  return {
    figures,
    targets: new Set(attacks.map((/** @type {any} */ one) => one.target)),
    attacks: attacks.map((/** @type {any} */ { villager, target, damage }) =>
      say("hit", { villager: capital(name(villager)), target: name(target), damage })),
    appeared: /** @type {Figure[]} */ (outcome.appeared ?? []),
    heart: onHeart.length
      ? say("attacked", { damage: onHeart.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.damage, 0) }) : "",
  };
}

/** Without the facts that are not told. @template {object} Told @param {Told} told @returns {Told} */
const bare = (told) => /** @type {Told} */ (Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)));

/** Two zones next to each other, or apart where they were. @param {any} state @param {string} one @param {string} other */
const joined = (state, one, other) => ({ ...state, zones: state.zones.map((/** @type {Zone} */ zone) =>
  (zone.name === one || zone.name === other
    ? { ...zone, neighbours: toggled(zone.neighbours, zone.name === one ? other : one) } : zone)) });

/** @param {any} state @param {Cast} cast @param {string} before @param {string} called */
function renamed(state, cast, before, called) {
  if (state.zones.some((/** @type {Zone} */ zone) => zone.name === called)) return state;
  const name = (/** @type {string | null} */ one) => (one === before ? called : one);
  const moved = (/** @type {Figure[]} */ all) => all.map((figure) => ({ ...figure, zone: name(figure.zone) }));
  const next = { ...state, zones: state.zones.map((/** @type {Zone} */ zone) =>
    ({ ...zone, name: name(zone.name), neighbours: zone.neighbours.map(name) })) };
  if (state.monsters) next.monsters = moved(state.monsters);
  const villagers = cast.villagers(state);
  return villagers.length ? cast.withVillagers(next, moved(villagers)) : next;
}

/** Without a zone and who stands in it. @param {any} state @param {Cast} cast @param {string} gone */
function withoutZone(state, cast, gone) {
  const left = (/** @type {Figure[]} */ all) => all.filter(({ zone }) => zone !== gone);
  const zones = state.zones.filter((/** @type {Zone} */ { name }) => name !== gone).map((/** @type {Zone} */ zone) =>
    ({ ...zone, neighbours: zone.neighbours.filter((one) => one !== gone) }));
  const next = bare({ ...state, zones: zones.length ? zones : undefined });
  if (state.monsters) next.monsters = left(state.monsters);
  const villagers = cast.villagers(state);
  return villagers.length ? cast.withVillagers(next, left(villagers)) : next;
}
