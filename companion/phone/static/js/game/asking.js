// What the box is asked about games: the list once, and answers to what is being changed, only the newest of each.

import { _ } from "/shared/js/language.js";
import { changed, post } from "/phone/js/app.js";

const PAUSE = 180; // ms without another change before the box is asked
const AGAIN = 2000; // ms until a list that did not come is asked for again

/** The games on the shelf as the box lists them, or null before it has answered. */
export const shelf = { games: null, problem: "" };

let waits = 0;

/** Asks for the list again: a game was saved or deleted, or the page has just been opened. */
export async function loadShelf() {
  clearTimeout(waits);
  try {
    const reply = await fetch("/games");
    if (!reply.ok) throw new Error(String(reply.status));
    [shelf.games, shelf.problem] = [await reply.json(), ""];
  } catch {
    shelf.problem = _("Can’t reach the box.");
    if (!shelf.games) waits = setTimeout(loadShelf, AGAIN);
  }
  changed();
}

// Another phone may have saved or deleted a game since this one has last looked.
window.addEventListener("hashchange", () => {
  if (location.hash === "#game" && shelf.games) loadShelf();
});

/** Asks the box about something that changes while it is looked at: the last question wins. */
export class Asking {
  #path;
  #heard;
  #timer = 0;
  #asked = 0;

  /** `heard(answer)` gets the answer to the newest question, with its `status`. */
  constructor(path, heard) {
    [this.#path, this.#heard] = [path, heard];
  }

  /** Asks when nothing else has been asked for a moment. */
  soon(body) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#timer = setTimeout(() => this.now(body), PAUSE);
  }

  /** Asks at once. */
  async now(body) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const mine = this.#asked;
    const answer = await post(this.#path, body);
    if (mine !== this.#asked) return;
    this.#heard(answer);
    changed();
  }
}

/** Whether two values are written alike. */
export function alike(one, other) {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}
