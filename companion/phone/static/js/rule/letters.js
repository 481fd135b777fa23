// Whether letters write a card: a switch stored on this phone, shared with the panel.

import { changed } from "/phone/js/app.js";
import { keying } from "./keying.js";

export const letters = { on: kept() !== "off" };

/** Toggles the letters, and stores the choice. */
export function switchLetters() {
  letters.on = !letters.on;
  keying.written = "";
  try {
    localStorage.setItem("letters", letters.on ? "on" : "off");
  } catch {
    // Without storage the choice lasts until the page is closed.
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
