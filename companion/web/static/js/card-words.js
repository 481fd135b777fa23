// Playing cards in the box's notation ("4H", "10", "JK", "QS/2"), in words. Pure.

import { names } from "../messages.js";
import { _, court, rankPrinted } from "./language.js";

const SUITS = names.suits;
export const SIGNS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };

/** Returns `{rank, suit, deck}`: suit "" if none is given, deck 0 with one deck. */
export function readCard(text) {
  const [, rank, suit, deck] = /^(JK|10|[2-9AJQK])([CDHS]?)(?:\/(\d))?$/.exec(text) ?? [null, text, "", 0];
  return { rank, suit, deck: Number(deck ?? 0) };
}

export const isRed = (suit) => suit === "H" || suit === "D";

/** "4 of hearts", "ten", "joker", as the box names it. */
export function cardWords(text) {
  const [card, deck] = text.split("/");
  const name = names.cards[card] ?? card;
  return deck ? _("{card}, deck {deck}", { card: name, deck }) : name;
}

/** A suit's letter in words: "hearts". */
export const suitWords = (suit) => SUITS[suit];

/** What is asked of a card of that rank: "Which eight?". */
export const whichWords = (rank) => names.which[rank];

/** A sentence with its printed cards and suits in words: "K♠ by Ann" is "king of spades by Ann". */
export function inWords(text) {
  const printed = new RegExp(`(?<![\\p{L}\\d])(10|[2-9A${court.join("")}])?([♠♥♦♣])`, "gu");
  return text.replace(printed, (_printed, rank, sign) => (rank ? cardWords(rankPrinted(rank) + SIGNS[sign]) : SUITS[SIGNS[sign]]));
}
