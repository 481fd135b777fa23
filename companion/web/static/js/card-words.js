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
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

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
  return rank === "JK" ? RANKS.JK : rankLetter(rank) + (SIGNS[suit] ?? "");
}

/** A suit's letter in words: "hearts". */
export const suitWords = (suit) => SUITS[suit];

/** A card as a text of the box has it: "4♥" in parts, "10" and "joker" as they are. */
export function cardText(text) {
  const { rank, suit } = readCard(text);
  return suit ? [{ rank, suit }] : asPrinted(text);
}

/** A text of the box for a voice: "Ann’s king of spades". It has parts, of which a suit or a card is `{suit, rank}`. */
export function inWords(text) {
  if (typeof text === "string") return text;
  return text.map((part, at) => {
    if (typeof part === "string") return part;
    const word = part.rank ? cardWords(part.rank + part.suit) : SUITS[part.suit];
    return at && typeof text[at - 1] !== "string" ? `, ${word}` : word;
  }).join("");
}

/** A text of the box as one string, as it is printed: "Ann’s K♠". */
export function inSigns(text) {
  if (typeof text === "string") return text;
  return text.map((part) => (typeof part === "string" ? part : (part.rank ? rankLetter(part.rank) : "") + SIGNS[part.suit])).join("");
}

/** Several texts of the box in one, `between` them; an empty one is left out. */
export const joined = (texts, between) => texts.filter(Boolean).flatMap((text, at) => (at ? [between, text] : [text]).flat());
