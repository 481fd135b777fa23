// The games of the evening in order: when, how many hands, who won.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { clock, listed } from "/shared/js/words.js";
import { several } from "./words.js";

/** One line a game. */
export function gamesView({ games }) {
  return html`<section class="group games" aria-labelledby="games">
    <h3 class="heading" id="games">Games</h3>
    <ol>${games.map((game) => html`<li>
      <span class="who"><b>${game.title}</b> <span class="secondary">${when(game)}</span></span>
      <span class="ended">${ended(game)}</span></li>`)}</ol>
  </section>`;
}

function when({ start, end, hands, rounds, stands }) {
  const dealt = several(hands, rounds ? "round" : "hand");
  const from = clock(start * 1000);
  return stands === "on" ? `since ${from}, ${dealt}` : `${from} to ${clock(end * 1000)}, ${dealt}`;
}

function ended({ stands, winners, losers }) {
  if (stands !== "over") return stands === "on" ? "still on" : stands;
  if (winners.length) return html`${listed(winners)} won`;
  return losers.length ? html`${listed(losers)} lost` : nothing;
}
