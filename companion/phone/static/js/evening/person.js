// A person's page: what they have won, by season and by game.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, pgettext } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { problemView, waitingView } from "./problem.js";
import { Reading } from "./reading.js";
import { where } from "./where.js";
import { gained } from "./words.js";

export const reading = new Reading();

/** The person that is open, as last received. */
export function personView() {
  const { id, name } = where.person;
  reading.keep(`/people/${encodeURIComponent(id)}`);
  const { answer, problem } = reading;
  return html`<h2 class="heading large opened-title">${answer?.name ?? name}</h2>
    ${answer ? html`<div class="evening column person">${problem ? problemView(reading) : nothing}
        ${totalsView(answer)}${seasonsView(answer)}${gamesView(answer)}</div>`
      : problem ? html`<div class="evening column">${problemView(reading)}</div>` : waitingView()}`;
}

const sum = (seasons, what) => seasons.reduce((all, season) => all + (season[what] ?? 0), 0);

function totalsView({ seasons, run }) {
  const [games, won, calls, miscounts] = ["games", "won", "calls", "miscounts"].map((what) => sum(seasons, what));
  const told = [
    [_("Games won"), _("{won} of {games}", { won, games })],
    [_("Longest run of wins"), run],
    ...(seasons.some(({ net }) => net !== null) ? [[_("Chips won and lost"), gained(sum(seasons, "net"))]] : []),
    ...(calls ? [[_("Right calls"), calls - miscounts], [_("Miscounts"), miscounts]] : []),
  ];
  return html`<section class="group" aria-label=${_("Overall")}><ul>${told.map(([what, figure]) => html`<li><span class="who">${what}</span> <b class="figure">${figure}</b></li>`)}</ul></section>`;
}

function seasonsView({ seasons }) {
  return tableView("seasons", _("By season"), seasons, [
    { title: _("Season"), of: ({ season }) => season },
    { title: _("Evenings"), of: ({ evenings }) => evenings, wide: true },
    { title: pgettext("played", "Games"), of: ({ games }) => games },
    { title: _("Won"), of: ({ won }) => won },
    { title: _("Lost"), of: ({ lost }) => lost, wide: true, when: seasons.some(({ lost }) => lost) },
    { title: _("Chips"), of: ({ net }) => (net === null ? "–" : gained(net)), when: seasons.some(({ net }) => net !== null) },
    { title: _("Miscounts"), of: miscounted, when: seasons.some(({ calls }) => calls) },
  ]);
}

/** Of the calls that were checked, those that were wrong: "1 of 2". */
function miscounted({ miscounts, calls }) {
  if (!calls) return "–";
  return miscounts ? _("{miscounts} of {calls}", { miscounts, calls }) : pgettext("miscounts", "none");
}

function gamesView({ games }) {
  const hasPoints = games.some(({ points }) => points !== null);
  const figure = (value) => (value === null ? "–" : figures(value));
  return tableView("by-game", _("By game"), games, [
    { title: _("Game"), of: ({ title }) => title },
    { title: pgettext("played", "Games"), of: ({ games: count }) => count },
    { title: _("Won"), of: ({ won }) => won },
    { title: _("Points"), of: ({ points }) => figure(points), wide: true, when: hasPoints },
    { title: _("Best"), of: ({ best }) => figure(best), when: hasPoints },
  ]);
}

function tableView(id, heading, rows, all) {
  const [first, ...columns] = all.filter(({ when = true }) => when);
  return html`<section class="group players" aria-labelledby=${id}>
    <h3 class="heading" id=${id}>${heading}</h3>
    <div class="wide-table" role="group" aria-labelledby=${id} tabindex="0"><table>
      <thead><tr><th scope="col">${first.title}</th>${columns.map(({ title, wide }) => html`<th scope="col" class=${wide ? "wide-only" : ""}>${title}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr><th scope="row">${first.of(row)}</th>${columns.map(({ of, wide }) => html`<td class=${wide ? "wide-only" : ""}>${of(row)}</td>`)}</tr>`)}</tbody>
    </table></div>
  </section>`;
}
