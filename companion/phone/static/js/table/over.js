// The end of a hand or game: who bust, who paid, who deals, who won.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { inSigns } from "/shared/js/card-words.js";
import { _ } from "/shared/js/language.js";
import { whoseMove } from "/shared/js/words.js";
import { openSheet } from "../app.js";
import { overActs } from "../rule/over.js";
import { undoKey } from "../rule/undo.js";
import { chipsView } from "./chips.js";
import { atTarget, plays } from "./hand.js";

/** What happened, in large letters on the felt. */
export function overBoard(app) {
  const { state, now, game } = app;
  const won = state.phase === "game-over";
  const ended = lastOf(app);
  const head = won ? whoseMove(app) : ended?.headline ?? now.over;
  const sum = ended?.kind === "over" ? `${inSigns(ended.text)}.` : "";
  return html`<section class="felt over-board" aria-label=${now.over}>
    <p class="where">${now.over}</p>
    <h2>${head}</h2>
    <p>${[won && ended ? `${ended.headline}.` : "", sum, `${plays(now.plays)}.`, atTarget({ now, game })].filter(Boolean).join(" ")}</p>
  </section>`;
}

/** All players' chips, payments, the next dealer; after a game, this evening's wins. */
export function overPlayers(app) {
  const { state, now, game } = app;
  const ended = lastOf(app);
  const isOver = state.phase === "game-over";
  return html`<section class="group over-players" aria-label=${_("Players")}>
    <ul>${state.players.map((player) => html`<li><div><b>${player.name}</b>${note(player, app, ended)}</div>
      ${player.chips === null ? html`<span></span>` : chipsView(player.chips, game.chips, game.look, paid(player, ended))}
      <b class="after">${player.chips ?? ""}</b></li>`)}
      ${game.chips === null ? nothing : html`<li><div><b>${_("Pot")}</b></div><span class="secondary">${ended?.paid ? _("one more from {player}", { player: ended.paid }) : ""}</span>
        <b class="after">${state.pot}</b></li>`}
    </ul>
    ${isOver && now.tally.length ? html`<h3 class="heading">${_("Games won this evening")}</h3>
      <ul>${now.tally.map(([name, games]) => html`<li><div><b>${name}</b></div><span></span><b class="after">${games}</b></li>`)}</ul>` : nothing}
  </section>`;
}

/** For paired phones: deal, new game, and undo; for others, who does it, and the way in. */
export function overNext({ me, now }) {
  if (me.rules) return html`<div class="over-acts">${overActs()}${undoKey()}</div>`;
  return html`${now.deals ? html`<p class="secondary next">${now.standing.move}</p>` : nothing}
    <button type="button" class="button" id="enter-code" @click=${() => openSheet({ kind: "pair" })}>${_("Rule from this phone")}</button>`;
}

/** The row of the current hand that ended it, or null. */
export function lastOf({ plays, state }) {
  const ends = plays.filter(({ kind, hand }) => hand === state.hand && ["bust", "over", "out", "left"].includes(kind));
  return ends[ends.length - 1] ?? null;
}

const paid = ({ name }, ended) => (ended?.paid === name ? 1 : 0);

function note(player, { state, now }, ended) {
  const about = now.beside[player.name];
  if (!about) return nothing;
  const bad = paid(player, ended) || state.losers.includes(player.name);
  return html`<small class=${bad ? "no" : state.winner === player.name ? "mark" : ""}>${about}</small>`;
}
