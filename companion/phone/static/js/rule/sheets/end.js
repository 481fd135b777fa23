// Ends a points game, confirmed once: the best of those still in wins.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { figures, parted } from "/shared/js/words.js";
import { app } from "/phone/js/app.js";
import { send } from "../keying.js";
import { blocked, pressed } from "../keys.js";
import { frame, leaveButton } from "./frame.js";

/** "End the game here?", with everybody's points. */
export function endSheet(sheet) {
  return frame({
    title: _("End the game here?"),
    text: app.state.players.map(({ name, points }) => `${parted(name)} ${figures(points)}`).join(", "),
    refused: sheet.refused,
    body: html`<div class="answers"><button type="button" class=${pressed("button bust", "end")} data-first aria-disabled=${blocked({ cmd: "end" })}
      @click=${() => send({ cmd: "end" }, "end", { stays: true })}>${_("End the game")}</button></div>`,
    foot: leaveButton(_("Play on")),
  });
}
