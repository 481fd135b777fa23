// Words of keys and sheets, besides those that all views share.

import { readCard } from "/shared/js/card-words.js";

export const SUITS = ["S", "H", "C", "D"];

/** The rank of a card as it is printed on its key. */
export const rankOf = (card) => readCard(card).rank;
