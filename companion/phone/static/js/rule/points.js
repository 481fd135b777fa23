// The tab of a points game: the sheet, and below it the round to be entered, a call to be checked, the end.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app, changed, goTo } from "/phone/js/app.js";
import { roundsView } from "/phone/js/table/rounds.js";
import { askFor, send } from "./keying.js";
import { blocked, pressed } from "./keys.js";
import { overActs, overArea } from "./over.js";
import { checkPoints } from "./tricks.js";

const FEW = 2; // rounds that leave the keys below in sight
let dealt = 0; // the command of this page that dealt the round whose points are to be entered, once the page shows it

/** Above the sheet: what the round that is played is called, and who dealt. */
export function pointsWhere() {
  const { state, game, now } = app;
  const round = { play: [game.says, now.dealt].filter(Boolean).join(", "), "round-over": _("Round {round}", { round: state.round + 1 }) }[state.phase] ?? now.where;
  return html`<span>${round}</span>`;
}

/** The newest rounds and the standing, or the result. */
export function pointsArea() {
  return app.now.result ? overArea() : html`<div class="group over">${roundsView(app, FEW)}</div>`;
}

/** Enter the round, which deals it if it is not yet; check and end in every round. */
export function pointsActs() {
  const { state } = app;
  if (state.phase === "game-over") return overActs();
  const isDealt = state.phase === "play";
  openDealt(isDealt);
  return html`<div class="rule-acts"><button type="button" class=${pressed("main", "deal")} id="enter-points" aria-disabled=${blocked({ cmd: isDealt ? "score" : "deal" })}
      @click=${isDealt ? enter : dealAndEnter}>${_("Enter round {round}", { round: isDealt ? state.round : state.round + 1 })}</button></div>
    <div class="rule-acts">
      <button type="button" class="button" id="check" aria-disabled=${blocked({ cmd: "claim" })} @click=${checkPoints}>${_("Check points")}</button>
      <button type="button" class="button" id="end" aria-disabled=${blocked({ cmd: "end" })} @click=${() => askFor("end", { kind: "end" })}>${_("End the game")}</button>
    </div>`;
}

const enter = () => askFor("score", { kind: "round" });

/** Nobody deals at the box in a game of which it has only the points: the round is dealt when its points are entered. */
async function dealAndEnter() {
  const answer = await send({ cmd: "deal" }, "deal");
  if (!answer?.done) return;
  dealt = answer.done;
  goTo("rule");
  changed();
}

/** Opens the sheet as soon as the page shows the round that this phone has dealt, unless others have gone on. */
function openDealt(isDealt) {
  if (!dealt || app.now.sequence < dealt) return;
  const isNewest = app.now.sequence === dealt;
  dealt = 0;
  if (isDealt && isNewest) queueMicrotask(enter);
}
