// Less frequent actions, only those that are possible now.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { app, closeSheet, goTo, isNow, openSheet, post, say } from "/phone/js/app.js";
import { tell } from "../keying.js";
import { acted } from "../twice.js";
import { frame, leaveButton } from "./frame.js";

/** The list. */
export function moreSheet(sheet) {
  return frame({
    title: "More",
    refused: sheet.refused,
    body: html`<div class="rows">${rows().map(([words, tap]) => html`<button type="button" class="button" @click=${tap}>${words}</button>`)}</div>`,
    foot: leaveButton("Close"),
  });
}

function rows() {
  const { now, game, state } = app;
  const open = (kind) => () => {
    acted();
    openSheet({ kind });
  };
  const can = now?.can;
  return [
    can?.forgot.length ? ["Somebody forgot to draw", open("forgot")] : null,
    can?.show.length && game?.shows?.length ? ["Three of a rank are shown", open("shows")] : null,
    can?.leave.length ? ["Somebody goes home", open("leave")] : null,
    state ? ["Rename a player", open("rename")] : null,
    ["Another game", () => { closeSheet(); goTo("game"); }],
    ["Keys of a keyboard", open("help")],
    ["Stop ruling from this phone", part],
  ].filter(Boolean);
}

/** Unpairs this phone. */
async function part() {
  const answer = await post("/part", {});
  closeSheet();
  if (answer.status === 200) {
    isNow({ rules: false, name: "" });
    say("This phone only looks now.");
  } else tell(answer.problem);
}
