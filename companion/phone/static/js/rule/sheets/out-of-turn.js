// A card of the phone's owner while the box has somebody else to play: "Not right?" opens by itself, and one tap leads back.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app } from "/phone/js/app.js";
import { cardFaces } from "/phone/js/cards.js";
import { send } from "../keying.js";
import { blocked, pressed } from "../keys.js";
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
    instead: turn,
  });
}

/** On such a sheet the card, and the tap that plays it for whoever is to act. */
export function insteadView({ held, instead }) {
  if (!held) return nothing;
  const { player: _owner, ...order } = held;
  return html`<div class="instead">${cardFaces(held.cards ?? [held.card])}
    <button type="button" class=${pressed("button", "instead")} aria-disabled=${blocked(order)} @click=${() => send(order, "instead")}>
      <span class="name">${_("No, I tapped for {player}", { player: instead })}</span></button></div>`;
}
