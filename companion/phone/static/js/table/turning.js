// Which seat is drawn at the bottom, as whoever holds this phone wants it; remembered by name.

import { app, changed, say } from "../app.js";

let bottom = read();

/** The name of whoever sits at the bottom, or null while the table is drawn as the box stands. */
export const bottomSeat = () => bottom;

/** Turns the table until the next seat is at the bottom; after the last it stands as the box does. */
export function turnTable() {
  const { game, state } = app;
  const seats = state.players.slice(0, game.places.length).map(({ name }, at) => ({ name, place: game.places[at] }));
  // Seats in the order in which they come to the bottom, whoever is there already left out.
  const order = seats.filter(({ place }) => place !== 4).sort((one, other) => after(one.place) - after(other.place));
  const next = order[order.findIndex(({ name }) => name === bottom) + 1];
  bottom = next?.name ?? null;
  try {
    if (bottom) localStorage.setItem("bottom seat", bottom);
    else localStorage.removeItem("bottom seat");
  } catch {
    // Then it holds until the page is left.
  }
  say(bottom ? `${bottom} is at the bottom.` : "The table is drawn as the box stands.");
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
