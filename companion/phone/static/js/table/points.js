// The points of a trick game: a column for each round, the current one underlined, the leader named.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { ownName } from "../owner.js";

/** Everybody's points, round by round. */
export function pointsView(app) {
  const { state, game, rounds, now } = app;
  const count = Math.max(game.rounds ?? 0, rounds.length);
  const columns = Array.from({ length: count }, (none, at) => rounds[at] ?? null);
  const playing = state.phase === "play" ? state.round : 0;
  return html`<section class="trick-points" aria-labelledby="points-title">
    <div class="row"><h2 class="heading large" id="points-title">${_("Points")}</h2><p class="secondary">${game.aim}</p></div>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="points-title"><table>
      <thead><tr><th scope="col">${_("Round")}</th>${columns.map((round, at) => html`<th scope="col" aria-current=${at + 1 === playing ? "true" : nothing}><span>${at + 1}</span></th>`)}<th scope="col">${_("Total")}</th></tr></thead>
      <tbody>${state.players.map((player) => html`<tr><th scope="row"><b class=${ownName(app, player.name)} title=${player.name}>${player.name}</b>${standing(player, app)}</th>
        ${columns.map((round, at) => html`<td class=${at + 1 === playing ? "now" : ""}>${round ? figures(round.points[player.name] ?? 0) : html`<span aria-hidden="true">·</span>`}</td>`)}
        <td><b>${figures(player.points)}</b></td></tr>`)}</tbody></table></div>
    ${now.adds ? html`<p class="secondary">${now.adds}</p>` : nothing}
  </section>`;
}

function standing(player, { state, now }) {
  if (state.winners.includes(player.name)) return html`<small class="mark">${now.beside[player.name]}</small>`;
  const leads = now.leads[player.name];
  return leads ? html`<small class="mark">${leads}</small>` : nothing;
}
