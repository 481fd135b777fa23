// The games of the evening in order: when, how many hands, who won.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _, pgettext } from "/shared/js/language.js";
import { clock } from "/shared/js/words.js";
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

function ended({ stands, ended: words }) {
  return { on: _("still on"), over: words }[stands] ?? _("given up");
}
