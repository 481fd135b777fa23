// The end of a hand or game: who bust, who paid, who deals, who won.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { inSigns } from "/shared/js/card-words.js";
import { _ } from "/shared/js/language.js";
import { whoseMove } from "/shared/js/words.js";
import { openSheet } from "../app.js";
import { undoKey } from "../rule/undo.js";
import { chipsView } from "./chips.js";
import { atTarget, plays } from "./hand.js";
import { crownView } from "./result.js";

/** What happened, in large letters on the felt. */
export function overBoard(app) {
  const { state, now, game } = app;
  const { result } = now;
  const ended = lastOf(app);
  const head = result ? whoseMove(app) : ended?.headline ?? now.over;
  const sum = ended?.kind === "over" ? `${inSigns(ended.text)}.` : "";
  const said = result ? [result.forfeit && `${result.forfeit}.`, ended && `${ended.headline}.`] : [];
  return html`<section class="felt over-board" aria-label=${now.over}>
    ${result ? crownView(app) : nothing}
    <p class="where">${result ? result.game : now.over}</p>
    <h2>${head}</h2>
    <p>${[...said, sum, state.total === undefined ? "" : `${plays(now.plays)}.`, atTarget({ now, game })].filter(Boolean).join(" ")}</p>
  </section>`;
}

/** All players' chips after a hand, payments, the next dealer. */
export function overPlayers(app) {
  const { state, game } = app;
  const ended = lastOf(app);
  return html`<section class="group over-players" aria-label=${_("Players")}>
    <ul>${state.players.map((player) => html`<li><div><b>${player.name}</b>${note(player, app, ended)}</div>
      ${player.chips === null ? html`<span></span>` : chipsView(player.chips, game.chips, game.look, paid(player, ended))}
      <b class="after">${player.chips ?? ""}</b></li>`)}
      ${game.chips === null ? nothing : html`<li><div><b>${_("Pot")}</b></div><span class="secondary">${ended?.paid ? _("one more from {player}", { player: ended.paid }) : ""}</span>
        <b class="after">${state.pot}</b></li>`}
    </ul>
  </section>`;
}

/** For paired phones: deal, new game, and undo; for others, who does it, and the way in. */
export function overNext({ me, now }, acts) {
  if (me.rules) return html`<div class="over-acts">${acts()}${undoKey()}</div>`;
  return html`<div class="over-acts">${now.deals ? html`<p class="secondary next">${now.standing.move}</p>` : nothing}
    <button type="button" class="button" id="enter-code" @click=${() => openSheet({ kind: "pair" })}>${_("Rule from this phone")}</button></div>`;
}

/** The row of the current hand that ended it, or null. */
export function lastOf({ plays, state }) {
  const ends = plays.filter(({ kind, hand }) => hand === state.hand && ["bust", "over", "out", "left"].includes(kind));
  return ends[ends.length - 1] ?? null;
}

const paid = ({ name }, ended) => (ended?.paid === name ? 1 : 0);

function note(player, { now }, ended) {
  const about = now.beside[player.name];
  return about ? html`<small class=${paid(player, ended) ? "no" : ""}>${about}</small>` : nothing;
}
