// The sheet of a points game: rounds downwards, the running total large, the round's points small, a dot where somebody dealt.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, pgettext } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { ownName } from "../owner.js";
import { correctRound } from "../rule/openers.js";
import { signed } from "../words.js";

/** The sheet; with `few` only so many of the newest rounds, and below them the standing. */
export function roundsView(app, few = Infinity) {
  const { state, rounds, game } = app;
  const shown = rounds.slice(Math.max(0, rounds.length - few));
  return html`<section class="rounds" aria-labelledby="rounds-title">
    <div class="row"><h2 class="heading large" id="rounds-title">${_("Points")}</h2><p class="secondary">${game.aim}</p></div>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="rounds-title"><table>
      <thead><tr><th scope="col"><span class="unseen">${_("Round")}</span></th>${state.players.map(({ name }) => html`
        <th scope="col" class=${ownName(app, name)} title=${name}>${name}</th>`)}</tr></thead>
      <tbody>${shown.map((round) => html`<tr><th scope="row">${number(round, app)}</th>${state.players.map(({ name }) => cell(round, name))}</tr>`)}</tbody>
      <tfoot><tr><th scope="row">${pgettext("sheet", "total")}</th>${state.players.map((player) => standing(player, app))}</tr></tfoot>
    </table></div>
    ${few === Infinity && shown.length ? html`<p class="secondary"><i class="dealt" aria-hidden="true"></i>${_("dealt")}</p>` : nothing}
  </section>`;
}

/** The number of a round; on a phone that may rule a tap on it corrects the round. */
function number({ round }, { me }) {
  if (!me.rules) return round;
  return html`<button type="button" class="round" aria-label=${_("Correct round {round}", { round })} @click=${() => correctRound(round)}>${round}</button>`;
}

/** Somebody who has left has no figures from then on. */
function cell({ dealer, points, standings }, name) {
  if (points[name] === undefined) return html`<td><span aria-hidden="true">·</span></td>`;
  return html`<td><b>${figures(standings[name])}</b> <small>${dealer === name ? html`<i class="dealt" aria-hidden="true"></i><span class="unseen">${_("dealt")}, </span>` : nothing}${signed(points[name])}</small></td>`;
}

/** The total, and below it how far it is from the best one, in words: "+4" is always what a round brought. */
function standing(player, { state, now }) {
  const best = state.players.find(({ name }) => name === now.best[0]).points;
  const leads = now.leads[player.name];
  const won = state.winners.includes(player.name);
  const below = won || !player.in ? now.beside[player.name] : leads ?? (player.points === best ? "" : _("{points} behind", { points: Math.abs(player.points - best) }));
  return html`<td class=${won || (leads && !state.winners.length) ? "mark" : ""}><b>${figures(player.points)}</b> <small>${below}</small></td>`;
}
