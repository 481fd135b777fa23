// Whether the reader has chosen letters for which the usual arrangement has no room.

const USUAL = 16; // px
const LARGE = 1.4;

/** Whether letters are half as large again as usual, or nearly. */
export function hasLargeLetters() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) >= USUAL * LARGE;
}
