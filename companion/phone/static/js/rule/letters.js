// Whether letters write a card: a switch that this phone remembers, the same as the panel's.

import { changed } from "/phone/js/app.js";
import { keying } from "./keying.js";

export const letters = { on: kept() !== "off" };

/** Switches the letters, and remembers it. */
export function switchLetters() {
  letters.on = !letters.on;
  keying.written = "";
  try {
    localStorage.setItem("letters", letters.on ? "on" : "off");
  } catch {
    // Then it holds until the page is left.
  }
  changed();
}

function kept() {
  try {
    return localStorage.getItem("letters");
  } catch {
    return null;
  }
}
