// The seat drawn at the bottom: the one whose phone this is, or one chosen here; that is stored by name.

import { _ } from "/shared/js/language.js";
import { app, changed, say } from "/phone/js/app.js";
import { keep, kept } from "/phone/js/kept.js";
import { ownSeat } from "/phone/js/owner.js";

let bottom = kept("bottom seat");
let away = null; // another choice than the owner's seat, until the next game

/** The name of the player at the bottom, or null if the table is drawn like the box. */
export function bottomSeat() {
  const own = ownSeat(app);
  if (own === null) return bottom;
  return away?.own === own && away.game === app.game.number ? away.name : own;
}

/** Turns the table to the next seat; after the last one it is drawn like the box. */
export function turnTable() {
  const { game, state } = app;
  const seats = state.players.slice(0, game.places.length).map(({ name }, at) => ({ name, place: game.places[at] }));
  // The seats in the order in which they come to the bottom, without the one already there.
  const order = seats.filter(({ place }) => place !== 4).sort((one, other) => after(one.place) - after(other.place));
  const next = order[order.findIndex(({ name }) => name === bottomSeat()) + 1];
  choose(next?.name ?? null);
  say(next ? _("{player} is at the bottom.", { player: next.name }) : _("The table faces the box again."));
  changed();
}

function choose(name) {
  const own = ownSeat(app);
  if (own !== null) {
    away = { own, game: app.game.number, name };
    return;
  }
  bottom = name;
  keep("bottom seat", name);
}

const after = (place) => (place + 3) % 8;
