// Whether letters write a card: a switch stored on this phone, shared with the panel.

import { changed } from "/phone/js/app.js";
import { keep, kept } from "/phone/js/kept.js";
import { keying } from "./keying.js";

export const letters = { on: kept("letters") !== "off" };

/** Toggles the letters, and stores the choice. */
export function switchLetters() {
  letters.on = !letters.on;
  keying.written = "";
  keep("letters", letters.on ? "on" : "off");
  changed();
}
