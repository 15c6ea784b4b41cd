// @ts-check
/** The villagers' phase of Village Attacks: the map with all who stand on it. */

import { castle } from "./castle.js";

export const board = castle({
  one: false,
  villagers: ({ villagers }) => villagers ?? [],
  withVillagers: (state, villagers) => ({ ...state, villagers }),
});
