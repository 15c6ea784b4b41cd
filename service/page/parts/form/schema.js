// @ts-check
/**
 * What a form is made of: the kinds of facts that a JSON schema has, references followed.
 *
 * @typedef {object} Node what may stand at a place
 * @property {"choice" | "number" | "text" | "card" | "object" | "kinds" | "list" | "other"} kind
 * @property {unknown[]} values of a choice, each; else what may stand there besides, such as nothing
 * @property {number} [low]
 * @property {number} [high]
 * @property {string[][]} [places] of a card such as `blue 7`: what may stand at each place of its text
 * @property {Field[]} [fields] of an object
 * @property {Node[]} [kinds] the objects of which one may stand there
 * @property {string} [type] of an object, its name in the schema
 * @property {Field} [constant] of one object among several, the field that says which it is
 * @property {Node} [item] of a list
 *
 * @typedef {object} Field
 * @property {string} name
 * @property {string} owner the type that has the field
 * @property {Node} node
 * @property {boolean} hasUsual whether it need not be told: something is usual
 * @property {unknown} [usual]
 */

import { alternatives, shapeOf, stepsOf, valueAt, withValue } from "../../core/facts.js";

/** @type {WeakMap<object, Node>} */
const known = new WeakMap();

/** The state as a whole. @param {any} schema @returns {Node} */
export function rootOf(schema) {
  const node = known.get(schema) ?? nodeOf(schema, schema);
  known.set(schema, node);
  return node;
}

/** @param {any} schema @param {any} root @returns {Node} */
function nodeOf(schema, root) {
  const kinds = alternatives(schema, root);
  const shape = shapeOf(kinds);
  const places = shape.kind === "text" && placesOf(kinds.find(({ pattern }) => pattern)?.pattern);
  if (places) return { ...shape, kind: "card", places };
  const list = kinds.find(({ type }) => type === "array");
  if (list) return { kind: "list", values: shape.values, item: nodeOf(list.items, root) };
  const objects = kinds.filter(({ properties }) => properties).map((one) => objectNode(one, root));
  if (!objects.length) return shape;
  return objects.length > 1 ? { kind: "kinds", values: shape.values, kinds: objects } : { ...objects[0], values: shape.values };
}

/** @param {any} schema @param {any} root @returns {Node} */
function objectNode({ title, properties }, root) {
  const fields = Object.entries(properties).map(([name, inner]) => ({
    name, owner: title, node: nodeOf(inner, root), hasUsual: "default" in inner, usual: inner.default,
  }));
  const constant = fields.find(({ name }) => "const" in properties[name]);
  return { kind: "object", values: [], type: title, constant, fields: fields.filter((field) => field !== constant) };
}

/**
 * What may stand at each place of a text such as `^(red|blue) (G[12]|[1-7])$`; nothing where a pattern is no such.
 *
 * @param {string | undefined} pattern @returns {string[][] | undefined}
 */
export function placesOf(pattern) {
  const inner = /^\^([\w()|[\]?\- ]+)\$$/.exec(pattern ?? "")?.[1];
  return inner?.split(" ").map((place) => place.replace(/^\((.*)\)$/, "$1").split("|").flatMap(spelledOut));
}

/** Every text that letters and sets of letters, such as `[1-9][0-9]?`, stand for. @param {string} pattern @returns {string[]} */
function spelledOut(pattern) {
  let texts = [""];
  for (const [, set, letter, optional] of pattern.matchAll(/(?:\[([^\]]+)\]|(\w|-))(\?)?/g)) {
    const letters = set ? [...set.matchAll(/(.)-(.)|./g)].flatMap(([one, from, to]) => (from ? range(from, to) : [one])) : [letter];
    texts = texts.flatMap((text) => [...(optional ? [text] : []), ...letters.map((one) => text + one)]);
  }
  return texts;
}

/** @param {string} from @param {string} to */
const range = (from, to) =>
  Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, at) => String.fromCharCode(from.charCodeAt(0) + at));

/** The object that stands there, among those that may. @param {Node} node @param {any} value @returns {Node | undefined} */
export function objectOf(node, value) {
  if (value === null || typeof value !== "object") return undefined;
  if (node.kind !== "kinds") return node;
  return node.kinds?.find(({ constant }) => constant && constant.node.values[0] === value[constant.name]);
}

/** @typedef {{ field: Field | undefined, node: Node, number: number | undefined }} Place `number`: of an entry in a list */

/** All that a path leads through, the last one last; empty where it leads nowhere. @param {any} schema @param {any} state @param {string} path @returns {Place[]} */
export function placesAlong(schema, state, path) {
  /** @type {Place[]} */
  const along = [];
  let node = rootOf(schema);
  let value = state;
  for (const step of stepsOf(path)) {
    if (typeof step === "number") {
      if (!node.item) return [];
      node = node.item;
      along.push({ field: along.at(-1)?.field, node, number: step });
    } else {
      const among = objectOf(node, value) ?? node;
      const field = (among.fields ?? among.kinds?.flatMap(({ fields }) => fields ?? []))?.find(({ name }) => name === step);
      if (!field) return [];
      node = field.node;
      along.push({ field, node, number: undefined });
    }
    value = value?.[step];
  }
  return along;
}

/**
 * A copy of the state with this told; with `undefined`, not told any more, and whatever it was told within goes with it
 * where nothing is left inside.
 *
 * @param {any} schema @param {any} state @param {string} path @param {unknown} value @returns {any}
 */
export function tell(schema, state, path, value) {
  const next = withValue(state, path, value);
  const parent = path.replace(/\.?\w+$/, "");
  if (value !== undefined || !parent || parent.endsWith("]")) return next;
  const node = placesAlong(schema, state, parent).at(-1)?.node;
  const isBare = Object.keys(/** @type {any} */ (valueAt(next, parent)) ?? {}).length === 0;
  return isBare && node?.kind === "object" && !node.values.includes(null) ? tell(schema, next, parent, undefined) : next;
}
