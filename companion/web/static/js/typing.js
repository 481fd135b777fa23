// A card written letter by letter, as a scanner that types would: "9" then "D". In first place stands the rank, with
// the letters of the table's deck or those of an English one, in second place the suit, in English or in the page's
// language: with B, D and K on the court cards "DD" is the queen of diamonds. Pure.

import { court, rankPrinted, suitLetters } from "./language.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = new Map([..."CDHS", ..."♣♦♥♠", ...suitLetters].map((sign, at) => [sign, "CDHS"[at % 4]]));
const JOKER = "JK";

const isRank = (sign) => RANKS.includes(sign) || court.includes(sign);

/** The key for a bust: B, unless that is a letter of a card. */
export const bustKey = () => (isRank("B") ? "!" : "B");

/** What is written after `key`, or null when the key writes nothing there. */
export function write(written, key) {
  const sign = key.toUpperCase();
  if (isRank(written) && SUITS.has(sign)) return written + SUITS.get(sign);
  if (written === "J" && sign === "K") return JOKER;
  if (written === "1") return sign === "0" ? "10" : null;
  if (isRank(sign) || sign === "1") return sign;
  return sign === "0" || sign === "T" ? "10" : null;
}

/** What is left after Backspace. */
export function erase(written) {
  return written === "10" ? "" : written.slice(0, -1);
}

/** The card that is written, in the box's notation: "DD" is "QD" where D is the queen. */
export function writtenCard(written) {
  if (written === JOKER || !written) return written;
  const rank = isRank(written) ? written : written.slice(0, -1);
  return isRank(rank) ? rankPrinted(rank) + written.slice(rank.length) : written;
}
