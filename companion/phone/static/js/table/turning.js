// The seat drawn at the bottom, chosen by this phone's user; stored by name.

import { _ } from "/shared/js/language.js";
import { app, changed, say } from "../app.js";

let bottom = read();

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
  try {
    if (bottom) localStorage.setItem("bottom seat", bottom);
    else localStorage.removeItem("bottom seat");
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  say(bottom ? _("{player} is at the bottom.", { player: bottom }) : _("The table is drawn as the box stands."));
  changed();
}

const after = (place) => (place + 3) % 8;

function read() {
  try {
    return localStorage.getItem("bottom seat");
  } catch {
    return null;
  }
}
