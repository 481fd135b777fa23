// Enters the winners of a round and one amount: a tap for each winner, and the keypad. The rules work out the points.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { app, changed } from "/phone/js/app.js";
import { sidesOf } from "/phone/js/words.js";
import { send } from "../keying.js";
import { blocked, figureKeys, pressed, withFigure, withMinus } from "../keys.js";
import { frame, leaveButton } from "./frame.js";

const FIGURES = 4;

/** What was entered for the round `of`: it outlives its sheet. */
const entry = { of: "", winners: [], text: "" };

/** "Who has won?", and what the round is worth. */
export function winnersSheet(sheet) {
  const { game, state, now } = app;
  const of = `${game.number} ${state.round}`;
  if (entry.of !== of) Object.assign(entry, { of, winners: [], text: "" });
  const players = sidesOf(state, ({ in: isIn }) => isIn);
  const winners = players.map(({ name }) => name).filter((name) => entry.winners.includes(name));
  const write = (change) => {
    Object.assign(entry, change);
    sheet.refused = "";
    changed();
  };
  const turn = (name) => write({ winners: winners.includes(name) ? winners.filter((each) => each !== name) : [...winners, name] });
  const open = winners.length === 0 ? _("Who has won?") : /\d/.test(entry.text) ? "" : _("The amount is missing");
  return frame({
    title: _("Who has won round {round}?", { round: state.round }),
    text: [game.says, ...game.about, now.dealt].filter(Boolean).join(", "),
    refused: sheet.refused,
    body: html`<div class="answers winners">${players.map(({ name, label }, at) => html`<button type="button" class="button" aria-pressed=${String(winners.includes(name))}
        ?data-first=${at === 0} @click=${() => turn(name)}>${label}</button>`)}</div>
      <div class="figure-place" role="status"><b>${figures(entry.text) || "\u00a0"}</b></div>
      ${figureKeys({
        digit: (digit) => write({ text: withFigure(entry.text, digit, FIGURES) }),
        back: () => write({ text: entry.text.slice(0, -1) }),
        minus: () => write({ text: withMinus(entry.text) }),
        sign: "±",
      })}`,
    foot: html`${leaveButton(_("Not yet"))}<button type="button" class=${pressed("main", "score")} aria-disabled=${open ? "true" : blocked({ cmd: "score" })}
      @click=${open ? nothing : () => send({ cmd: "score", winners, amount: Number(entry.text) }, "score", { stays: true })}>${open || _("Enter round {round}", { round: state.round })}</button>`,
  });
}
