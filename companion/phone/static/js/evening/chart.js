// Chips over the evening, or the points of a trick game: a line a player, and the same as a list.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { changed } from "/phone/js/app.js";
import { chart } from "/phone/js/charts.js";
import { wide } from "/phone/js/layout.js";

const HEIGHT = { wide: 400, phone: 300 }; // px
const asList = new Set(); // places of the charts that are shown as lists

/** The chart at one `place` among those of the evening. */
export function chartView(told, place) {
  const isListed = asList.has(place);
  const turn = () => {
    if (!asList.delete(place)) asList.add(place);
    changed();
  };
  return html`<div class="plot">
    ${isListed ? listView(told) : chart({ ...drawn(told), height: wide.matches ? HEIGHT.wide : HEIGHT.phone, label: told.sentence })}
    <button type="button" class="button as-list" aria-pressed=${String(isListed)} @click=${turn}>${isListed ? _("As a chart") : _("As a list")}</button>
  </div>`;
}

/** One game has its hands counted below; between several the lines are broken and the games are named. */
function drawn({ columns, lines, steps }) {
  const games = columns[columns.length - 1].game;
  if (columns[0].game === games) return { series: lines, below: played(steps) };
  const begins = columns.flatMap(({ game }, at) => (at && columns[at - 1].game !== game ? [at] : []));
  const broken = (values, gap) => values.flatMap((value, at) => (begins.includes(at) ? [gap, value] : [value]));
  const ticks = (words) => broken(columns.map(({ game }, at) => (begins.includes(at) ? words(game) : "")), "").slice(1);
  return {
    series: lines.map(({ name, values }) => ({ name, values: broken(values, null) })),
    ticks: ticks(gameWords), shortTicks: ticks(String),
  };
}

/** What stands below the numbers of the steps. */
const played = (steps) => ({ hands: _("hands played"), busts: _("busts played"), rounds: _("rounds played") }[steps]);

const gameWords = (game) => _("game {game}", { game });

/** Whether a game begins with the point at that place. */
const begins = (columns, at) => columns[at].game !== columns[at - 1]?.game;

/** A row for each point of the chart; where a game begins a line stands above it. */
function listView({ columns, lines, steps }) {
  const first = { hands: _("Hand"), busts: _("Bust"), rounds: _("Round") }[steps];
  return html`<div class="listed" tabindex="0" role="group" aria-label=${_("The chart as a list")}><table>
    <thead><tr><th scope="col">${first}</th>${lines.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${columns.map(({ game, label }, at) => html`<tr class=${at && begins(columns, at) ? "begins" : ""}>
      <th scope="row">${!begins(columns, at) ? label : columns[columns.length - 1].game > 1 ? gameWords(game) : _("start")}</th>
      ${lines.map(({ values }) => html`<td>${values[at] ?? "–"}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}
