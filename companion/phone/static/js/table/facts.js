// Four facts below the board, the most useful ones for the game.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _, ngettext } from "/shared/js/language.js";
import { chipsWords } from "/shared/js/words.js";
import { cardSign } from "../cards.js";
import { wide } from "../layout.js";

/** At most four, each a figure or a name with its label. */
export function factsView(app) {
  return html`<dl class="facts">${facts(app).slice(0, 4).map(([value, short, long]) => html`
    <div><dt>${wide.matches ? long ?? short : short}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function facts({ state, game, now }) {
  const stock = [state.stock, _("in the stock"), ngettext("card in the stock", "cards in the stock", state.stock)];
  const pile = [state.pile.length, _("on the pile")];
  const dealt = [html`<span class="name">${state.dealer}</span>`, _("dealt"), _("dealt this hand")];
  const last = now.last ? [cardSign(now.last), _("last card")] : dealt;
  if (game.chips !== null) {
    const pot = wide.matches ? chipsWords(state.pot) : state.pot;
    return [stock, pile, [pot, _("in the pot")], dealt];
  }
  if (game.bust === "out") {
    return [stock, pile, [state.players.filter((player) => player.in).length, _("still in")], last];
  }
  return [stock, pile, last, ...(last === dealt ? [] : [dealt])];
}
