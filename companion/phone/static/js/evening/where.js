// What the tab of the evening shows: tonight, a season or all of them, and what was opened there.

import { changed, drawNow } from "/phone/js/app.js";

/**
 * `choice` is "tonight", "season" or "ever"; `season` is a year, "" for the newest one. `evening` is the evening that is
 * open, by its number and start, and `person` the person by id and name; null for none.
 */
export const where = { choice: "tonight", season: "", evening: null, person: null };

let left = 0; // how far the page was scrolled when something was opened

/** Shows another choice or season. */
export function choose(change) {
  Object.assign(where, change);
  changed();
}

/** Opens an evening or a person. */
export function open(change) {
  left = window.scrollY;
  Object.assign(where, change);
  drawNow();
  window.scrollTo(0, 0);
  document.querySelector(".evening-back")?.focus({ preventScroll: true });
}

/** Leads back to where it was opened. */
export function back() {
  Object.assign(where, { evening: null, person: null });
  drawNow();
  window.scrollTo(0, left);
}
