// The list of keys, of those that the game has.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _, court, suitLetters } from "/shared/js/language.js";
import { app } from "/phone/js/app.js";
import { familyOf } from "/phone/js/families.js";
import { switchButton } from "/phone/js/switch.js";
import { letters, switchLetters } from "../letters.js";
import { frame, leaveButton } from "./frame.js";

const keys = ({ cards, help }) => [
  ...cards ? [[_("{court} 2–9 0 or T, then {suits}", { court: court.join(" "), suits: [...suitLetters].join(" ") }), _("type a card (0 and T are ten, JK a joker)")]] : [],
  [_("Enter"), cards ? _("plays the typed card; in a sheet: the selected answer") : _("in a sheet: the selected answer")],
  [_("Backspace"), cards ? _("deletes a letter, otherwise undoes") : _("undoes")],
  [_("Left, Right"), _("from key to key, from answer to answer")],
  help(),
  [_("Esc, ?"), _("closes a sheet; this list")],
];

/** The function of each key, and whether letters write cards. */
export function helpSheet() {
  return frame({
    title: _("Keys"),
    body: html`<dl class="key-list">${keys(familyOf(app.game)).map(([key, does]) => html`<div><dt>${key}</dt><dd>${does}</dd></div>`)}</dl>`,
    foot: html`${switchButton({ label: _("Letters"), isOn: letters.on, turn: switchLetters, id: "letters" })}${leaveButton(_("Close"))}`,
  });
}
