// Playing cards in the box's notation ("4H", "10", "JK", "QS/2"), in words. Pure.

const RANKS = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine",
  10: "ten", J: "jack", Q: "queen", K: "king", JK: "joker",
};
const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
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
  return (suit ? `${word} of ${SUITS[suit]}` : word) + (deck ? `, deck ${deck}` : "");
}

/** A card as it is printed: "4♥", "10", "joker". */
export function asPrinted(text) {
  const { rank, suit } = readCard(text);
  return rank === "JK" ? "joker" : rank + (Object.keys(SIGNS).find((sign) => SIGNS[sign] === suit) ?? "");
}

/** A suit's letter in words: "hearts". */
export const suitWords = (suit) => SUITS[suit];

/** A sentence with its printed cards and suits in words: "K♠ by Ann" is "king of spades by Ann". */
export function inWords(text) {
  return text
    .replace(/\b(10|[2-9AJQK])([♠♥♦♣])/g, (_, rank, sign) => cardWords(rank + SIGNS[sign]))
    .replace(/[♠♥♦♣]/g, (sign) => SUITS[SIGNS[sign]]);
}
