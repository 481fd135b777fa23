// Counts as they stand in lists: in figures.

/** "1 chip", "4 chips". */
export function several(count, what) {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
