// The seats of an adding game on the wall: names in two columns, each with what is unusual about it and with its chips.

import { nothing, svg } from "/shared/lib/lit-html/lit-html.js";
import { acting } from "/phone/js/owner.js";
import { broken, drawLine, drawRows, LEAD, lineWide, runs, wide } from "/phone/js/wall/letters.js";
import { isNote, notePath, PIPS } from "./seats.js";

const NAME = 76;
const SMALL = 58;
const PIP = 37; // across
const BETWEEN = 11;
const MIDDLE = 46; // of the chips, from what is above them
const CHIPS = 74; // as high as the chips and the edge below them
const OVER = 1.04; // em from the foot of a row of a name to the edge above it
const HIGH = 168; // as high as a seat is with its light, if its name has one row
const HIGHER = 226; // with chips and what is unusual
const ONE_ROW = 65; // as high as what is unusual is
const TWO_ROWS = 108;
const LEAST = 44; // smaller letters come in two rows
const ABOVE = 8; // between a light and the next seat
const PAD = 22; // of the light around who is to act
const NOTE = 84; // width of a banknote

/** Everybody, in `places` from js/wall/geometry.js. */
export function seatsView(app, places) {
  const acts = app.link.is === "live" ? acting(app.state) : null;
  return app.state.players.map((player, at) => seat(player, app, places[at], player.name === acts));
}

function seat(player, { now, game }, { x, y, anchor, room, apart }, acts) {
  const hasChips = player.chips !== null && player.in;
  const { words, scale } = unusual(now.beside[player.name], { room, apart, hasChips });
  const free = room / scale;
  const name = broken(player.name, "name", { size: NAME, room: free, tall: 108 });
  const tall = words.rows.length * words.size * LEAD;
  const held = hasChips ? chips(player.chips, game, free, anchor, acts) : null;
  const under = words.rows.length || held ? tall + (held ? CHIPS : 18) : 0;
  const across = Math.max(held?.across ?? 0, ...words.rows.map((row) => wide(row, "soft") * words.size), ...name.rows.map((row) => wide(row, "name") * name.size));
  const over = (OVER + (name.rows.length - 1) * LEAD) * name.size;
  const foot = under ? (over - under) / 2 : name.rows.length > 1 ? 42 : 26;
  const top = under ? foot - over : -83;
  const high = under ? over + under : 139;
  const left = (anchor === "start" ? 0 : -across) - PAD;
  return svg`<g class=${`seat ${acts ? "moves" : ""} ${player.in ? "" : "out"}`} transform=${`translate(${x} ${y}) scale(${acts ? Math.min(scale, apart / (over + under + ABOVE)) : scale})`}>
    ${acts ? svg`<rect class="token" x=${left} y=${top} width=${across + 2 * PAD} height=${high} rx="18"></rect>` : nothing}
    ${drawRows(name, "name", { x: 0, y: foot, anchor })}
    ${player.in ? nothing : struck(name, foot, anchor)}
    ${drawRows(words, "soft", { x: 0, y: foot + tall, anchor })}
    ${held ? svg`<g transform=${`translate(0 ${foot + tall + MIDDLE})`}>${held.drawn}</g>` : nothing}
  </g>`;
}

/** What is unusual in one or two rows, and how small that makes the seat. */
function unusual(about, { room, apart, hasChips }) {
  const within = (high, fit) => {
    const scale = Math.min(1, apart / high);
    return { words: fit(room / scale), scale };
  };
  if (!about) return { words: { rows: [], size: 0 }, scale: Math.min(1, apart / HIGH) };
  const high = hasChips ? HIGHER : HIGH;
  const inOne = within(high, (free) => broken(about, "soft", { size: SMALL, room: free, tall: ONE_ROW }));
  return inOne.words.size < LEAST ? within(high + TWO_ROWS - ONE_ROW, (free) => inTwo(about, free)) : inOne;
}

/** Two rows: the first fact and the others, or the words of the only one. */
function inTwo(about, free) {
  const [first, ...others] = about.split(", ");
  if (!others.length) return broken(about, "soft", { size: SMALL, room: free, tall: TWO_ROWS });
  const rows = [`${first},`, others.join(", ")];
  return { rows, size: Math.min(TWO_ROWS / 2 / LEAD, ...rows.map((row) => free / wide(row, "soft"))) };
}

/** The line through the name of somebody who is out. */
function struck({ rows, size }, foot, anchor) {
  return rows.map((row, at) => {
    const across = wide(row, "name") * size;
    const y = foot - size * 0.3 - (rows.length - 1 - at) * size * 1.12;
    return svg`<path class="through" d=${`M${anchor === "start" ? 0 : -across} ${y}h${across}`} stroke-width=${size / 14}></path>`;
  });
}

function chips(count, game, room, anchor, acts) {
  const most = Math.max(game.chips ?? 0, count);
  if (isNote(game.look, most)) return note(most - count, anchor);
  if (most > PIPS) return counted(count, game.look, anchor, acts);
  const step = Math.min(PIP + BETWEEN, room / most);
  const r = (step * PIP) / (PIP + BETWEEN) / 2;
  const across = step * (most - 1) + 2 * r;
  const left = anchor === "start" ? 0 : -across;
  return { across, drawn: Array.from({ length: most }, (_, at) => pip(left + r + at * step, r, at < count, game.look)) };
}

/** One chip and how many there are of it. */
function counted(count, look, anchor) {
  const figure = runs(String(count), "name");
  const across = PIP + BETWEEN + lineWide(figure, SMALL);
  const left = anchor === "start" ? 0 : -across;
  return { across, drawn: [pip(left + PIP / 2, PIP / 2, count > 0, look), drawLine(figure, { x: left + PIP + BETWEEN, y: 20, size: SMALL, anchor: "start", kind: "count" })] };
}

function pip(x, r, isFull, look) {
  return svg`<circle class=${`pip ${isFull ? "full" : ""}`} cx=${x} cy="0" r=${isFull ? r : r - 2.5}></circle>
    ${isFull && look === "pennies" ? svg`<circle class="rim" cx=${x} cy="0" r=${r * 0.62}></circle>` : nothing}`;
}

function note(folded, anchor) {
  const left = anchor === "start" ? 0 : -NOTE;
  return { across: NOTE, drawn: svg`<g class="note" transform=${`translate(${left} -20) scale(${NOTE / 32})`}><path d=${notePath(folded)}></path><circle cx="16" cy="8" r="3"></circle></g>` };
}
