// Actions on one player: forgot to draw, is renamed.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app, closeSheet } from "/phone/js/app.js";
import { send } from "../keying.js";
import { blocked, pressed } from "../keys.js";
import { frame, leaveButton, next, people } from "./frame.js";

const MAX_NAME_LENGTH = 24; // letters of a name

/** A player who forgot to draw returns one card. */
export function forgotSheet(sheet) {
  return frame({
    title: _("Who forgot to draw?"),
    text: _("One card goes back to the stock."),
    refused: sheet.refused,
    body: people({ names: app.now.can.forgot, disabled: blocked(), tap: (player) => send({ cmd: "forgot", player }, `forgot ${player}`, { stays: true }) }),
    foot: leaveButton(_("Nobody")),
  });
}

/** Renames a player. */
export function renameSheet(sheet) {
  const { player } = sheet;
  const names = app.state.players.map(({ name }) => name);
  if (!player || !names.includes(player)) {
    return frame({
      title: _("Whose name is wrong?"),
      refused: sheet.refused,
      body: people({ names, tap: (name) => next(sheet, { player: name, text: name, step: "name" }) }),
      foot: leaveButton(_("Nobody")),
    });
  }
  const save = (event) => {
    event.preventDefault();
    const name = sheet.text.trim();
    if (name === player) closeSheet();
    else send({ cmd: "rename", player, name }, "rename", { stays: true });
  };
  return frame({
    title: _("{player}’s name", { player }),
    text: _("Also changes the plays already made in this game."),
    refused: sheet.refused,
    body: html`<form id="rename" @submit=${save}><label class="field"><span class="unseen">${_("Name")}</span>
      <input type="text" data-first maxlength=${MAX_NAME_LENGTH} autocomplete="off" .value=${sheet.text} @input=${({ target }) => { sheet.text = target.value; }}></label></form>`,
    foot: html`${leaveButton(_("Leave as is"))}<button type="submit" form="rename" class=${pressed("main", "rename")} aria-disabled=${blocked()}>${_("Rename")}</button>`,
  });
}
