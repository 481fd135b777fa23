// A card written letter by letter, as a scanner that types would: "9" then "D". Pure.

const RANKS = new Set(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]);
const SUITS = new Set(["C", "D", "H", "S"]);

/** What is written after `key`, or null when the key writes nothing there. */
export function write(written, key) {
  const sign = key.toUpperCase();
  const rank = sign === "0" || sign === "T" ? "10" : sign;
  if (SUITS.has(sign)) return RANKS.has(written) ? written + sign : null;
  if (written === "J" && sign === "K") return "JK";
  if (written === "1") return sign === "0" ? "10" : null;
  if (sign === "1" || RANKS.has(rank)) return rank;
  return null;
}

/** What is left after Backspace. */
export function erase(written) {
  return written.startsWith("10") && written.length === 2 ? "" : written.slice(0, -1);
}
