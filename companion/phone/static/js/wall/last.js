// What was done last at the table, on the wall: the card and its call; or what was refused, or called wrongly.

import { nothing, svg } from "/shared/lib/lit-html/lit-html.js";
import { inSigns } from "/shared/js/card-words.js";
import { colon } from "/shared/js/language.js";
import { isPast } from "../table/plays.js";
import { broken, drawCard, drawLine, drawRows, fitting, lineWide, runs } from "./letters.js";

const SIZE = 58;
const GAP = 20;
const APART = 56; // between the call and the direction
const ARROW = 56;
const LEAST = 42; // smaller letters nobody reads from across the room
const UNTOLD = ["right", "lot"];

/** The newest row of the hand that tells of something; null before the first one. */
function newest({ plays }) {
  const row = [...plays].reverse().find((row) => !UNTOLD.includes(row.kind) && !isPast(row)) ?? null;
  return row?.kind === "deal" ? null : row;
}

/** What was refused or called wrongly last, as long as nothing came after it: its `cards` and `words`; else null. */
export function wrong(app) {
  if (app.box.stopped !== null) return { cards: [], words: app.box.stopped };
  const row = newest(app);
  if (row?.kind === "miscount") return { cards: [], words: row.said };
  return row?.kind === "refused" ? { cards: row.cards, words: [row.player, inSigns(row.text)].filter(Boolean).join(colon) } : null;
}

/** It in one or two rows, its middle at `x`, `y`, between a cross and the card. */
export function wrongView({ cards, words }, { x, y, room, high }) {
  const side = ARROW + GAP + cardsWide(cards, high);
  const inOne = fitting(runs(words, "soft"), SIZE, room - side);
  const rows = inOne < LEAST ? broken(words, "soft", { size: SIZE, room: room - side, tall: high + 8 }) : { rows: [words], size: inOne };
  const across = Math.max(...rows.rows.map((row) => lineWide(runs(row, "soft"), rows.size)));
  const left = x - (side + across) / 2;
  return svg`<g class="wrong"><path class="cross" d=${`M${left + 6} ${y - 20}l40 40m0 -40l-40 40`}></path>
    ${drawn(cards, left + ARROW + GAP, y, high)}
    ${drawRows(rows, "soft", { x: left + side, y: y + footOf(rows), anchor: "start" })}</g>`;
}

const footOf = ({ rows, size }) => size * (rows.length > 1 ? 0.86 : 0.33);

/** The last card with the player and the call, and the direction of play, around `x`, `y`. */
export function lastView(app, way, { x, y, room, high }) {
  const row = newest(app);
  const cards = row?.cards ?? [];
  const said = row ? [...runs(row.player ? `${row.player} ` : "", "name"), ...runs(row.text, "soft")] : [];
  const fixed = cardsWide(cards, high) + (way ? ARROW + GAP + (row ? APART : 0) : 0);
  const sizeOf = (line) => fitting(line, SIZE, room - fixed);
  const whole = [...said, ...runs(way, "soft")];
  const line = sizeOf(whole) < LEAST && row ? said : whole; // the arrow says it as well
  const size = sizeOf(line);
  const left = x - (fixed + lineWide(line, size)) / 2;
  const start = left + cardsWide(cards, high);
  const arrow = start + lineWide(said, size) + (row ? APART : 0);
  const foot = y + size * 0.33;
  return svg`${drawn(cards, left, y, high)}
    ${drawLine(said, { x: start, y: foot, size, anchor: "start", kind: "said" })}
    ${way ? turning(app.state.direction, arrow, y) : nothing}
    ${line === whole ? drawLine(runs(way, "soft"), { x: arrow + ARROW + GAP, y: foot, size, anchor: "start", kind: "quiet" }) : nothing}`;
}

function turning(direction, x, y) {
  const mirror = direction === "counterclockwise" ? `translate(${ARROW} 0) scale(-1 1)` : "";
  return svg`<g class="arrow" transform=${`translate(${x} ${y - ARROW / 2}) ${mirror} scale(${ARROW / 24})`}><path d="M7.5 19.4A8.6 8.6 0 1 1 17 19"></path><path class="tip" d="M21.5 21.5H13.5L19 14.5Z"></path></g>`;
}

const oneWide = (high) => high * 0.72;
const cardsWide = (cards, high) => cards.length * (oneWide(high) + GAP);

function drawn(cards, x, y, high) {
  return cards.map((card, at) => drawCard(card, { x: x + at * (oneWide(high) + GAP), y: y - high / 2, w: oneWide(high), h: high, kind: "lies" }));
}
