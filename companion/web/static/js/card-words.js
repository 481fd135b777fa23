// Playing cards in the box's notation ("4H", "10", "JK", "QS/2"), in words. Pure.

import { _, pgettext, rankLetter } from "./language.js";

const RANKS = {
  A: pgettext("rank", "ace"), 2: pgettext("rank", "two"), 3: pgettext("rank", "three"), 4: pgettext("rank", "four"),
  5: pgettext("rank", "five"), 6: pgettext("rank", "six"), 7: pgettext("rank", "seven"), 8: pgettext("rank", "eight"),
  9: pgettext("rank", "nine"), 10: pgettext("rank", "ten"), J: pgettext("rank", "jack"), Q: pgettext("rank", "queen"),
  K: pgettext("rank", "king"), JK: pgettext("rank", "joker"),
};
const SUITS = {
  C: pgettext("suit", "clubs"), D: pgettext("suit", "diamonds"), H: pgettext("suit", "hearts"), S: pgettext("suit", "spades"),
};
export const SIGNS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };

/** Returns `{rank, suit, deck}`: suit "" if none is given, deck 0 with one deck. */
export function readCard(text) {
  const [, rank, suit, deck] = /^(JK|10|[2-9AJQK])([CDHS]?)(?:\/(\d))?$/.exec(text) ?? [null, text, "", 0];
  return { rank, suit, deck: Number(deck ?? 0) };
}

export const isRed = (suit) => suit === "H" || suit === "D";

/** "four of hearts", "ten", "joker"; of several: "two eights". */
export function cardWords(text) {
  const { rank, suit, deck } = readCard(text);
  const word = RANKS[rank] ?? rank;
  const card = suit ? _("{rank} of {suit}", { rank: word, suit: SUITS[suit] }) : word;
  return deck ? _("{card}, deck {deck}", { card, deck }) : card;
}

/** A card as it is printed: "4♥", "10", "joker". */
export function asPrinted(text) {
  const { rank, suit } = readCard(text);
  return rank === "JK" ? RANKS.JK : rankLetter(rank) + (Object.keys(SIGNS).find((sign) => SIGNS[sign] === suit) ?? "");
}

/** A suit's letter in words: "hearts". */
export const suitWords = (suit) => SUITS[suit];

const COURT = new Map(["J", "Q", "K"].map((rank) => [rankLetter(rank), rank]));
const PRINTED = new RegExp(`(?<![\\p{L}\\d])(10|[2-9${["A", "J", "Q", "K"].map(rankLetter).join("")}])?([♠♥♦♣])`, "gu");

/** A sentence with its printed cards and suits in words: "K♠ by Ann" is "king of spades by Ann". */
export function inWords(text) {
  return text.replace(PRINTED, (_printed, rank, sign) => (rank ? cardWords((COURT.get(rank) ?? rank) + SIGNS[sign]) : SUITS[SIGNS[sign]]));
}
