// The games of the evening in order: when, how many hands, who won.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, ngettext, pgettext } from "/shared/js/language.js";
import { clock, listed } from "/shared/js/words.js";
import { handsWords, roundsWords } from "./words.js";

/** One line a game. */
export function gamesView({ games }) {
  return html`<section class="group games" aria-labelledby="games">
    <h3 class="heading" id="games">${pgettext("evening", "Games")}</h3>
    <ol>${games.map((game) => html`<li>
      <span class="who"><b>${game.title}</b> <span class="secondary">${when(game)}</span></span>
      <span class="ended">${ended(game)}</span></li>`)}</ol>
  </section>`;
}

function when({ start, end, hands, rounds, stands }) {
  const dealt = rounds ? roundsWords(hands) : handsWords(hands);
  const from = clock(start * 1000);
  return stands === "on" ? _("since {from}, {dealt}", { from, dealt }) : _("{from} to {end}, {dealt}", { from, end: clock(end * 1000), dealt });
}

function ended({ stands, winners, losers }) {
  if (stands !== "over") return stands === "on" ? _("still on") : _("given up");
  if (winners.length) return ngettext("{players} won", "{players} won", winners.length, { players: listed(winners) });
  return losers.length ? ngettext("{players} lost", "{players} lost", losers.length, { players: listed(losers) }) : nothing;
}
