// Whether the reader's letters are too large for the usual layout.

const USUAL = 16; // px
const LARGE = 1.4;

/** Whether letters are about half as large again as usual. */
export function hasLargeLetters() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) >= USUAL * LARGE;
}
