// The felt of a points game: the round, what is special about it, and how far the end is.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { moveView } from "../move.js";
import { either } from "../words.js";

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
  const isOn = state.phase === "play";
  return [
    isOn ? `${now.dealt}.` : "",
    isOn && game.times > 1 ? _("Each point counts {n}.", { n: game.times }) : "",
    isOn && game.sums.length ? _("The points of this round add up to {sums}.", { sums: either(game.sums) }) : "",
    farWords(state, game),
  ].filter(Boolean);
}

/** How many points are missing to the target, for the one who is nearest. */
function farWords({ players, phase, round }, { target }) {
  if (target === null || phase === "game-over" || (phase === "play" && round === 1)) return "";
  const most = Math.max(...players.map(({ points }) => points));
  const first = players.find(({ points }) => points === most);
  return _("{player} is {points} from the end.", { player: first.name, points: target - most });
}
