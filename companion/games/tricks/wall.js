// A trick game on the wall: what costs, the trick in order of play, who must play, everybody's points and who has the fewest.

import { nothing, svg } from "/shared/lib/lit-html/lit-html.js";
import { isRed, readCard } from "/shared/js/card-words.js";
import { figures } from "/shared/js/words.js";
import { trickPlaces } from "/shared/js/trick.js";
import { endedWords } from "/phone/js/wall/ended.js";
import { wrong, wrongView } from "/phone/js/wall/last.js";
import { broken, drawCard, drawLine, drawRows, fitting, lineWide, runs } from "/phone/js/wall/letters.js";
import { standings } from "/phone/js/wall/standings.js";

const GAP = 48;
const MAX_CARD_WIDTH = 300; // a card is never wider
const LEAST = 190; // with less for each the players stand in two rows
const SIDE = 100; // from the screen's side
const SMALL = 58;

/** What is in the frame of js/wall/view.js; between two tricks of a round that is over the points alone. */
export function tricksWall(app, frame) {
  const places = trickPlaces(app);
  if (!places.length) return standings(app, frame, app.now.over || app.now.where);
  return svg`${costs(app, frame)}${led(app, frame)}${trick(app, frame, places)}`;
}

function costs({ game }, { width, cut }) {
  const { card, beside } = game.card_costs ?? {};
  const line = runs(card ? beside : capital(game.costs), "name");
  const taken = card ? 204 + 32 : 0;
  const size = fitting(line, 122, width - 2 * cut - taken);
  const left = width / 2 - (lineWide(line, size) + taken) / 2;
  return svg`${card ? flat(card, left, 76) : nothing}${drawLine(line, { x: left + taken, y: 141 + size * 0.37, size, anchor: "start" })}`;
}

/** A card with its rank beside its suit. */
function flat(text, x, y) {
  const { rank, suit } = readCard(text);
  const line = runs([{ rank, suit }], "total");
  return svg`<g class=${`card ${isRed(suit) ? "red" : ""}`}><rect x=${x} y=${y} width="204" height="131" rx="18"></rect>
    ${drawLine(line, { x: x + 102, y: y + 101, size: fitting(line, 96, 164) })}</g>`;
}

function capital(text) {
  const [first = "", ...rest] = [text].flat();
  return typeof first === "string" ? [first.charAt(0).toUpperCase() + first.slice(1), ...rest] : [first, ...rest];
}

/** Which suit was led and who has the trick; or what was refused or called wrongly. */
function led(app, { width, cut }) {
  const { now: { trick }, link } = app;
  const room = width - cut * 1.4;
  const ended = endedWords(link);
  const found = ended ? null : wrong(app);
  if (found) return wrongView(found, { x: width / 2, y: 270, room, high: 84 });
  const says = runs(trick.says, "soft");
  const line = ended ? runs(ended, "name") : [...runs(trick.title, "name"), ...(says.length ? runs(", ", "soft") : []), ...says];
  return drawLine(line, { x: width / 2, y: 294, size: fitting(line, 66, room), kind: "led" });
}

function trick(app, { width }, places) {
  const room = width - 2 * SIDE;
  const gap = places.length > 5 ? GAP / 2 : GAP;
  const w = Math.min(MAX_CARD_WIDTH, (room - gap * (places.length - 1)) / places.length);
  if (w < LEAST) return twoRows(app, width, places);
  const left = width / 2 - (w * places.length + gap * (places.length - 1)) / 2;
  const h = Math.min(384, w * 1.6);
  return places.map((place, at) => {
    const x = left + at * (w + gap);
    return svg`<g class=${kindOf(place)}>${card(place, app, { x, y: 532 - h / 2, w, h })}${person(place, app, { x: x + w / 2, anchor: "middle", room: w, foot: 822, tokenAt: x, tokenWide: w })}</g>`;
  });
}

/** Names and points beside the cards, four in a row. */
function twoRows(app, width, places) {
  const columns = Math.ceil(places.length / 2);
  const room = (width - 2 * SIDE) / columns;
  const w = Math.min(170, room * 0.4);
  return places.map((place, at) => {
    const x = SIDE + (at % columns) * room;
    const y = at < columns ? 350 : 690;
    const words = x + w + 24;
    const free = room - w - 24 - 34;
    return svg`<g class=${kindOf(place)}>${card(place, app, { x, y, w, h: 270 })}${person(place, app, { x: words, anchor: "start", room: free, foot: y + 88, tokenAt: words - 14, tokenWide: free + 28 })}</g>`;
  });
}

const kindOf = ({ wins, acts, taken }) => `place ${acts ? "moves" : ""} ${wins ? "wins" : ""} ${taken && !wins ? "beaten" : ""}`;

function card({ name, card: lies, acts }, { now }, box) {
  if (lies) return drawCard(lies, box);
  const { x, y, w, h } = box;
  const words = acts ? broken(now.beside[name] ?? "", "name", { size: 76, room: w - 24, tall: h * 0.5 }) : null;
  return svg`<rect class="to-come" x=${x + 3} y=${y + 3} width=${w - 6} height=${h - 6} rx=${Math.min(24, w * 0.1)}></rect>
    ${words ? drawRows(words, "name", { x: x + w / 2, y: y + h / 2 + words.size * (words.rows.length > 1 ? 0.81 : 0.25), kind: "does" }) : nothing}`;
}

function person({ name, acts }, { state, now }, { x, anchor, room, foot, tokenAt, tokenWide }) {
  const called = broken(name, "name", { size: 76, room: room - (anchor === "middle" ? 16 : 0), tall: 92 });
  const points = runs(figures(state.players.find((player) => player.name === name).points), "name");
  const leads = now.leads[name];
  const word = runs(leads ?? "", "soft");
  return svg`${acts ? svg`<rect class="token" x=${tokenAt} y=${foot - 72} width=${tokenWide} height="98" rx="18"></rect>` : nothing}
    ${drawRows(called, "name", { x, y: foot + (called.rows.length > 1 ? 14 : 0), anchor, kind: "who" })}
    ${drawLine(points, { x, y: foot + 96, size: fitting(points, 78, room), anchor, kind: "points figure" })}
    ${leads ? drawLine(word, { x, y: foot + 158, size: fitting(word, SMALL, room), anchor, kind: "quiet" }) : nothing}`;
}
