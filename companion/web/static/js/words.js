// Words that every view needs: numbers, counts, the player to act. Pure.

import { colon, ngettext } from "./language.js";

const MINUS = "\u2212";

/** A name before a figure: one that ends in a figure gets a colon, "Seat 3: 1". */
export function parted(name) {
  return /\d$/.test(name) ? `${name}${colon}`.trimEnd() : name;
}

/** A total in digits, with a typographic minus. */
export function figures(value) {
  return String(value).replace("-", MINUS);
}

// Counts of what only the page counts or draws, with the messages of the box (words/numbers.py).

/** "1 card", "3 cards". */
export const cardsWords = (count) => ngettext("{n} card", "{n} cards", count);

/** "1 chip", "4 chips". */
export const chipsWords = (count) => ngettext("{n} chip", "{n} chips", count);

/** "1 point", "20 points". */
export const pointsWords = (count) => ngettext("{n} point", "{n} points", count);

/** A time since 1970 in ms as a clock shows it: "21:42". */
export function clock(ms) {
  const time = new Date(ms);
  return `${time.getHours()}:${String(time.getMinutes()).padStart(2, "0")}`;
}

/** The player to act: "Bo to play", "Cy owes two plays", "Cy deals", or who has won. */
export const whoseMove = ({ now: { move: { before, name, after } } }) => before + name + after;
