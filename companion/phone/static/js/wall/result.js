// The result of a game on the wall: the winner under a crown, the final standing, and below them the evening and the season.

import { nothing, svg } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { CROWN } from "/shared/js/shapes.js";
import { figures, parted, whoseMove } from "/shared/js/words.js";
import { broken, drawLine, drawRows, fitting, lineWide, runs } from "./letters.js";
import { seasonWins } from "./season.js";

const TOP = 130;
const LINE = 880; // above the evening
const FOOT = 962;
const FEET = [929, 986]; // of two lines: lower, the corners of the felt are too near
const LETTERS = [52, 46]; // at most: of one line, and of two
const LEAST = 42; // smaller letters nobody reads from across the room
const ROOMY = 130; // from here on what is said of a player is below the name
const GAP = 28;
const BETWEEN = 70; // the evening and the season

/** What is in the frame of js/wall/view.js when a game is over. */
export function resultWall(app, { width, cut }) {
  const { result } = app.now;
  const side = cut * 0.9;
  const middle = width * 0.52;
  return svg`${winner(app, result, { x: side, room: middle - side - 60 })}
    ${places(result, { x: middle, end: width - side })}
    <path class="level" d=${`M${side} ${LINE}H${width - side}`}></path>
    ${evenings(app, { x: side, end: width - side })}`;
}

function winner(app, result, { x, room }) {
  const head = broken(whoseMove(app), "name", { size: 150, room, tall: 320 });
  const isWon = result.places.some(({ won }) => won);
  const foot = (isWon ? 300 : 180) + head.rows.length * head.size * 1.05;
  const said = [result.forfeit, result.pot].filter(Boolean).map((words) => broken(words, "soft", { size: 58, room, tall: 130 }));
  let y = foot + 84;
  return svg`${isWon ? svg`<path class="crown" d=${CROWN} transform=${`translate(${x} ${TOP}) scale(8)`}></path>` : nothing}
    ${drawRows(head, "name", { x, y: foot, anchor: "start" })}
    ${drawLine(runs(result.game, "soft"), { x, y, size: fitting(runs(result.game, "soft"), 52, room), anchor: "start", kind: "quiet" })}
    ${said.map((rows) => {
      y += 20 + rows.rows.length * rows.size * 1.2;
      return drawRows(rows, "soft", { x, y, anchor: "start", kind: "said" });
    })}`;
}

function places({ places: all }, { x, end }) {
  const apart = Math.min(172, (LINE - TOP) / all.length);
  const isRoomy = apart >= ROOMY;
  return all.map((place, at) => row(place, {
    x, end, top: TOP + at * apart, apart, isRoomy,
    size: isRoomy ? 76 : Math.min(64, apart * 0.62), small: isRoomy ? 44 : Math.min(44, apart * 0.44),
  }));
}

function row({ name, rank, figure, about, won }, { x, end, top, apart, isRoomy, size, small }) {
  const y = top + (isRoomy ? 76 : apart * 0.7);
  const start = rank ? x + size * 0.9 : x;
  const count = runs(figure === null ? "" : figures(figure), "name");
  const right = end - (count.length ? lineWide(count, size) + GAP : 0);
  const said = runs(about, "soft");
  const beside = isRoomy ? 0 : Math.min(lineWide(said, small), (right - start) * 0.55);
  const called = broken(name, "name", { size, room: right - start - (beside ? beside + GAP : 0), tall: size * 1.15 });
  return svg`<g class=${`rank ${won ? "won" : ""}`}>
    ${rank ? drawLine(runs(String(rank), "soft"), { x, y, size: small, anchor: "start", kind: "quiet" }) : nothing}
    ${drawRows(called, "name", { x: start, y, anchor: "start" })}
    ${drawLine(count, { x: end, y, size, anchor: "end", kind: "figure" })}
    ${said.length ? drawLine(said, isRoomy ? { x: start, y: y + 58, size: fitting(said, small, end - start), anchor: "start", kind: "quiet" }
      : { x: right, y, size: fitting(said, small, beside), anchor: "end", kind: "quiet" }) : nothing}
    <path class="level" d=${`M${x} ${top + apart - (isRoomy ? 16 : 8)}H${end}`}></path></g>`;
}

/** Tonight on the left, and on the right the season; one above the other if all of both has no room in a line. */
function evenings(app, { x, end }) {
  const { title, evening, of_losses: isOfLosses } = app.now.result;
  const season = seasonWins(app);
  const both = [counted(isOfLosses ? title : _("Tonight"), evening), ...(season.length ? [counted(_("This season"), season)] : [])];
  const beside = end - x - BETWEEN * (both.length - 1);
  if (lineWide(both.flat(), LEAST) <= beside) {
    const size = fitting(both.flat(), LETTERS[0], beside);
    return both.map((line, at) => drawLine(line, { x: at ? end : x, y: FOOT, size, anchor: at ? "end" : "start" }));
  }
  return both.map((line, at) => {
    while (line.length > 2 && lineWide(line, LEAST) > end - x) line.pop();
    return drawLine(line, { x, y: both.length > 1 ? FEET[at] : FOOT, size: fitting(line, LETTERS[both.length - 1], end - x), anchor: "start" });
  });
}

/** A label, and each name with its count, the most first. */
function counted(label, all) {
  return [...runs(label, "soft"), ...all.map(([name, count]) => ({ text: `  ${parted(name)} ${count}`, look: "name" }))];
}
