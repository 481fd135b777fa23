// The player to act, as drawn: "Bo to play", on Bo's phone "Your turn, Bo".

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _, drawn } from "/shared/js/language.js";
import { isOwnTurn, ownSeat } from "./owner.js";

const LONG = 18; // letters

/** A long name is cut, but never the action. */
export function moveView(app) {
  const { before, name, after } = app.now.move;
  if (!name) return after;
  if (isOwnTurn(app) && isOnePlay(app.state)) {
    const [says, player, more] = drawn(_("Your turn, {player}"), { player: ownSeat(app) });
    return html`<span class="does yours">${says}</span><span class="name">${player}</span><span class="does">${more}</span>`;
  }
  return html`${before}<span class="name">${name}</span><span class="does">${after}</span>`;
}

/** Whether a narrow board or strip has smaller letters for it. */
export function isLongMove({ now: { move: { before, name, after } } }) {
  return `${before}${name}${after}`.length > LONG;
}

/** Whether nothing else is to be said of the move: no plays owed, no shield asked for. */
const isOnePlay = ({ phase, owed = 1 }) => phase === "play" && owed <= 1;
