// Everybody's points on the wall, for any game that has them.

import { nothing, svg } from "/shared/lib/lit-html/lit-html.js";
import { figures, whoseMove } from "/shared/js/words.js";
import { endedWords } from "./ended.js";
import { HIGH } from "./geometry.js";
import { wrong, wrongView } from "./last.js";
import { sidesOf } from "../words.js";
import { broken, drawLine, drawRows, fitting, runs } from "./letters.js";

const ONE_ROW = 4; // players at most
const SIDE = 100;
const TOP = 330;
const BOTTOM = 60;

/** The `number` of the round in words and what else is said of it, what is to be done, and a field for each player. */
export function standings(app, { width, cut }, number) {
  const { state, game, link } = app;
  const room = width - 2 * cut;
  const round = [number, game.says ?? ""].filter(Boolean).join(", ");
  const ended = endedWords(link);
  const found = ended ? null : wrong(app);
  const where = runs(ended || round, "soft");
  const move = broken(whoseMove(app), "name", { size: 116, room, tall: 150 });
  const sides = sidesOf(state);
  const count = sides.length;
  const columns = count <= ONE_ROW ? count : Math.ceil(count / 2);
  const rows = Math.ceil(count / columns);
  const [wide, high] = [(width - 2 * SIDE) / columns, (HIGH - TOP - BOTTOM) / rows];
  const unit = Math.min(1.5, high / 325);
  const size = Math.min(...sides.map(({ points }) => fitting(runs(figures(points), "total"), 148 * unit, wide - 36)));
  return svg`${found ? wrongView(found, { x: width / 2, y: 110, room, high: 84 }) : drawLine(where, { x: width / 2, y: 128, size: fitting(where, 58, room), kind: "quiet" })}
    ${drawRows(move, "name", { x: width / 2, y: round ? 262 : 224 })}
    ${sides.map((player, at) => field(player, app, {
      x: SIDE + wide * ((at % columns) + 0.5), y: TOP + high * Math.floor(at / columns), room: wide - 36, high, unit, size,
    }))}`;
}

function field(player, { now }, { x, y, room, high, unit, size }) {
  const name = broken(player.label, "name", { size: 76 * unit, room, tall: 84 * unit });
  const points = runs(figures(player.points), "total");
  const about = runs(now.beside[player.name] || now.leads[player.name] || "", "soft");
  const top = y + (high - 315 * unit) / 2;
  return svg`<g class=${`seat ${player.in === false ? "out" : ""}`}>
    ${drawRows(name, "name", { x, y: top + (name.rows.length > 1 ? 86 : 76) * unit, kind: "who" })}
    ${drawLine(points, { x, y: top + 214 * unit, size, kind: "points figure" })}
    ${about.length ? drawLine(about, { x, y: top + 290 * unit, size: fitting(about, 58 * Math.min(unit, 1.2), room), kind: "quiet" }) : nothing}
  </g>`;
}
