// Four facts below the board, the most useful ones for the game.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { asPrinted } from "/shared/js/card-words.js";
import { withSuits } from "../cards.js";

const wide = matchMedia("(min-width: 900px)");

/** At most four, each a figure or a name with its label. */
export function factsView(app) {
  return html`<dl class="facts">${facts(app).slice(0, 4).map(([value, short, long]) => html`
    <div><dt>${wide.matches ? long ?? short : short}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function facts({ state, game, now }) {
  const stock = [state.stock, "in the stock", "cards in the stock"];
  const pile = [state.pile.length, "on the pile"];
  const dealt = [html`<span class="name">${state.dealer}</span>`, "dealt", "dealt this hand"];
  const last = now.last ? [withSuits(asPrinted(now.last)), "last card"] : dealt;
  if (game.chips !== null) {
    const pot = wide.matches ? `${state.pot} ${state.pot === 1 ? "chip" : "chips"}` : state.pot;
    return [stock, pile, [pot, "in the pot"], dealt];
  }
  if (game.bust === "is out of the game") {
    return [stock, pile, [state.players.filter((player) => player.in).length, "still in"], last];
  }
  return [stock, pile, last, ...(last === dealt ? [] : [dealt])];
}
