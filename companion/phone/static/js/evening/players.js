// The players' records of an evening.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, language, pgettext } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";

/** A row a player; on a phone the columns that matter, on a desk all of them. */
export function playersView({ players, games }) {
  const columns = columnsOf(players, games);
  return html`<section class="group players" aria-labelledby="players">
    <h3 class="heading" id="players">${_("Players")}</h3>
    <div class="wide-table" role="group" aria-label=${_("How each player did")} tabindex="0"><table>
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
  const mayBust = games.some((game) => game.steps !== "rounds");
  const told = [
    { title: _("Chips"), of: ({ chips }) => figure(chips), when: players.some(({ chips }) => chips !== null) },
    { title: _("Points"), of: ({ points }) => figure(points), when: players.some(({ points }) => points !== null) },
    { title: _("Won"), of: ({ wins }) => wins, wide: has("chips") || has("points") },
    { title: _("Busts"), of: ({ busts }) => busts, when: mayBust },
    { title: _("Tricks"), of: ({ tricks: taken }) => taken, when: has("tricks"), wide: mayBust },
    { title: _("Plays"), of: ({ plays }) => plays, when: has("plays"), wide: true },
    { title: _("Reversals"), of: ({ reversals }) => reversals, when: mayBust, wide: true },
    { title: _("Revokes"), of: ({ revokes }) => revokes, when: has("revokes"), wide: true },
    { title: _("Miscounts"), of: miscounts },
    { title: _("Seconds a turn"), of: ({ seconds }) => (seconds === null ? "–" : tenths.format(seconds)), when: has("seconds"), wide: true },
    { title: _("Seconds a call"), of: ({ call_seconds: seconds }) => (seconds === null ? "–" : tenths.format(seconds)), when: has("call_seconds"), wide: true },
  ];
  return told.filter(({ when = true }) => when);
}

const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const figure = (value) => (value === null ? "–" : figures(value));

/** Of the calls that were checked, those that were wrong: "1 of 2". */
function miscounts({ miscounts: wrong, calls }) {
  return wrong ? _("{miscounts} of {calls}", { miscounts: wrong, calls }) : pgettext("miscounts", "none");
}
