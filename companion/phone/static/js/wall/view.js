// The wall: the table for a television, read from across the room. Drawn as one picture, with the same in words beside it.

import { html, nothing, svg } from "/shared/lib/lit-html/lit-html.js";
import { _, colon } from "/shared/js/language.js";
import { chipsWords, figures, parted, whoseMove } from "/shared/js/words.js";
import { addingWall } from "/phone/games/adding/wall.js";
import { pointsWall } from "/phone/games/points/wall.js";
import { tricksWall } from "/phone/games/tricks/wall.js";
import { app as page, changed } from "../app.js";
import { familyOf } from "../families.js";
import { resultWall } from "./result.js";
import { seasonWins } from "./season.js";
import { resultView } from "../table/result.js";
import { controlsShown, controlsView } from "./controls.js";
import { drift, frame, HIGH, untilDrift } from "./geometry.js";
import { broken, drawRows, onLetters } from "./letters.js";
import { endedWords } from "./ended.js";

/** What stands on the wall in each family of games: not in families.js, because it is loaded late. */
const WALLS = { adding: addingWall, tricks: tricksWall, points: pointsWall };

/** A game that is over has one picture in all families. */
const drawnWall = ({ game, now }) => (now.result ? resultWall : WALLS[game.family]);

/** The whole page while the wall is open. */
export function wallView(app) {
  const { state, link } = app;
  const size = frame(window.innerWidth, window.innerHeight);
  const [right, down] = drift(Date.now()).map((px) => (px * HIGH) / window.innerHeight);
  const isOld = link.is === "lost" || link.is === "off";
  return html`<main class=${`wall ${isOld ? "old" : ""} ${controlsShown() ? "" : "still"}`}>
    ${inWords(app)}
    <svg viewBox=${`0 0 ${size.width} ${HIGH}`} aria-hidden="true"><g class="moved" transform=${`translate(${right} ${down})`}>
      <path class="rim" d=${size.rim}></path><path class="felt" d=${size.felt}></path>
      ${state ? drawnWall(app)(app, size) : quiet(app, size)}
    </g></svg>
    ${controlsView({ hasHand: app.game && familyOf(app.game).hasTotal && !app.now.result, again: Boolean(app.now?.result && app.now.again && app.me.rules) })}
  </main>`;
}

function quiet({ link, now, box }, { width, cut }) {
  const words = link.is === "live" ? box?.stopped ?? (now ? whoseMove({ now }) : "") : link.is === "asking" ? _("Waiting for the box") : endedWords(link);
  const rows = broken(words, "name", { size: 139, room: width - 2 * cut, tall: 400 });
  return svg`<g class="quiet-board">${drawRows(rows, "name", { x: width / 2, y: HIGH / 2 + rows.size * (rows.rows.length > 1 ? 0.8 : 0.25) })}</g>`;
}

/** What a screen reader finds: the game, how the table stands, and the seats. */
function inWords(app) {
  const { game, state, now, link } = app;
  const standing = !now ? "" : link.is === "live" ? now.standing.full : `${now.standing.known} ${now.standing.move}`;
  return html`<div class="unseen"><h1>${game?.title ?? _("Card table")}</h1><p>${standing}</p>
    ${now?.result ? [resultView({ now }), seasonWords(seasonWins(app))] : state ? html`<ul aria-label=${_("Seats")}>${state.players.map((player) => html`<li>${[player.name, ...about(player, now)].join(", ")}</li>`)}</ul>` : nothing}</div>`;
}

/** "This season: Ann 14, Cy 12". */
function seasonWords(won) {
  if (!won.length) return nothing;
  return html`<p>${_("This season")}${colon}${won.map(([name, count]) => `${parted(name)} ${count}`).join(", ")}</p>`;
}

function about({ name, chips = null, points = null }, now) {
  return [points === null ? "" : figures(points), now.beside[name], now.leads?.[name], chips === null ? "" : chipsWords(chips)].filter(Boolean);
}

onLetters(changed);

/** Draws the wall again when it is to be moved by a little. */
function moveOn() {
  setTimeout(() => {
    if (page.tab === "wall") changed();
    moveOn();
  }, untilDrift(Date.now()) + 1);
}

moveOn();
