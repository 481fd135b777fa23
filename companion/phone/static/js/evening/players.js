// The players' records of this evening, and their lifetime wins.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, language, ngettext, pgettext } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";

/** A row a player; on a phone the columns that matter, on a desk all of them. */
export function playersView({ players, games }) {
  const columns = columnsOf(players, games);
  return html`<section class="group players" aria-labelledby="players">
    <h3 class="heading" id="players">${_("Players")}</h3>
    <div class="wide-table" role="group" aria-label=${_("What everybody did")} tabindex="0"><table>
      <thead><tr><th scope="col">${_("Name")}</th>${columns.map(({ title, wide }) => html`
        <th scope="col" class=${wide ? "wide-only" : ""}>${title}</th>`)}</tr></thead>
      <tbody>${players.map((player) => html`<tr>
        <th scope="row">${player.name}${player.here ? nothing : html` <span class="secondary">${_("not playing now")}</span>`}</th>
        ${columns.map(({ of, wide }) => html`<td class=${wide ? "wide-only" : ""}>${of(player)}</td>`)}</tr>`)}</tbody>
    </table></div>
  </section>`;
}

function columnsOf(players, games) {
  const has = (what) => players.some((player) => player[what]);
  const adding = games.some((game) => game.steps !== "rounds");
  const told = [
    { title: _("Chips"), of: ({ chips }) => figure(chips), when: players.some(({ chips }) => chips !== null) },
    { title: _("Points"), of: ({ points }) => figure(points), when: players.some(({ points }) => points !== null) },
    { title: _("Won"), of: ({ wins }) => wins, wide: has("chips") || has("points") },
    { title: _("Busts"), of: ({ busts }) => busts, when: adding },
    { title: _("Tricks"), of: ({ tricks: taken }) => taken, when: has("tricks"), wide: adding },
    { title: _("Plays"), of: ({ plays }) => plays, when: has("plays"), wide: true },
    { title: _("Reversals"), of: ({ reversals }) => reversals, when: adding, wide: true },
    { title: _("Revokes"), of: ({ revokes }) => revokes, when: has("revokes"), wide: true },
    { title: _("Miscounts"), of: miscounts },
    { title: _("Seconds a turn"), of: ({ seconds }) => (seconds === null ? "–" : tenths.format(seconds)), when: has("seconds"), wide: true },
  ];
  return told.filter(({ when = true }) => when);
}

const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const figure = (value) => (value === null ? "–" : figures(value));

/** Of the calls that were checked, those that were wrong: "1 of 2". */
function miscounts({ miscounts: wrong, calls }) {
  return wrong ? _("{miscounts} of {calls}", { miscounts: wrong, calls }) : pgettext("miscounts", "none");
}

/** The wins of the players at the table on all evenings; left out on the first one, where the table above has them. */
export function everView({ players }) {
  const known = players.filter(({ ever }) => ever);
  if (!known.some(({ ever }) => ever.evenings > 1)) return nothing;
  return html`<section class="group ever" aria-labelledby="ever">
    <h3 class="heading" id="ever">${_("On all evenings")}</h3>
    <ul>${known.map(({ name, ever }) => html`<li>
      <span class="who"><b>${name}</b> <span class="secondary">${ngettext("{n} evening, since {month}", "{n} evenings, since {month}", ever.evenings, { month: month(ever.since) })}</span></span>
      <span class="figure"><b>${_("{won} of {games}", ever)}</b> <span class="secondary">${pgettext("caption", "won")}</span></span></li>`)}</ul>
  </section>`;
}

/** "March", with the year if it is another one. */
function month(since) {
  const then = new Date(since * 1000);
  const isThisYear = then.getFullYear() === new Date().getFullYear();
  return then.toLocaleDateString(language, { month: "long", ...(isThisYear ? {} : { year: "numeric" }) });
}
