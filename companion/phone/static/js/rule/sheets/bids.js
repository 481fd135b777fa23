// Enters how many tricks each player bids, or takes: a row of − and + for each.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app, changed } from "/phone/js/app.js";
import { send } from "../keying.js";
import { blocked, pressed } from "../keys.js";
import { frame, leaveButton } from "./frame.js";

const MOST = 99;

/** What was entered for the round `of`: it outlives its sheet. */
const entry = { of: "", numbers: {} };

/** The bids of the round; once they are known, its tricks, which begin with them. */
export function bidsSheet(sheet) {
  const { game, state } = app;
  const players = state.players.filter((player) => player.in);
  const isBidding = players.every(({ bid }) => bid === null);
  const of = `${game.number} ${state.round} ${isBidding}`;
  if (entry.of !== of) Object.assign(entry, { of, numbers: Object.fromEntries(players.map(({ name, bid }) => [name, bid ?? 0])) });
  const numbers = Object.fromEntries(players.map(({ name }) => [name, entry.numbers[name] ?? 0]));
  const give = (name, number) => {
    entry.numbers[name] = Math.min(MOST, Math.max(0, number));
    sheet.refused = "";
    changed();
  };
  return frame({
    title: isBidding ? _("Bids of round {round}", { round: state.round }) : _("Tricks of round {round}", { round: state.round }),
    text: game.about.join(", "),
    refused: sheet.refused,
    body: html`<ul class="entries">${players.map(({ name, bid }) => html`<li><div><span class="name">${name}</span>
        <span class="secondary">${isBidding ? "" : _("bid {n}", { n: bid ?? 0 })}</span></div>
      <button type="button" class="button" aria-label=${_("{player}: one less", { player: name })} @click=${() => give(name, numbers[name] - 1)}>−</button>
      <output class="given">${numbers[name]}</output>
      <button type="button" class="button" aria-label=${_("{player}: one more", { player: name })} @click=${() => give(name, numbers[name] + 1)}>+</button></li>`)}</ul>`,
    foot: html`${leaveButton(_("Not yet"))}<button type="button" data-first class=${pressed("main", "score")} aria-disabled=${blocked({ cmd: "score" })}
      @click=${() => send({ cmd: "score", [isBidding ? "bids" : "tricks"]: numbers }, "score", { stays: true })}>${
        isBidding ? _("Enter the bids") : _("Enter round {round}", { round: state.round })}</button>`,
  });
}
