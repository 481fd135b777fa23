// Sheets that name cards: the suit of an entered rank, an up-card, three shown cards of a rank.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { whichWords } from "/shared/js/card-words.js";
import { _ } from "/shared/js/language.js";
import { app, closeSheet } from "/phone/js/app.js";
import { cardFace } from "/phone/js/cards.js";
import { familyOf } from "/phone/js/families.js";
import { keying, playCard, send } from "../keying.js";
import { rankKeys, suitKeys } from "../keys.js";
import { weighed } from "../weigh.js";
import { frame, leaveButton, next, people } from "./frame.js";

/** "Which eight?": each suit with its result. */
export function suitSheet(sheet) {
  const { rank } = sheet;
  const tap = (suit, control) => {
    if (keying.several) closeSheet();
    playCard(rank + suit, control);
  };
  return frame({
    title: whichWords(rank),
    refused: sheet.refused,
    body: html`<div class="keys suits" role="group" aria-label=${_("Suit")}>${suitKeys({
      tap, makes: (suit) => (familyOf(app.game).hasTotal && !keying.several ? weighed(sheet, { cmd: "play", card: rank + suit }) : null),
    })}</div>`,
    foot: leaveButton(_("Not this card")),
  });
}

/** The card that the dealer turns up for a new hand or game. */
export function upCardSheet(sheet) {
  const { order, dealer, rank } = sheet;
  const keys = sheet.keys ?? app.game?.keys ?? [];
  const turn = (card, control) => send({ ...order, up_card: card }, control, { stays: true });
  const tap = (of, control) => {
    if (keys.find((key) => key.rank === of)?.suit) next(sheet, { rank: of, step: "suit" });
    else turn(of, control);
  };
  return frame({
    title: rank ? whichWords(rank) : _("Turn one up"),
    text: dealer ? _("{player} turns up the first card.", { player: dealer }) : "",
    refused: sheet.refused,
    body: rank
      ? html`<div class="keys suits" role="group" aria-label=${_("Suit")}>${suitKeys({ tap: (suit, control) => turn(rank + suit, control) })}</div>`
      : html`<div class="keys ranks small" role="group" aria-label=${_("Ranks")}>${rankKeys({ keys: keys.map((key) => ({ ...key, does: "" })), tap, about: "up" })}</div>`,
    foot: html`${leaveButton(_("Not yet"))}${rank ? html`<button type="button" class="button" @click=${() => next(sheet, { rank: undefined, step: "" })}>${_("Another rank")}</button>` : nothing}`,
  });
}

/** The player who shows three of a rank, and the rank. */
export function showsSheet(sheet) {
  const { player, rank, suits = [] } = sheet;
  const show = (cards, control) => send({ cmd: "show", player, cards }, control, { stays: true });
  const offered = app.game.keys.filter((key) => app.game.shows.includes(key.rank));
  const tapRank = (of, control) => {
    if (offered.find((key) => key.rank === of)?.suit) next(sheet, { rank: of, suits: [], step: "suit" });
    else show([of, of, of], control);
  };
  const tapSuit = (suit, control) => {
    next(sheet, { suits: [...suits, suit] });
    if (sheet.suits.length === 3) show(sheet.suits.map((each) => rank + each), control);
  };
  const body = !player ? people({ names: app.now.can.show, tap: (name) => next(sheet, { player: name, step: "rank" }) })
    : !rank ? html`<div class="keys ranks small" role="group" aria-label=${_("Ranks")}>${rankKeys({ keys: offered, tap: tapRank, about: "show" })}</div>`
      : html`<p class="shown">${suits.map((suit) => cardFace(rank + suit))}</p>
        <div class="keys suits" role="group" aria-label=${_("Suit")}>${suitKeys({ tap: tapSuit })}</div>`;
  const back = rank && suits.length ? { suits: suits.slice(0, -1) } : { rank: undefined, player: rank ? player : undefined, step: rank ? "rank" : "" };
  return frame({
    title: player ? _("{player} shows three", { player }) : _("Who shows three of a rank?"),
    refused: sheet.refused,
    body,
    foot: html`${leaveButton(_("Nobody"))}${player ? html`<button type="button" class="button" @click=${() => next(sheet, back)}>${_("Back")}</button>` : nothing}`,
  });
}
