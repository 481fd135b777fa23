// Asks whose card it is that was keyed while another player with a phone of their own is to act.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { cardFaces } from "/phone/js/cards.js";
import { keying, send } from "../keying.js";
import { frame, leaveButton, people } from "./frame.js";

/** The player to act, then the owner of this phone; a tap plays the card as theirs. */
export function whoseSheet({ order, names, refused }) {
  return frame({
    title: order.cards ? _("Whose cards are these?") : _("Whose card is this?"),
    refused,
    body: html`<div class="whose-card">${cardFaces(order.cards ?? [order.card])}</div>${people({ names, tap: (player) => playAs(player, order) })}`,
    foot: leaveButton(_("Do not play it")),
  });
}

async function playAs(player, order) {
  const answer = await send({ ...order, player }, "whose");
  if (answer?.done !== undefined || answer?.question) keying.several = null;
}
