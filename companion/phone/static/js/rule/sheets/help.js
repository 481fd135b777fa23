// The list of keys.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { letters, switchLetters } from "../letters.js";
import { frame, leaveButton } from "./frame.js";

const KEYS = [
  ["A 2–9 0 or T J Q K, then C D H S", "write a card (0 and T are ten, JK a joker)"],
  ["Enter", "plays what is written; in a sheet: the answer in focus"],
  ["Backspace", "deletes a letter, else takes back"],
  ["Left, Right", "from key to key, from answer to answer"],
  ["B, +, =", "bust, several, check a total"],
  ["Esc, ?", "closes a sheet; this list"],
];

/** The function of each key, and whether letters write cards. */
export function helpSheet() {
  return frame({
    title: "Keys",
    body: html`<dl class="key-list">${KEYS.map(([keys, does]) => html`<div><dt>${keys}</dt><dd>${does}</dd></div>`)}</dl>`,
    foot: html`<button type="button" class="button" id="letters" aria-pressed=${String(letters.on)} @click=${switchLetters}>Letters ${letters.on ? "on" : "off"}</button>${leaveButton("Close")}`,
  });
}
