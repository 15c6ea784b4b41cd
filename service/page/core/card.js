// @ts-check
/**
 * The slip of a ruling drawn as a picture, to save or to send.
 *
 * @typedef {object} Card
 * @property {string} question
 * @property {import("../parts/slip.js").Kind} kind
 * @property {string} word may be empty
 * @property {string} why
 * @property {string[]} rules their ids
 * @property {string} game its name
 * @property {string} address
 */

const WIDTH = 1080;
const MARGIN = 64;
const BAR = 24;
const TONES = /** @type {const} */ ({
  yes: "--yes", no: "--no", depends: "--open", silent: "--silent", unsure: "--faint", foreign: "--faint", value: "--accent", explained: "--accent",
});

/**
 * @typedef {{ text: string, font: string, size: number, colour: string, most: number, after: number }} Paragraph
 *   `most`: as many lines; `after`: the room below
 */

/** The picture, as PNG. @param {Card} card @returns {Promise<Blob | null>} */
export async function drawCard({ question, kind, word, why, rules, game, address }) {
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  const [serif, sans] = [colour("--serif"), colour("--sans")];
  const host = new URL(address).host;
  /** @type {Paragraph[]} */
  const paragraphs = [
    { text: [game, question].filter(Boolean).join(" · "), font: sans, size: 34, colour: colour("--faint"), most: 4, after: 36 },
    { text: word, font: `600 ${serif}`, size: word.length > 18 ? 72 : 120, colour: colour(TONES[kind]), most: 3, after: 28 },
    { text: why, font: sans, size: 46, colour: colour("--ink"), most: 12, after: 36 },
    { text: rules.join("   "), font: `600 ${sans}`, size: 34, colour: colour("--accent"), most: 2, after: 28 },
    { text: `Arbitro · ${host}`, font: sans, size: 30, colour: colour("--faint"), most: 1, after: 0 },
  ].filter(({ text }) => text);
  const canvas = document.createElement("canvas");
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const room = WIDTH - 2 * MARGIN - BAR;
  const set = paragraphs.map((one) => {
    pen.font = fontOf(one);
    return { ...one, lines: wrap(one.text, room, one.most, (text) => pen.measureText(text).width) };
  });
  canvas.width = WIDTH;
  canvas.height = 2 * MARGIN + set.reduce((sum, { lines, size, after }) => sum + lines.length * lineOf(size) + after, 0);
  pen.fillStyle = colour("--sheet");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = colour(TONES[kind]);
  pen.fillRect(0, 0, BAR, canvas.height);
  pen.textBaseline = "top";
  let down = MARGIN;
  for (const one of set) {
    pen.font = fontOf(one);
    pen.fillStyle = one.colour;
    for (const line of one.lines) {
      pen.fillText(line, MARGIN + BAR, down);
      down += lineOf(one.size);
    }
    down += one.after;
  }
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** @param {number} size */
const lineOf = (size) => Math.round(size * 1.35);

/** @param {Paragraph} paragraph */
const fontOf = ({ font, size }) => (font.startsWith("600 ") ? `600 ${size}px ${font.slice(4)}` : `${size}px ${font}`);

/**
 * The text in lines no wider than the room. A word that is wider is broken; what is left over after the last line is cut.
 *
 * @param {string} text @param {number} room @param {number} most @param {(text: string) => number} widthOf
 */
export function wrap(text, room, most, widthOf) {
  /** @type {string[]} */
  const lines = [];
  let line = "";
  for (const word of text.split(/\s+/).flatMap((one) => broken(one, room, widthOf))) {
    const longer = line ? `${line} ${word}` : word;
    if (widthOf(longer) <= room) line = longer;
    else [lines[lines.length], line] = [line, word];
  }
  if (line) lines.push(line);
  if (lines.length <= most) return lines;
  let last = lines[most - 1];
  while (last && widthOf(`${last}…`) > room) last = last.slice(0, -1);
  return [...lines.slice(0, most - 1), `${last}…`];
}

/** @param {string} word @param {number} room @param {(text: string) => number} widthOf @returns {string[]} */
function broken(word, room, widthOf) {
  const parts = [""];
  for (const letter of word) {
    if (widthOf(parts[parts.length - 1] + letter) > room) parts.push("");
    parts[parts.length - 1] += letter;
  }
  return parts;
}
