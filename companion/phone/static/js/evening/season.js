// A season, or all of them: who has won how often, who owes whom, and the evenings.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, ngettext } from "/shared/js/language.js";
import { ask, changed } from "/phone/js/app.js";
import { wide } from "/phone/js/layout.js";
import { debtsView } from "./debts.js";
import { problemView, waitingView } from "./problem.js";
import { Reading } from "./reading.js";
import { date, large, month } from "./words.js";
import { choose, open, where } from "./where.js";

export const reading = new Reading();

let older = { path: "", evenings: [], more: false, problem: "" }; // what "More" has brought

/** The season that is chosen, as last received. */
export function seasonView(app) {
  const season = where.choice === "ever" ? "ever" : where.season;
  const path = season ? `/evenings?season=${season}` : "/evenings";
  reading.keep(path);
  const { answer, problem } = reading;
  if (!answer) return problem ? html`<div class="evening column">${problemView(reading)}</div>` : waitingView();
  if (older.path !== path) older = { path, evenings: [], more: answer.more, problem: "" };
  const ahead = [problem ? problemView(reading) : nothing, behindView(answer)];
  if (!answer.count) return html`<div class="evening column">${ahead}${answer.behind ? nothing : emptyView()}</div>`;
  const standings = standingsView(answer);
  const debts = answer.debts ? debtsView(answer, reading, app.me.rules) : nothing;
  const evenings = eveningsView(answer);
  if (!wide.matches) return html`<div class="evening column">${ahead}${standings}${debts}${evenings}</div>`;
  return html`<div class="evening"><div class="column">${ahead}${standings}${evenings}</div><div class="column">${debts}</div></div>`;
}

function emptyView() {
  return html`<p class="secondary">${_("Your evenings appear here after the first game.")}</p>`;
}

/** How many games the box has read, while it reads what was played. */
function behindView({ behind }) {
  if (!behind) return nothing;
  const [read, all] = behind;
  return html`<section class="group behind" role="status">
    <p>${all ? _("Reading past games: {read} of {all}", { read: large(read), all: large(all) }) : _("Reading past games")}</p>
    ${all ? barView(read / all) : nothing}
  </section>`;
}

const barView = (share, kind = "") => html`<svg class="bar ${kind}" aria-hidden="true"><rect width=${`${100 * share}%`} height="100%" rx="4"></rect></svg>`;

/** A bar for each person, as long as the games they have won; that of the leader is brass. */
function standingsView({ standings, season, seasons, since, count }) {
  const most = Math.max(1, ...standings.map(({ won }) => won));
  return html`<section class="group won" aria-labelledby="won">
    <div class="row"><h2 class="heading large" id="won">${title(season, seasons)}</h2>${seasonsView(season, seasons)}</div>
    <p class="secondary">${ngettext("{n} evening, since {month}", "{n} evenings, since {month}", count, { month: month(since) })}</p>
    <ol>${standings.map(({ id, name, won, games, calls, miscounts }) => html`<li>
      <button type="button" @click=${() => open({ person: { id, name } })}>
        <span class="row"><b class="who">${name}</b> <b class="figure">${won}</b></span>
        ${won ? barView(won / most, won === most ? "first" : "") : nothing}
        <span class="secondary">${[ngettext("{n} game", "{n} games", games), ...(calls ? [missed(miscounts)] : [])].join(", ")}</span>
      </button></li>`)}</ol>
  </section>`;
}

const missed = (count) => (count ? ngettext("{n} miscount", "{n} miscounts", count) : _("no miscounts"));

function title(season, [newest]) {
  if (season === "ever") return _("Wins overall");
  return season === newest ? _("Wins this season") : _("Wins in {year}", { year: season });
}

/** The other seasons, if there are any. */
function seasonsView(season, seasons) {
  if (season === "ever" || seasons.length < 2) return nothing;
  return html`<label class="select seasons"><span class="unseen">${_("Season")}</span>
    <select @change=${({ target }) => choose({ season: target.value })}>${seasons.map((each) => html`
      <option value=${each} ?selected=${each === season}>${each}</option>`)}</select></label>`;
}

/** The evenings, the newest first: when, what was played, and who won most. */
function eveningsView({ evenings, more }) {
  const last = evenings.length ? evenings[evenings.length - 1].number : 0;
  const all = [...evenings, ...older.evenings.filter(({ number }) => number < last)];
  const isMore = older.evenings.length ? older.more : more;
  return html`<section class="group evenings" aria-labelledby="evenings">
    <h2 class="heading large" id="evenings">${_("Evenings")}</h2>
    <ul>${all.map(({ number, start, games, winners, missing }) => html`<li>
      <button type="button" @click=${() => open({ evening: { number, start } })}>
        <span class="row"><b class="who">${date(start)}</b> <b class="winners">${winners.join(", ")}</b></span>
        <span class="secondary">${played(games)}</span>
        ${missing ? html`<span class="damaged">${ngettext("damaged: {n} entry missing", "damaged: {n} entries missing", missing)}</span>` : nothing}
      </button></li>`)}</ul>
    ${older.problem ? html`<p role="status">${older.problem}</p>` : nothing}
    ${isMore ? html`<button type="button" class="button more-evenings" @click=${() => moreAfter(all[all.length - 1].number)}>${_("Older evenings")}</button>` : nothing}
  </section>`;
}

/** "4 games: Ninety-nine 3×, Rummy". */
function played(games) {
  if (!games.length) return _("no game");
  const titles = [...new Set(games)].map((each) => [each, games.filter((other) => other === each).length]);
  const told = titles.length === 1 ? titles[0][0] : titles.map(([each, count]) => (count > 1 ? `${each} ${count}×` : each)).join(", ");
  return ngettext("{n} game: {titles}", "{n} games: {titles}", games.length, { titles: told });
}

async function moreAfter(number) {
  const into = older;
  const answer = await ask(`${into.path}${into.path.includes("?") ? "&" : "?"}before=${number}`);
  if (into !== older) return;
  if (answer.problem) older.problem = answer.problem;
  else if (into.evenings.every((each) => each.number !== answer.evenings[0]?.number)) {
    older = { ...into, evenings: [...into.evenings, ...answer.evenings], more: answer.more, problem: "" };
  }
  changed();
}
