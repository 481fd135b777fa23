// The keys of a trick game: first the suit, then the rank; or the points of the whole round at once.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app, changed } from "/phone/js/app.js";
import { drawText } from "/phone/js/cards.js";
import { askFor, clear, keying, keyRank, suitInHand } from "./keying.js";
import { blocked, rankKeys, suitKeys } from "./keys.js";

/** Above the keys: the round, the trick, and what costs. */
export const trickWhere = () => html`<span>${app.now.where}: ${drawText(app.game.costs)}</span>`;

/** The keys during a round. The led suit is selected until another is chosen. */
export function trickKeys() {
  return html`<div class="keys suits" role="group" aria-label=${_("Suit of the card")}>${suitKeys({ chosen: suitInHand(), tap: choose })}</div>
    <div class="keys ranks" role="group" aria-label=${_("Rank of the card")}>
      ${rankKeys({ keys: app.game.keys, tap: keyRank })}
      ${rule()}
    </div>`;
}

function choose(suit) {
  clear();
  keying.suit = suit;
  changed();
}

function rule() {
  if (!app.game.restricted || app.state.broken) return nothing;
  return html`<p class="rule-of-suit secondary">${app.now.trick?.lead}</p>`;
}

/** Before the first card of a round its points can be entered; after it, checked. */
export function trickActs() {
  return html`<div class="rule-acts">
    <button type="button" class="button" id="enter-points" aria-disabled=${blocked({ cmd: "score" })}
      @click=${() => askFor("score", { kind: "round" })}>${_("Enter points")}</button>
    <button type="button" class="button" id="check" aria-disabled=${blocked({ cmd: "claim" })}
      @click=${checkPoints}>${_("Check points")}</button>
  </div>`;
}

/** Opens the sheet for a call of points. */
export function checkPoints() {
  askFor("claim", { kind: "points" });
}
