// The felt of a points game: the round, what is special about it, and how far the end is.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { moveView } from "../move.js";

/** The round that is being played, or what is over. */
export function pointsBoard(app) {
  const { game, link, now } = app;
  const isOld = link.is === "lost" || link.is === "off";
  return html`<section class=${`felt points-board ${isOld ? "old" : ""}`} aria-label=${_("The table")}>
    <p class="where">${[game.rounds === null ? "" : now.where, game.says].filter(Boolean).join(", ")}</p>
    <h2 class="heading">${moveView(app)}</h2>
    ${about(app).map((words) => html`<p>${words}</p>`)}
  </section>`;
}

function about({ state, game, now }) {
  const round = state.phase === "play" ? [...game.about, now.dealt] : [];
  return [...round, farWords(state, game)].filter(Boolean);
}

/** How many points are missing to the target, for the one who is nearest. */
function farWords({ players, phase, round }, { target }) {
  if (target === null || phase === "game-over" || (phase === "play" && round === 1)) return "";
  const most = Math.max(...players.map(({ points }) => points));
  const first = players.find(({ points }) => points === most);
  return _("{player} is {points} from the end.", { player: first.name, points: target - most });
}
