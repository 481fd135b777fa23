// The seats of an adding game on the wall: names in two columns, each with what is unusual about it, else with its chips.

import { nothing, svg } from "/shared/lib/lit-html/lit-html.js";
import { acting } from "../owner.js";
import { isNote, notePath, PIPS } from "../table/chips.js";
import { broken, drawLine, drawRows, fitting, lineWide, runs, wide } from "./letters.js";

const NAME = 76;
const SMALL = 58;
const PIP = 37; // across
const BETWEEN = 11;
const MIDDLE = 42; // of the chips
const PAD = 22; // of the light around who is to act
const NOTE = 84; // width of a banknote

/** Everybody, in `places` from js/wall/geometry.js. */
export function seatsView(app, places) {
  const acts = app.link.is === "live" ? acting(app.state) : null;
  return app.state.players.map((player, at) => seat(player, app, places[at], player.name === acts));
}

function seat(player, { now, game }, { x, y, anchor, room, scale }, acts) {
  const about = now.beside[player.name];
  const free = room / scale;
  const name = broken(player.name, "name", { size: NAME, room: free, tall: 108 });
  const below = about ? said(about, free, anchor) : player.chips === null ? null : chips(player.chips, game, free, anchor, acts);
  const across = Math.max(below?.across ?? 0, ...name.rows.map((row) => wide(row, "name") * name.size));
  const foot = below ? -4 : name.rows.length > 1 ? 42 : 26;
  const top = -83;
  const high = (about ? 80 : below ? 70 : 56) - top;
  const left = (anchor === "start" ? 0 : -across) - PAD;
  return svg`<g class=${`seat ${acts ? "moves" : ""} ${player.in ? "" : "out"}`} transform=${`translate(${x} ${y}) scale(${scale})`}>
    ${acts ? svg`<rect class="token" x=${left} y=${top} width=${across + 2 * PAD} height=${high} rx="18"></rect>` : nothing}
    ${drawRows(name, "name", { x: 0, y: foot, anchor })}
    ${player.in ? nothing : struck(name, foot, anchor)}
    ${below ? below.drawn : nothing}
  </g>`;
}

/** The line through the name of somebody who is out. */
function struck({ rows, size }, foot, anchor) {
  return rows.map((row, at) => {
    const across = wide(row, "name") * size;
    const y = foot - size * 0.3 - (rows.length - 1 - at) * size * 1.12;
    return svg`<path class="through" d=${`M${anchor === "start" ? 0 : -across} ${y}h${across}`} stroke-width=${size / 14}></path>`;
  });
}

function said(words, room, anchor) {
  const line = runs(words, "soft");
  const size = fitting(line, SMALL, room);
  return { across: lineWide(line, size), drawn: drawLine(line, { x: 0, y: 62, size, anchor }) };
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
  return { across, drawn: [pip(left + PIP / 2, PIP / 2, count > 0, look), drawLine(figure, { x: left + PIP + BETWEEN, y: MIDDLE + 20, size: SMALL, anchor: "start", kind: "count" })] };
}

function pip(x, r, isFull, look) {
  return svg`<circle class=${`pip ${isFull ? "full" : ""}`} cx=${x} cy=${MIDDLE} r=${isFull ? r : r - 2.5}></circle>
    ${isFull && look === "pennies" ? svg`<circle class="rim" cx=${x} cy=${MIDDLE} r=${r * 0.62}></circle>` : nothing}`;
}

function note(folded, anchor) {
  const left = anchor === "start" ? 0 : -NOTE;
  return { across: NOTE, drawn: svg`<g class="note" transform=${`translate(${left} ${MIDDLE - 20}) scale(${NOTE / 32})`}><path d=${notePath(folded)}></path><circle cx="16" cy="8" r="3"></circle></g>` };
}
