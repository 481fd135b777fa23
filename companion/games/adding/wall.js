// An adding game on the wall: the total as high as the screen allows, who is to act, which way round, and the seats.

import { nothing, svg } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { clock, figures, whoseMove } from "/shared/js/words.js";
import { acting } from "/phone/js/owner.js";
import { hasCurve } from "/phone/js/wall/choices.js";
import { endedWords } from "/phone/js/wall/ended.js";
import { chevrons, HIGH, RAIL, seats } from "/phone/js/wall/geometry.js";
import { lastView, wrong, wrongView } from "/phone/js/wall/last.js";
import { broken, drawLine, drawRows, lineWide, runs, wide } from "/phone/js/wall/letters.js";
import { curveOf } from "./hand.js";
import { seatsView } from "./wall-seats.js";

const TALL = 0.813; // em from the head to the foot of a figure
const FOOT = 0.016; // em of it below the line
const CLOSE = -0.03; // em between two figures
const FIGURE = 58; // of the line at which one busts

/** What is in the frame of js/wall/view.js. */
export function addingWall(app, frame) {
  const { state, game, link } = app;
  const places = seats(state.players.length, game.places, frame);
  const isOld = link.is !== "live";
  return svg`${rail(app, frame, places, isOld)}
    ${seatsView(app, places)}
    ${centre(app, frame, isOld)}`;
}

function rail({ state }, frame, places, isOld) {
  const acts = isOld ? null : acting(state);
  const back = state.direction === "counterclockwise" ? 180 : 0;
  return svg`${chevrons(frame, places.map(({ lens }) => lens)).map(({ x, y, turn }) => svg`
      <path class="chevron" transform=${`translate(${x} ${y}) rotate(${turn + back})`} d="M-8 -12L8 0L-8 12"></path>`)}
    ${state.players.map((player, at) => light(places[at].lens, player.name === acts, player.in && !isOld))}`;
}

function light({ x, y, turn, length, width }, isLit, isIn) {
  const kind = isLit ? "lens lit" : isIn ? "lens" : "lens dark";
  return svg`<rect class=${kind} x=${-length / 2} y=${-width / 2} width=${length} height=${width} rx=${width / 2} transform=${`translate(${x} ${y}) rotate(${turn})`}></rect>`;
}

function centre(app, frame, isOld) {
  const { width, inner } = frame;
  const room = width - 2 * inner - 60;
  const x = width / 2;
  const curve = hasCurve();
  const top = RAIL + 30;
  const [foot, move, last] = curve ? [638, { y: 752, size: 104, tall: 122 }, { y: 815, high: 68 }] : [738, { y: 880, size: 139, tall: 150 }, { y: 972, high: 108 }];
  return svg`${total(app.state.total, { x, top, foot, room, isOld })}
    ${drawRows(broken(moves(app, isOld), "name", { ...move, room }), "name", { x, y: move.y })}
    ${under(app, isOld, { ...last, x, room })}
    ${curve ? curveView({ ...curveOf(app), target: app.game.target }, { x: x - room / 2, y: 884, w: room, h: HIGH - RAIL - 24 - 884 }) : nothing}`;
}

/** One size as long as the total has as many figures; two have the size of any two. */
function total(value, { x, top, foot, room, isOld }) {
  const figure = figures(value);
  const widest = figure.replace(/\d/g, "8").padStart(2, "8");
  const spaced = (text) => wide(text, "total") + (text.length - 1) * CLOSE;
  const size = Math.min((foot - top) / TALL, room / spaced(widest));
  const y = (top + foot) / 2 + (TALL / 2 - FOOT) * size;
  return svg`<text class=${`total figure ${isOld ? "hollow" : ""}`} x=${x - (spaced(figure) * size) / 2} y=${y} font-size=${size} letter-spacing=${CLOSE * size}>${figure}</text>`;
}

function moves(app, isOld) {
  return isOld && app.link.heard ? _("at {time}, {move}", { time: clock(app.link.heard), move: whoseMove(app) }) : whoseMove(app);
}

/** Why the table is not as one thinks; or what was done last, and the direction of play or how the hand ended. */
function under(app, isOld, at) {
  const { state, now, link } = app;
  if (isOld) {
    const rows = broken(endedWords(link), "soft", { size: 58, room: at.room, tall: at.high });
    return drawRows(rows, "soft", { x: at.x, y: at.y + rows.size * (rows.rows.length > 1 ? 0.86 : 0.33), kind: "quiet" });
  }
  const found = wrong(app);
  return found ? wrongView(found, at) : lastView(app, state.turn || state.phase === "shield" ? now.way : "", at);
}

/**
 * The picture of the hand: the total after each play, up to the line at which one busts. It is drawn in the box `x`, `y`, `w`, `h`.
 * @param {object} curve `values`, after which of them play was turned (`marks`), and the `target` or null
 */
function curveView({ values, marks, target }, { x, y, w, h }) {
  const label = runs(target === null ? "" : figures(target), "name");
  const across = w - lineWide(label, FIGURE) - 24;
  const [low, high] = [Math.min(0, ...values), Math.max(target ?? 1, ...values)];
  const right = (at) => x + 8 + ((across - 16) * at) / Math.max(1, values.length - 1);
  const up = (value) => y + 16 + (h - 32) * (1 - (value - low) / (high - low));
  const steps = values.map((value, at) => (at ? `H${right(at)}V${up(value)}` : `M${right(0)} ${up(value)}`)).join("");
  const end = values.length - 1;
  return svg`<g class="curve">
    <path class="level" d=${`M${x} ${up(0)}h${across}`}></path>
    ${target === null ? nothing : svg`<path class="bust" d=${`M${x} ${up(target)}h${across}`}></path>
      ${drawLine(label, { x: x + w, y: Math.max(up(target) + FIGURE * 0.4, y + 44), size: FIGURE, anchor: "end", kind: "no" })}`}
    <path class="steps" d=${steps}></path>
    ${marks.map((at) => svg`<path class="turned" d=${`M${right(at)} ${up(values[at]) + 12}l11 19h-22Z`}></path>`)}
    <circle class="last" cx=${right(end)} cy=${up(values[end])} r="11"></circle>
  </g>`;
}
