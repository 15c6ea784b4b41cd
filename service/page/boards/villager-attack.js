// @ts-check
/** Whom a villager of Village Attacks attacks: the map, the monsters, and the one villager asked about. */

import { castle } from "./castle.js";

export const board = castle({
  one: true,
  villagers: ({ attacker }) => (attacker?.zone ? [attacker] : []),
  withVillagers({ attacker, ...state }, [villager]) {
    return villager ? { ...state, attacker: villager } : state;
  },
});
