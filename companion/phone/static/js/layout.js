// What the layout of the page depends on: the room, and the size of the reader's letters.

const USUAL = 16; // px
const LARGE = 1.4;

/** Whether there is room for two columns, as on a desk. */
export const wide = matchMedia("(min-width: 900px)");

/** Whether letters are about half as large again as usual. */
export function hasLargeLetters() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) >= USUAL * LARGE;
}
