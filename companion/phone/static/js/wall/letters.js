// Letters on the wall, in its own lengths: how wide a text is, how large it may be, and where it is broken in two.

import { svg } from "/shared/lib/lit-html/lit-html.js";
import { isRed, readCard } from "/shared/js/card-words.js";
import { rankLetter } from "/shared/js/language.js";
import { SUIT_PATHS } from "/shared/js/shapes.js";

const BESLEY = "Besley, Rockwell, Georgia, serif";
const SYSTEM = "system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif";
const LOOKS = { total: `800 100px ${BESLEY}`, name: `700 100px ${BESLEY}`, soft: `400 100px ${SYSTEM}` };
const SUIT = 0.82; // em
export const LEAD = 1.12; // em from one line to the next
const READABLE = 34; // the least size for which no word is broken
const SPARE = 1.01; // a drawn text may be a little wider than a measured one

const pen = document.createElement("canvas").getContext("2d");
const widths = new Map();

/** Calls `then()` once letters of another width have come. */
export function onLetters(then) {
  document.fonts.addEventListener("loadingdone", () => {
    widths.clear();
    then();
  });
}

/** The width of a string in a look ("total", "name", "soft"), in em. */
export function wide(text, look) {
  const known = `${look} ${text}`;
  if (!widths.has(known)) {
    pen.font = LOOKS[look];
    widths.set(known, (pen.measureText(text).width / 100) * SPARE);
  }
  return widths.get(known);
}

/** A text of the box as runs to be drawn: strings, and suits with the letter of their card before them. */
export function runs(text, look) {
  return [text ?? ""].flat().flatMap((part) => {
    if (typeof part === "string") return part ? [{ text: part, look }] : [];
    return [...(part.rank ? [{ text: rankLetter(part.rank), look }] : []), { suit: part.suit, look }];
  });
}

const runWide = (run) => (run.suit ? SUIT : wide(run.text, run.look));
const allWide = (line) => line.reduce((sum, run) => sum + runWide(run), 0);

/** How large a line of runs may be in so much room. */
export const fitting = (line, size, room) => Math.min(size, room / Math.max(allWide(line), 0.01));

/** The width of a line of runs of that size. */
export const lineWide = (line, size) => allWide(line) * size;

/**
 * A line of runs.
 * @param {object[]} line its runs
 * @param {object} at `x`, `y` of its foot, its `size`, and whether `x` is its start, middle or end (`anchor`)
 */
export function drawLine(line, { x, y, size, anchor = "middle", kind = "" }) {
  const whole = lineWide(line, size);
  let left = x - (anchor === "middle" ? whole / 2 : anchor === "end" ? whole : 0);
  return line.map((run) => {
    const at = left;
    left += runWide(run) * size;
    if (run.suit) return suit(run.suit, at, y - size * 0.72, size * SUIT, `${run.look} ${kind}`);
    const text = run.text.trimStart(); // a drawing drops spaces before its text
    const before = wide(run.text, run.look) - wide(text, run.look);
    return svg`<text class=${`${run.look} ${kind}`} x=${at + before * size} y=${y} font-size=${size}>${text}</text>`;
  });
}

/** A suit as a picture with its corner at `x`, `y`. */
export function suit(name, x, y, size, kind = "") {
  return svg`<path class=${kind} d=${SUIT_PATHS[name]} transform=${`translate(${x} ${y}) scale(${size / 24})`}></path>`;
}

/**
 * A string in one line, or in two where it is larger so; a word is broken only if it were too small to be read.
 * @returns {{rows: string[], size: number}}
 */
export function broken(text, look, { size, room, tall = 2 * size * LEAD }) {
  const fits = (rows) => Math.min(size, tall / rows.length / LEAD, room / Math.max(...rows.map((row) => wide(row, look)), 0.01));
  const one = { rows: [text], size: Math.min(size, room / Math.max(wide(text, look), 0.01)) };
  const cuts = cutsOf(text, look);
  const better = (than, rows) => (rows && fits(rows) > than.size ? { rows, size: fits(rows) } : than);
  const best = better(one, even(cuts.filter(({ isBetween }) => isBetween)));
  return best.size < READABLE ? better(best, even(cuts)) : best;
}

/** The cut whose wider row is the least wide, as its two rows; null if there is none. */
function even(cuts) {
  const best = cuts.reduce((least, cut) => (least && least.widest <= cut.widest ? least : cut), null);
  return best && best.rows;
}

/** All ways to break a string in two rows, and whether that is between two words. */
function cutsOf(text, look) {
  const signs = typeof Intl.Segmenter === "function" ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : [...text];
  return signs.map((_, at) => ({
    rows: [signs.slice(0, at).join("").trim(), signs.slice(at).join("").trim()],
    isBetween: signs[at] === " " || signs[at - 1] === " " || signs[at - 1] === "-",
  })).filter(({ rows }) => rows.every(Boolean)).map((cut) => ({ ...cut, widest: Math.max(...cut.rows.map((row) => wide(row, look))) }));
}

/** Rows of a string, the foot of the last one at `y`. */
export function drawRows({ rows, size }, look, { x, y, anchor = "middle", kind = "" }) {
  return rows.map((row, at) => drawLine(runs(row, look), { x, y: y - (rows.length - 1 - at) * size * LEAD, size, anchor, kind }));
}

/** A playing card, its rank above its suit. */
export function drawCard(text, { x, y, w, h, kind = "" }) {
  const { rank, suit: name } = readCard(text);
  const letter = runs(rankLetter(rank), "total");
  const size = fitting(letter, h * 0.5, w * 0.8);
  const mark = Math.min(h * 0.3, w * 0.42);
  return svg`<g class=${`card ${isRed(name) ? "red" : ""} ${kind}`}><rect x=${x} y=${y} width=${w} height=${h} rx=${Math.min(24, w * 0.1)}></rect>
    ${drawLine(letter, { x: x + w / 2, y: y + h * (name ? 0.52 : 0.5) + (name ? 0 : size * 0.36), size })}
    ${name ? suit(name, x + w / 2 - mark / 2, y + h * 0.62, mark) : ""}</g>`;
}
