// @ts-check
/**
 * Facts of a state by their path, such as `cities[0].troops`: what stands there, what may, and what it is called.
 *
 * @typedef {object} Shape what may stand at a path
 * @property {"choice" | "number" | "text" | "other"} kind
 * @property {unknown[]} values of a choice, each; else what may stand there besides, such as nothing
 * @property {number} [low]
 * @property {number} [high]
 * @property {string} name of the field
 * @property {string} owner the type that has the field
 *
 * @typedef {import("../types").Words} Words
 */

import { wording } from "./wording.js";

const say = wording({
  true: { it: "sì", en: "yes" },
  false: { it: "no", en: "no" },
  null: { it: "nessuno", en: "none" },
  at_least: { it: "almeno {at_least}", en: "at least {at_least}" },
  at_most: { it: "al massimo {at_most}", en: "at most {at_most}" },
});

/** The names and numbers of a path. @param {string} path @returns {(string | number)[]} */
export const stepsOf = (path) =>
  [...path.matchAll(/([A-Za-z_]\w*)|\[(\d+)\]/g)].map(([, name, at]) => name ?? Number(at));

/** @param {any} state @param {string} path @returns {unknown} */
export const valueAt = (state, path) => stepsOf(path).reduce((inner, step) => inner?.[step], state);

/** A copy of the state with this value at the path; without any, where it is undefined. @param {any} state @param {string} path @param {unknown} value */
export const withValue = (state, path, value) => put(state, stepsOf(path), value);

/** @param {any} inner @param {(string | number)[]} steps @param {unknown} value @returns {any} */
function put(inner, [step, ...rest], value) {
  const copy = typeof step === "number" ? [...(inner ?? [])] : { ...inner };
  if (!rest.length && value === undefined) delete copy[step];
  else copy[step] = rest.length ? put(copy[step], rest, value) : value;
  return copy;
}

/** What may stand at a path into states of this JSON schema. @param {any} schema @param {string} path @returns {Shape} */
export function shapeAt(schema, path) {
  let [here, owner, name] = [[schema], "", ""];
  for (const step of stepsOf(path)) {
    const inside = here.flatMap((one) => alternatives(one, schema));
    if (typeof step === "number") {
      here = inside.map((one) => one.prefixItems?.[step] ?? one.items).filter(Boolean);
      continue;
    }
    const holder = inside.find((one) => one.properties?.[step]);
    [here, owner, name] = [holder ? [holder.properties[step]] : [], holder?.title ?? "", step];
  }
  return { ...shapeOf(here.flatMap((one) => alternatives(one, schema))), owner, name };
}

/** The schemas of which one must fit, references followed. @param {any} schema @param {any} root @returns {any[]} */
export function alternatives(schema, root) {
  if (schema.$ref) {
    const inner = schema.$ref.split("/").slice(1).reduce((/** @type {any} */ at, /** @type {string} */ key) => at[key], root);
    return alternatives({ ...inner, title: schema.$ref.split("/").pop() }, root);
  }
  const among = schema.anyOf ?? schema.oneOf;
  return among ? among.flatMap((/** @type {any} */ one) => alternatives(one, root)) : [schema];
}

/** What may stand where one of these schemas must fit. @param {any[]} kinds @returns {{ kind: Shape["kind"], values: unknown[], low?: number, high?: number }} */
export function shapeOf(kinds) {
  const values = kinds.flatMap((one) =>
    one.enum ?? ("const" in one ? [one.const] : one.type === "boolean" ? [true, false] : one.type === "null" ? [null] : []));
  const [open, ...more] = kinds.filter((one) => !one.enum && !("const" in one) && !["boolean", "null"].includes(one.type));
  if (!open) return { kind: values.length ? "choice" : "other", values };
  if (more.length) return { kind: "other", values };
  if (open.type === "integer") {
    const low = open.minimum ?? (open.exclusiveMinimum === undefined ? undefined : open.exclusiveMinimum + 1);
    const high = open.maximum ?? (open.exclusiveMaximum === undefined ? undefined : open.exclusiveMaximum - 1);
    return { kind: "number", values, low, high };
  }
  return { kind: open.type === "string" ? "text" : "other", values };
}

/** What a field is called. @param {Words | undefined} words @param {Shape} shape @param {"it" | "en"} language */
export const labelOf = (words, { owner, name }, language) =>
  (words?.fields[`${owner}.${name}`] ?? words?.fields[name])?.label[language] ?? name.replaceAll("_", " ");

/** Whether a number is told by its bounds. @param {any} value @returns {value is { at_least?: number, at_most?: number }} */
export const isRange = (value) => value !== null && typeof value === "object" && ("at_least" in value || "at_most" in value);

/**
 * A value of a state in words. A text that has none is looked up word by word, its numbers as they are: `blue 7`; if any
 * other word of it has none, it is a name and stays as it is.
 *
 * @param {unknown} value @param {Words | undefined} words @param {"it" | "en"} language @returns {string}
 */
export function valueWords(value, words, language) {
  if (value === true || value === false || value === null) return say(/** @type {"true"} */ (String(value)), {}, language);
  if (isRange(value)) return "at_least" in value && "at_most" in value ? `${value.at_least}–${value.at_most}` : say("at_least" in value ? "at_least" : "at_most", value, language);
  if (Array.isArray(value)) return value.map((one) => valueWords(one, words, language)).join(", ") || "–";
  const text = String(value);
  const known = (/** @type {string} */ word) => words?.words[word]?.[language] ?? (/^\d+$/.test(word) ? word : undefined);
  const parts = text.split(" ").map(known);
  return known(text) ?? (parts.every(Boolean) ? parts.join(" ") : text);
}
