// A card of the phone's owner while the box has somebody else to play: "Not right?" opens by itself.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app } from "/phone/js/app.js";
import { cardFaces } from "/phone/js/cards.js";
import { notRight } from "./disagree.js";

/** Opens the sheet with what the owner means: the box's total until they change it, and that they are next. */
export function outOfTurn(order) {
  const { turn, total } = app.state;
  notRight(null, {
    title: _("{turn} is to play, not {player}.", { turn, player: order.player }),
    text: total === undefined ? "" : String(total),
    isProposed: total !== undefined,
    turn: order.player,
    held: order,
  });
}

/** The card on such a sheet. */
export const heldCards = ({ held }) => (held ? html`<div class="instead">${cardFaces(held.cards ?? [held.card])}</div>` : nothing);
