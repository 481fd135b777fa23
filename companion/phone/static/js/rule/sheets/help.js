// The list of keys.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _, court } from "/shared/js/language.js";
import { bustKey } from "/shared/js/typing.js";
import { letters, switchLetters } from "../letters.js";
import { frame, leaveButton } from "./frame.js";

const keys = () => [
  [_("A 2–9 0 or T {court}, then C D H S", { court: court.join(" ") }), _("write a card (0 and T are ten, JK a joker)")],
  [_("Enter"), _("plays what is written; in a sheet: the answer in focus")],
  [_("Backspace"), _("deletes a letter, else takes back")],
  [_("Left, Right"), _("from key to key, from answer to answer")],
  [`${bustKey()}, +, =`, _("bust, several, check a total")],
  [_("Esc, ?"), _("closes a sheet; this list")],
];

/** The function of each key, and whether letters write cards. */
export function helpSheet() {
  return frame({
    title: _("Keys"),
    body: html`<dl class="key-list">${keys().map(([key, does]) => html`<div><dt>${key}</dt><dd>${does}</dd></div>`)}</dl>`,
    foot: html`<button type="button" class="button" id="letters" aria-pressed=${String(letters.on)} @click=${switchLetters}>${letters.on ? _("Letters on") : _("Letters off")}</button>${leaveButton(_("Close"))}`,
  });
}
