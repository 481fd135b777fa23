// Words of keys and sheets, besides those that all views share.

import { inWords, readCard, SIGNS } from "/shared/js/card-words.js";
import { withSuits } from "/phone/js/cards.js";

export const SUITS = ["S", "H", "C", "D"];

/** A sentence for reading aloud. */
export const spoken = (sentence) => inWords(String(sentence ?? ""));

/** A card as the table prints it in the letters of an order: "A♥" is "AH". */
export function asOrdered(printed) {
  return printed.replace(/[♠♥♦♣]/g, (sign) => SIGNS[sign]).replace(/^Joker$/i, "JK");
}

/** The rank of a card as it is printed on its key. */
export const rankOf = (card) => readCard(card).rank;

/** A sentence for display: suits drawn, apostrophes typographic. */
export const printed = (sentence) => withSuits(String(sentence ?? "").replace(/'/g, "\u2019"));
