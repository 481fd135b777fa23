// A card that its owner keyed while somebody else was to play: kept until their turn has come and gone.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app, changed } from "/phone/js/app.js";
import { cardFaces } from "/phone/js/cards.js";
import { acting } from "/phone/js/owner.js";
import { keying, send } from "./keying.js";
import { blocked, pressed } from "./keys.js";
import { outOfTurn } from "./openers.js";
import { acted } from "./twice.js";

const UNSAID = new Set(["refused", "right", "miscount"]); // rows that change nothing at the table

/** Forgets the card once its player has played, and with another game. */
export function heldNews(before, after) {
  if (!keying.held || before.now?.sequence === after.now?.sequence) return;
  const newest = [...after.plays].reverse().find(({ kind }) => !UNSAID.has(kind));
  if (before.game?.number !== after.game?.number || newest?.player === keying.held.player) keying.held = null;
}

/** The card in the place of the last play: it can be played as soon as it is its player's turn. */
export function heldView() {
  const { held } = keying;
  const { turn } = app.state;
  if (!held || !turn) return nothing;
  const isTurn = acting(app.state) === held.player;
  return html`<div class="last held">${cardFaces(held.cards ?? [held.card])}
    <p>${isTurn ? _("not played yet") : _("not played: it is {player}’s turn", { player: turn })}</p>
    ${isTurn ? html`<button type="button" class="button" aria-label=${_("Do not play it")} title=${_("Do not play it")} @click=${leave}>✕</button>
      <button type="button" class=${pressed("button", "held")} aria-disabled=${blocked(held)} @click=${() => send(held, "held")}>${_("Play it")}</button>`
      : html`<button type="button" class="button" @click=${() => outOfTurn(held)}>${_("Not right?")}</button>`}</div>`;
}

function leave() {
  acted();
  keying.held = null;
  changed();
}
