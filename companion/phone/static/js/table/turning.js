// The seat drawn at the bottom, chosen by this phone's user; stored by name.

import { _ } from "/shared/js/language.js";
import { app, changed, say } from "../app.js";
import { keep, kept } from "../kept.js";

let bottom = kept("bottom seat");

/** The name of the player at the bottom, or null if the table is drawn like the box. */
export const bottomSeat = () => bottom;

/** Turns the table to the next seat; after the last one it is drawn like the box. */
export function turnTable() {
  const { game, state } = app;
  const seats = state.players.slice(0, game.places.length).map(({ name }, at) => ({ name, place: game.places[at] }));
  // The seats in the order in which they come to the bottom, without the one already there.
  const order = seats.filter(({ place }) => place !== 4).sort((one, other) => after(one.place) - after(other.place));
  const next = order[order.findIndex(({ name }) => name === bottom) + 1];
  bottom = next?.name ?? null;
  keep("bottom seat", bottom);
  say(bottom ? _("{player} is at the bottom.", { player: bottom }) : _("The table is drawn as the box stands."));
  changed();
}

const after = (place) => (place + 3) % 8;
