// The seats of an adding game: names with chips, cards held or plays owed.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { cardsWords } from "/shared/js/words.js";
import { acting, ownName } from "../owner.js";
import { chipsView } from "./chips.js";

/** All players with a light, in the order of the seats. */
export function seatsView(app, places) {
  const { state } = app;
  const seated = state.players.slice(0, places.length);
  const crowded = places.some((place) => place % 4 === 0);
  return html`
    <ul class=${`chairs ${crowded ? "crowded" : ""}`} aria-label=${_("Seats")}>
      ${seated.map((player, at) => seat(player, app, `at-${places[at]}`))}
    </ul>`;
}

/** Seats from the ninth on have no light and no place on the board, so they are below it. */
export function othersView(app) {
  const others = app.state.players.slice(app.game.places.length);
  if (!others.length) return nothing;
  return html`<ul class="others" aria-label=${_("Seats without a light")}>${others.map((player) => seat(player, app, ""))}</ul>`;
}

function seat(player, app, place) {
  const acts = app.link.is === "live" && player.name === acting(app.state);
  const kind = `chair ${place} ${acts ? "moves" : ""} ${player.in ? "" : "out"}`;
  return html`<li class=${kind} aria-current=${acts ? "true" : nothing}>
    <b class=${ownName(app, player.name)} title=${player.name}>${player.name}</b>${holds(player, app)}</li>`;
}

/** The text of a seat: something unusual, else its chips, else its cards. */
function holds(player, { now, game }) {
  const unusual = now.beside[player.name];
  if (unusual) return html`<small>${unusual}</small>`;
  if (player.chips !== null) return chipsView(player.chips, game.chips, game.look);
  return html`<small>${cardsWords(player.cards)}</small>`;
}
