// The tab of a points game: the sheet, and below it the round to be entered, a call to be checked, the end.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app } from "/phone/js/app.js";
import { roundsView } from "/phone/js/table/rounds.js";
import { askFor } from "./keying.js";
import { blocked } from "./keys.js";
import { dealKey, overActs, overArea } from "./over.js";
import { checkPoints } from "./tricks.js";

const FEW = 2; // rounds that leave the keys below in sight

/** Above the sheet: what the round that is played is called, and who dealt. */
export function pointsWhere() {
  const { state, game, now } = app;
  return html`<span>${state.phase === "play" ? [game.says, now.dealt].filter(Boolean).join(", ") : now.where}</span>`;
}

/** The newest rounds and the standing, or the result. */
export function pointsArea() {
  return app.now.result ? overArea() : html`<div class="group over">${roundsView(app, FEW)}</div>`;
}

/** Enter the round or deal the next one; check and end in every round. */
export function pointsActs() {
  const { state } = app;
  if (state.phase === "game-over") return overActs();
  return html`<div class="rule-acts">${state.phase === "play" ? html`<button type="button" class="main" id="enter-points" aria-disabled=${blocked({ cmd: "score" })}
      @click=${() => askFor("score", { kind: "round" })}>${_("Enter round {round}", { round: state.round })}</button>` : dealKey()}</div>
    <div class="rule-acts">
      <button type="button" class="button" id="check" aria-disabled=${blocked({ cmd: "claim" })} @click=${checkPoints}>${_("Check points")}</button>
      <button type="button" class="button" id="end" aria-disabled=${blocked({ cmd: "end" })} @click=${() => askFor("end", { kind: "end" })}>${_("End the game")}</button>
    </div>`;
}
