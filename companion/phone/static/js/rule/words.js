// Words of keys and sheets, besides those that all views share.

import { inWords, readCard } from "/shared/js/card-words.js";
import { withSuits } from "/phone/js/cards.js";

export const SUITS = ["S", "H", "C", "D"];

/** A sentence for reading aloud. */
export const spoken = (sentence) => inWords(String(sentence ?? ""));

/** The rank of a card as it is printed on its key. */
export const rankOf = (card) => readCard(card).rank;

/** A sentence for display: suits drawn, apostrophes typographic. */
export const printed = (sentence) => withSuits(String(sentence ?? "").replace(/'/g, "\u2019"));
