// The rounds that were entered, to correct one of them.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _, colon } from "/shared/js/language.js";
import { figures, parted } from "/shared/js/words.js";
import { app, changed, openSheet, post } from "/phone/js/app.js";
import { ask, tell } from "../keying.js";
import { acted } from "../twice.js";
import { frame, leaveButton } from "./frame.js";

const ALL = 400; // commands, more than a game has

/** The rounds that were entered, the newest first. */
export function roundsSheet(sheet) {
  return frame({
    title: _("Which round is not right?"),
    refused: sheet.refused,
    body: html`<div class="rows">${[...app.rounds].reverse().map(({ round, points }) => html`<button type="button" class="button" @click=${() => correctRound(round)}>
      ${_("Round {round}", { round })}${colon}${Object.entries(points).map(([name, each]) => `${parted(name)} ${figures(each)}`).join(", ")}</button>`)}</div>`,
    foot: leaveButton(_("Close")),
  });
}

/** Opens a round as it was entered. Everything after it stays and is judged again. */
export async function correctRound(round) {
  acted();
  const seen = app.now.sequence;
  const answer = await post("/mend", { seen, back: ALL });
  const at = (answer.rows ?? []).findIndex(({ kind, hand }) => kind === "score" && hand === round);
  if (at < 0) {
    tell(answer.meanwhile ?? answer.problem ?? _("This round was not entered as points."));
    changed();
    return;
  }
  const [{ step }, ...later] = answer.rows.slice(at);
  const points = app.rounds.find((one) => one.round === round)?.entered ?? step.points;
  const sheet = { kind: "round", seen, corrects: { round, points, back: later.length + 1, later: later.map((row) => row.step) } };
  if (app.sheet) openSheet(sheet);
  else ask(sheet);
}
