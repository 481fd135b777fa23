// The games of the evening, each a strip with a lane a person: how high a lane is filled are the chips or the points.

import { html, nothing, svg } from "/shared/lib/lit-html/lit-html.js";
import { _, ngettext, pgettext } from "/shared/js/language.js";
import { clock, figures } from "/shared/js/words.js";
import { changed } from "/phone/js/app.js";
import { hasLargeLetters, wide } from "/phone/js/layout.js";

const SHOWN = 3; // strips until all are asked for
const FEW = 4; // people: their lanes are higher
const FULL = 76; // % of a lane's height that most chips fill
const TICKS = { wide: 20, usual: 5, large: 3 }; // at most

const listed = new Set(); // the games that are shown as lists as well, by their start
const whole = new Set(); // the evenings of which all games are shown, by their start

/** The strips of all games, the newest one first; `me` is whose phone it is. */
export function stripsView({ start, games }, me) {
  const newestFirst = games.map((game, at) => ({ game, at })).reverse();
  const shown = whole.has(start) ? newestFirst : newestFirst.slice(0, SHOWN);
  const all = () => {
    whole.add(start);
    changed();
  };
  return html`<div class="strips">${shown.map(({ game, at }, place) => stripView(game, at, { isFirst: !place, own: me.player }))}</div>
    ${shown.length < games.length ? html`<button type="button" class="button all-strips" @click=${all}>${ngettext("All {n} game", "All {n} games", games.length)}</button>` : nothing}`;
}

function stripView(game, at, { isFirst, own }) {
  const id = `game-${at}`;
  const isListed = listed.has(game.start);
  const turn = () => {
    if (!listed.delete(game.start)) listed.add(game.start);
    changed();
  };
  const most = hasLargeLetters() ? TICKS.large : isFirst && wide.matches ? TICKS.wide : TICKS.usual;
  return html`<section class="group strip" aria-labelledby=${id}>
    <div class="row"><h3 class="heading" id=${id}>${game.title}</h3><p class="secondary">${stands(game)}</p></div>
    <button type="button" class=${game.lanes.length > FEW ? "lanes" : "lanes few"} aria-expanded=${String(isListed)} @click=${turn}>
      <span class="unseen">${_("{sentence} As a list", { sentence: game.sentence })}</span><span class="drawn" aria-hidden="true">${lanesView(game, most, own)}</span></button>
    ${isListed ? listView(game, id) : nothing}
  </section>`;
}

/** "on now, hand 20", "Cy wins, 23 busts". */
function stands({ stands: how, ended, steps, hands, counts, lanes }) {
  if (how === "given up") return _("abandoned");
  if (how === "over") return counts === "players" ? ended : `${ended}, ${played(steps, lanes[0].values.length - 1)}`;
  return { hands: _("in progress, hand {n}", { n: hands }), busts: _("in progress"), rounds: _("in progress, round {n}", { n: hands }) }[steps];
}

function played(steps, count) {
  if (steps === "hands") return ngettext("{n} hand", "{n} hands", count);
  return steps === "rounds" ? ngettext("{n} round", "{n} rounds", count) : ngettext("{n} bust", "{n} busts", count);
}

/** What the numbers below the lanes count. */
const counted = (steps) => ({ hands: _("hand"), busts: _("bust"), rounds: _("round") }[steps]);

/** A name, its lane and a figure for each person, and below them the numbers of the steps. */
function lanesView({ lanes, steps, counts }, most, own) {
  const known = lanes.flatMap(({ values }) => values.filter((value) => value !== null));
  const scale = { last: Math.max(1, lanes[0].values.length - 1), low: Math.min(0, ...known), high: Math.max(1, ...known), early: counts === "points" };
  const ticks = ticksOf(lanes[0].values.length - 1, most);
  const across = (step) => `${(100 * step) / scale.last}%`;
  const kind = ({ name, end }) => `${name === own ? "own" : ""} ${["out", "left"].includes(end) ? "gone" : ""}`;
  return html`${lanes.map((lane) => html`<b class="name ${kind(lane)}">${lane.name}</b>
      <svg class="lane ${kind(lane)}">
        ${ticks.map((step) => svg`<line class="tick" x1=${across(step)} x2=${across(step)} y1="0" y2="100%"></line>`)}
        <line class="foot" x1="0" x2="100%" y1="100%" y2="100%"></line>
        ${laneView(lane, scale, across)}
      </svg>
      <span class="now ${kind(lane)}">${now(lane, counts)}</span>`)}
    ${ticks.length ? html`<span class="counted">${counted(steps)}</span>
      <svg class="steps">${ticks.map((step) => svg`<text x=${across(step)} y="50%">${step}</text>`)}</svg><span></span>` : nothing}`;
}

/** The steps that have a number: every one, or every so many. */
function ticksOf(last, most) {
  const every = [1, 2, 5, 10, 20, 50, 100, 200].find((each) => last / each <= most) ?? last;
  return Array.from({ length: Math.floor(last / every) }, (_, at) => (at + 1) * every);
}

/** The fill of a lane, the line above it, and a cross where the player went out. Chips go at a step's end, points are all of it. */
function laneView({ values, end }, { last, low, high, early }, across) {
  const up = (value) => 100 - (FULL * (value - low)) / (high - low);
  const drawn = runs(values).map(({ from, to }, at, { length }) => {
    const begins = from ? from - 0.5 : 0; // who joins does so between two steps
    const line = values.slice(from + 1, to + 1).map((value, step) => (early ? `V${up(value)}H${from + step + 1}` : `H${from + step + 1}V${up(value)}`)).join("");
    const isLast = at === length - 1;
    return {
      line: `M${begins} ${up(values[from + (early && to > from ? 1 : 0)])}${line}H${values.length === 1 ? last : to}`,
      foot: `V${up(0)}H${begins}Z`,
      out: isLast && to === values.length - 1 ? ["out", "lost"].includes(end) : !(isLast && end === "left"),
      to,
    };
  });
  return svg`<svg viewBox="0 0 ${last} 100" preserveAspectRatio="none" width="100%" height="100%">
      ${drawn.map(({ line, foot }) => svg`<path class="fill" d="${line}${foot}"></path><path class="line" d=${line}></path>`)}
    </svg>
    ${drawn.filter(({ out }) => out).map(({ to }) => svg`<svg class="cross" x=${across(to)} y="100%"><path d="M-4-9l8 8m0-8l-8 8"></path></svg>`)}`;
}

/** The stretches in which a player was there. */
function runs(values) {
  const found = [];
  values.forEach((value, at) => {
    if (value === null) return;
    if (at && values[at - 1] !== null) found[found.length - 1].to = at;
    else found.push({ from: at, to: at });
  });
  return found;
}

/** What stands at the end of a lane: what the player has, or what became of them. */
function now({ values, end }, counts) {
  if (end) return became(end);
  return counts === "players" ? "" : html`<b>${figures(values[values.length - 1])}</b>`;
}

const became = (end) => ({ out: pgettext("player", "out"), left: pgettext("player", "left"), lost: _("lost"), won: pgettext("player", "won") }[end]);

/** A row for each step, and when the game was. */
function listView({ lanes, steps, counts, start, end, stands: how }, id) {
  const from = clock(start * 1000);
  const cell = ({ values, end: ended }, at) => {
    if (values[at] === null) return "–";
    if (counts !== "players") return figures(values[at]);
    return ended && (values[at + 1] ?? null) === null ? became(ended) : pgettext("player", "in");
  };
  return html`<p class="secondary when">${how === "on" ? _("since {from}", { from }) : _("{from} to {end}", { from, end: clock(end * 1000) })}</p>
    <div class="listed" tabindex="0" role="group" aria-labelledby=${id}><table>
      <thead><tr><th scope="col">${counted(steps)}</th>${lanes.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${lanes[0].values.map((_value, at) => html`<tr><th scope="row">${at || _("start")}</th>${lanes.map((lane) => html`<td>${cell(lane, at)}</td>`)}</tr>`)}</tbody>
    </table></div>`;
}
