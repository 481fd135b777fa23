// The chart of the hand: a step for each play, the bust line, reversals; also as a list.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { cardWords } from "/shared/js/card-words.js";
import { _, ngettext, pgettext } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { changed } from "/phone/js/app.js";
import { chart } from "/phone/js/charts.js";
import { wide } from "/phone/js/layout.js";
import { plays, times } from "/phone/js/table/over.js";

const LOW = 112; // px: with its button the chart ends above the tabs of a phone
const HIGH = 190;

let asList = false;

/** The current hand, from its first total on. */
export function handView(app) {
  const { state, game, now } = app;
  const { rows, start, values, marks } = curveOf(app);
  const signs = signsOf([...new Set([...state.players, ...rows.map(({ player }) => ({ name: player ?? "" }))].map(({ name }) => name))]);
  const turn = () => {
    asList = !asList;
    changed();
  };
  return html`<section class="hand" aria-labelledby="hand-title">
    <div class="row"><h2 class="heading" id="hand-title">${_("This hand")}</h2>
      <p class="secondary">${plays(now.plays)}${marks.length ? html`, <svg class="triangle" viewBox="0 0 12 10" aria-hidden="true"><path d="M6 0L12 10H0Z"></path></svg> ${ngettext("{n} reversal", "{n} reversals", marks.length)}` : nothing}</p></div>
    ${asList ? list(start, rows) : chart({
      values,
      target: game.target,
      marks,
      ticks: wide.matches ? rows.map(({ player }) => signs.get(player ?? "")) : null,
      height: wide.matches ? HIGH : LOW,
      label: sentence(values, app),
    })}
    <button type="button" class="button as-list" @click=${turn}>${asList ? _("As a chart") : _("As a list")}</button>
  </section>`;
}

/** The totals of the current hand: its `rows`, the first total (`start`), all `values`, and after which of them play was turned. */
export function curveOf(app) {
  const rows = app.plays.filter((row) => row.hand === app.state.hand && row.kind === "play" && Number.isInteger(row.total));
  const start = startOf(app, rows);
  const marks = rows.flatMap(({ turns }, at) => (turns ? [at + 1] : []));
  return { rows, start, values: [start, ...rows.map(({ total }) => total)], marks };
}

/**
 * What stands for each of `names` below its plays: the first sign, a picture though it is written as two; with the
 * sign that sets it apart from those who share the first, or with its place where there is none.
 */
function signsOf(names) {
  return new Map(names.map((name, place) => {
    const [first = "", ...rest] = name;
    const sharing = names.filter((other) => other !== name && [...other][0] === first).map((other) => [...other].slice(1));
    if (!sharing.length) return [name, first];
    return [name, first + (rest.find((sign, at) => sign !== " " && sharing.every((other) => other[at] !== sign)) ?? place + 1)];
  }));
}

/** The hand's first total: that of the up-card, else 0. */
function startOf({ plays: all, state }, rows) {
  const deal = all.find(({ kind, hand }) => kind === "deal" && hand === state.hand);
  return deal?.total ?? (rows.length || !Number.isInteger(state.total) ? 0 : state.total);
}

/** The chart in words: "From 0 to 97 in 17 plays, 99 twice." */
function sentence(values, { game, now }) {
  const [first, last] = [values[0], values[values.length - 1]].map(figures);
  const fields = { first, last, plays: plays(values.length - 1) };
  if (!now.twice) return _("From {first} to {last} in {plays}.", fields);
  return _("From {first} to {last} in {plays}, {target} {times}.", { ...fields, target: game.target, times: times(now.twice) });
}

function list(start, rows) {
  return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="hand-title"><table class="list"><thead><tr><th scope="col">${_("Play")}</th><th scope="col">${_("Who")}</th><th scope="col">${_("Card")}</th><th scope="col">${_("Total")}</th></tr></thead>
    <tbody><tr><td>${_("start")}</td><td></td><td></td><td>${figures(start)}</td></tr>
      ${rows.map(({ player, cards, total, turns }, at) => html`<tr><td>${at + 1}</td><td>${player}</td>
        <td>${cards.map(cardWords).join(", ")}${turns ? `, ${pgettext("play", "turns")}` : ""}</td><td>${figures(total)}</td></tr>`)}</tbody></table></div>`;
}
