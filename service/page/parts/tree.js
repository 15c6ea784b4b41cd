// @ts-check
/**
 * What a ruling depends on, drawn as a tree from left to right: a box a question, a line an answer, a leaf what they
 * lead to. Tapping a leaf tells all the answers on the way to it.
 *
 * @typedef {import("../types").HangsOn} HangsOn
 * @typedef {import("../types").Branch} Branch
 *
 * @typedef {object} Box
 * @property {string[]} lines
 * @property {string} kind of its verdict; `question` for a question
 * @property {string[]} edge the answer that leads to it
 * @property {string} says all of it, for whoever does not see it
 * @property {{ field: string, values: unknown[] }[]} way the answers on the way to it
 * @property {Box[]} next
 * @property {number} depth
 * @property {number} top
 */

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { wording } from "../core/wording.js";
import { leadsOf } from "./leads.js";

const say = wording({
  title: { it: "Da che cosa dipende", en: "What it depends on" },
  hint: { it: "Tocca un esito per dire tutto ciò che vi porta.", en: "Tap a result to tell all that leads to it." },
  words: { it: "Lo stesso a parole", en: "The same in words" },
});

const MOST_LEAVES = 9;
const LETTERS = 20;
const LINE = 16;
const EDGE_LINE = 15;
const WIDE = 152;
const APART = 28;
const PAD = 7;
const GAP = 12;

/** @param {HangsOn} root @param {string[]} main what is asked for, among what comes of it @param {(way: { field: string, values: unknown[] }[]) => void} take */
export function treePicture(root, main, take) {
  if (!root.branches) return nothing;
  const box = boxOf(root, leadsOf(root.branches, main), deepest(root));
  const height = place(box, GAP) + GAP / 2;
  const width = (1 + depthOf(box)) * (WIDE + APART) - APART + 2;
  return html`
    <section class="stack"><h2>${say("title")}</h2>
      <p class="faint">${say("hint")}</p>
      <div class="tree" tabindex="0" role="region" aria-label=${say("title")}>
        <svg role="group" aria-label=${say("title")} width=${width} height=${height} viewBox="0 0 ${width} ${height}">${drawn(box, take)}</svg>
      </div>
      <details><summary>${say("words")}</summary>${told(box)}</details>
    </section>`;
}

/** How many questions deep the picture goes, so that it stays small. @param {HangsOn} root */
function deepest(root) {
  let depth = 1;
  while (leavesWithin(root, depth + 1) <= MOST_LEAVES && leavesWithin(root, depth + 1) > leavesWithin(root, depth)) depth += 1;
  return depth;
}

/** @param {HangsOn} asked @param {number} depth @returns {number} */
const leavesWithin = ({ branches }, depth) =>
  (branches ?? []).reduce((sum, { hangs_on }) => sum + (hangs_on?.branches && depth > 1 ? leavesWithin(hangs_on, depth - 1) : 1), 0);

/** @param {HangsOn} asked @param {import("./leads.js").Lead} lead @param {number} most @param {string} [edge] @param {Box["way"]} [way] @returns {Box} */
function boxOf({ field, question, branches = [] }, lead, most, edge = "", way = []) {
  const depth = way.length;
  const next = branches.map((branch) => {
    const further = [...way, { field, values: branch.values }];
    if (branch.hangs_on?.branches && depth + 1 < most) return boxOf(branch.hangs_on, lead, most, branch.says, further);
    const { kind, text } = lead(branch);
    return { ...lined(text, branch.says), kind, way: further, next: [], depth: depth + 1, top: 0 };
  });
  return { ...lined(question, edge), kind: "question", way, next, depth, top: 0 };
}

/** @param {string} says @param {string} edge */
const lined = (says, edge) => ({ says, lines: wrapped(shortened(says), LETTERS), edge: wrapped(edge, LETTERS) });

/** A question without the answers that it lists, as the lines have them; the part that it is about stays. @param {string} says */
export const shortened = (says) => says.replace(/^(\S+ .+):(?=[^:]*(?:,| or | o ))[^:]*\?$/, "$1?");

/** @param {string} text @param {number} letters @returns {string[]} */
function wrapped(text, letters) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** @param {Box} box */
const heightOf = ({ lines }) => lines.length * LINE + 2 * PAD;

/** Gives each box its place, below its answer; the lower end of what was placed comes back. @param {Box} box @param {number} from @returns {number} */
function place(box, from) {
  const head = box.edge.length * EDGE_LINE + 2;
  const end = box.next.reduce((lower, inner) => place(inner, lower), from);
  const [first, last] = [box.next[0], box.next.at(-1)];
  const balanced = first && last ? (middle(first) + middle(last) - heightOf(box)) / 2 : 0;
  box.top = Math.max(from + head, balanced);
  return Math.max(end, box.top + heightOf(box) + GAP);
}

/** @param {Box} box */
const middle = (box) => box.top + heightOf(box) / 2;

/** @param {Box} box @returns {number} */
const depthOf = (box) => Math.max(box.depth, ...box.next.map(depthOf));

/** @param {Box} box @param {(way: Box["way"]) => void} take @returns {import("../vendor/lit-html/lit-html.js").TemplateResult} */
function drawn(box, take) {
  const left = box.depth * (WIDE + APART) + 1;
  const lines = (/** @type {string[]} */ texts, /** @type {number} */ x, /** @type {number} */ y, height = LINE) =>
    texts.map((text, at) => svg`<tspan x=${x} y=${y + at * height}>${text}</tspan>`);
  const inside = svg`
    <rect x=${left} y=${box.top} width=${WIDE} height=${heightOf(box)} rx="8"></rect>
    <text>${lines(box.lines, left + PAD + 2, box.top + PAD + 13)}</text>`;
  return svg`
    ${box.next.map((inner) => {
      const [x, y, to] = [left + WIDE, middle(box), middle(inner)];
      return svg`
        <path d="M${x} ${y} C${x + APART / 2} ${y} ${x + APART / 2} ${to} ${x + APART} ${to}"></path>
        <text class="edge">${lines(inner.edge, x + APART, inner.top - 5 - (inner.edge.length - 1) * EDGE_LINE, EDGE_LINE)}</text>
        ${drawn(inner, take)}`;
    })}
    ${box.next.length ? svg`<g class="box">${inside}</g>` : svg`
      <g class="box leaf" data-kind=${box.kind} role="button" tabindex="0" aria-label=${`${box.edge.join(" ")}: ${box.says}`}
        @click=${() => take(box.way)}
        @keydown=${(/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          take(box.way);
        }}>${inside}</g>`}`;
}

/** @param {Box} box @returns {unknown} */
const told = (box) => html`
  <p>${box.says}</p>
  <ul class="branches">${box.next.map((inner) => html`
    <li>${inner.edge.join(" ")}: ${inner.next.length ? told(inner) : html`<strong>${inner.says}</strong>`}</li>`)}</ul>`;
