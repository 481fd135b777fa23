// Checks a call: a total during a hand, points after a round.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { app, changed } from "/phone/js/app.js";
import { familyOf } from "/phone/js/families.js";
import { send } from "../keying.js";
import { blocked, figureKeys, pressed, withFigure, withMinus } from "../keys.js";
import { notRight } from "../openers.js";
import { frame, leaveButton, next, people } from "./frame.js";

/** "What did Ann call?" */
export function claimSheet(sheet) {
  const player = app.now.call?.player ?? "";
  return calledSheet(sheet, {
    title: player ? _("What did {player} call?", { player }) : _("Which total was called?"),
    text: _("Enter the total that was called."),
    minus: familyOf(app.game).call.belowZero,
    order: (total) => ({ cmd: "claim", total }),
  });
}

/** "Whose points?", then the points that this player claims for the round, or for all rounds. */
export function pointsSheet(sheet) {
  const names = app.now.can.points;
  const inAll = familyOf(app.game).call.ofAllRounds;
  if (!sheet.player) {
    return frame({
      title: _("Whose points?"),
      text: inAll ? _("of all rounds together") : _("of round {round}", { round: app.state.round }),
      body: people({ names, tap: (player) => next(sheet, { player, step: "points" }) }),
      foot: leaveButton(_("Close")),
    });
  }
  return calledSheet(sheet, {
    title: _("What did {player} call?", { player: sheet.player }),
    text: inAll ? _("Enter the points of all rounds that were called.") : _("Enter the points of round {round} that were called.", { round: app.state.round }),
    minus: familyOf(app.game).call.belowZero ?? app.game.below_zero,
    order: (points) => ({ cmd: "claim", player: sheet.player, points }),
  });
}

function calledSheet(sheet, { title, text, minus, order }) {
  const write = (change) => {
    const from = sheet.checked ? "" : sheet.text ?? "";
    Object.assign(sheet, { text: change(from), checked: null, refused: "" });
    changed();
  };
  return frame({
    title, text, refused: sheet.refused,
    body: html`${figurePlace(sheet)}${figureKeys({
      digit: (digit) => write((from) => withFigure(from, digit, familyOf(app.game).call.figures)),
      back: () => write((from) => from.slice(0, -1)),
      minus: minus ? () => write(withMinus) : undefined,
    })}`,
    foot: html`${leaveButton(_("Close"))}${isWrongTotal(sheet) ? html`<button type="button" class="button" @click=${() => notRight(sheet.checked.called)}>${_("Not right?")}</button>` : nothing}<button
      type="button" class=${pressed("main", "judge")} aria-disabled=${blocked()} @click=${() => judge(sheet, order)}>${_("Check")}</button>`,
  });
}

/** Whether a total was called that the box does not have: then one more tap asks why. */
const isWrongTotal = ({ kind, checked }) => kind === "claim" && checked?.correct === false;

/** The input, then the verdict, in the same place. */
function figurePlace({ checked, text }) {
  const name = !checked ? "" : checked.correct ? "right" : "wrong";
  return html`<div class="figure-place ${name}" role="status">${checked ? outcome(checked) : html`<b>${figures(text ?? "") || "\u00a0"}</b>`}</div>`;
}

function outcome({ called, correct, verdict, said }) {
  const figure = figures(called);
  return html`<b>${correct ? figure : html`<s>${figure}</s>`}</b><div><p class="verdict">${correct ? "✓ " : ""}${verdict}</p>
    <p class=${correct ? "secondary" : ""}>${said}</p></div>`;
}

async function judge(sheet, order) {
  if (sheet.checked) return;
  if (!/\d/.test(sheet.text ?? "")) {
    sheet.refused = _("First enter what was called");
    changed();
    return;
  }
  const answer = await send(order(Number(sheet.text)), "judge", { stays: true });
  if (answer?.checked) {
    sheet.checked = answer.checked;
  }
  changed();
}
