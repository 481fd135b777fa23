// Playing cards in the box's notation ("4H", "10", "JK", "QS/2"), in words. Pure.

import { names } from "../messages.js";
import { _, rankLetter } from "./language.js";

const SUITS = names.suits;
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

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
