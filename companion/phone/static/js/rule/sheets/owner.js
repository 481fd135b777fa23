// Whose phone this is: one tap on a name, and whether the phone buzzes when it is their turn.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app, changed, closeSheet, interrupt, isNow, post, say } from "/phone/js/app.js";
import { pairedWords } from "/phone/js/notices.js";
import { buzzes, canBuzz, ownSeat, switchBuzz } from "/phone/js/owner.js";
import { switchButton } from "/phone/js/switch.js";
import { acted } from "../twice.js";
import { frame, leaveButton, people } from "./frame.js";

/** The names of those at the table, and nobody's. */
export function ownerSheet(sheet) {
  const own = ownSeat(app);
  return html`${sheet.scanned ? html`<p class="paired">${pairedWords()}</p>` : nothing}${frame({
    title: _("Which seat is yours?"),
    text: _("The table then faces you, and this phone tells you when it is your turn."),
    refused: sheet.refused,
    body: html`${people({ names: (app.state?.players ?? []).map(({ name }) => name), chosen: own, tap: (name) => choose(sheet, name) })}
      ${canBuzz() ? switchButton({ label: _("Vibrate"), isOn: buzzes(), turn: turnBuzz, id: "buzz" })
        : html`<p class="secondary">${_("This phone cannot vibrate here.")}</p>`}`,
    foot: html`${own ? leaveButton(_("Close")) : nothing}<button type="button" class="button" id="no-seat" @click=${() => choose(sheet, "")}>${_("No seat: I only help")}</button>`,
  })}`;
}

function turnBuzz() {
  acted();
  switchBuzz();
  changed();
}

/** Tells the box, and closes; "" is nobody's. */
async function choose(sheet, player) {
  acted();
  if (player === (ownSeat(app) ?? "") && player === app.me.player) {
    closeSheet();
    return;
  }
  const answer = await post("/me", { player });
  if (answer.status === 200) {
    isNow(answer);
    say(player ? _("This phone is {player}’s.", { player }) : _("This phone has no owner."));
    if (app.sheet === sheet) closeSheet();
    return;
  }
  sheet.refused = answer.problem;
  interrupt(answer.problem);
  changed();
}
