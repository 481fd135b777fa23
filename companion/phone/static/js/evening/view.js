// The tab of the evening: who is ahead, the games as strips, who pays whom, the players' records, and the export.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, language, ngettext } from "/shared/js/language.js";
import { clock } from "/shared/js/words.js";
import { wide } from "/phone/js/layout.js";
import { pairView } from "/phone/js/pair/view.js";
import { everView, playersView } from "./players.js";
import { keepRead, readAgain, reading } from "./reading.js";
import { settleView } from "./settle.js";
import { stripsView } from "./strips.js";

/** The evening as last received; requests it when due. */
export function eveningView(app) {
  keepRead();
  const { evening, problem, closed } = reading;
  if (closed) return closedView();
  if (!evening) return problem ? html`<div class="evening column">${problemView(problem)}</div>` : html`<p class="secondary">${_("Asking the box")}</p>`;
  if (!evening.games.length) return emptyView(evening.ahead.title, problem);
  const ahead = [problem ? problemView(problem) : nothing, aheadView(evening, app), stripsView(evening, app.me)];
  const settle = [evening.settled ? settleView(evening.settled) : nothing, tallyView(evening)];
  const players = playersView(evening);
  const others = [everView(evening), repairedView(evening), saveView(), verifiedView(evening)];
  if (!wide.matches) return html`<div class="evening column">${ahead}${settle}${players}${others}</div>`;
  return html`<div class="evening"><div class="column">${ahead}${players}</div><div class="column">${settle}${others}</div></div>`;
}

function aheadView(evening, app) {
  return html`<section class="group ahead" aria-labelledby="ahead">
    <div class="row">
      <h2 class="heading large" id="ahead">${evening.ahead.title} <span class="by">${evening.ahead.by}</span></h2>
      <p class="secondary day">${day(evening)}${asOf(app)}</p>
    </div>
    <p class="secondary">${evening.ahead.text}</p>
  </section>`;
}

/** What lost games and exact totals cost everybody. */
function tallyView({ tally }) {
  if (!tally.length) return nothing;
  return html`<section class="group tally" aria-labelledby="tally">
    <h3 class="heading" id="tally">${_("Tally")}</h3>
    <ul>${tally.map(({ name, counts }) => html`<li><b class="who">${name}</b>
      <span class="figure">${counts.map(({ text, count }) => html`<span>${text} <b>${count}×</b></span>`)}</span></li>`)}</ul>
  </section>`;
}

/** What went wrong between the table and the box: what to look after, the reader or the counting. */
function repairedView({ repaired = [] }) {
  if (!repaired.length) return nothing;
  return html`<section class="group repaired" aria-labelledby="repaired">
    <h3 class="heading" id="repaired">${_("Table and box")}</h3>
    <ul>${repaired.map(({ text }) => html`<li>${text}</li>`)}</ul>
  </section>`;
}

/** If all games of the journal are whole, or which one is damaged. */
function verifiedView({ verified = [] }) {
  return verified.map((text) => html`<p class="secondary verified">${text}</p>`);
}

function saveView() {
  return html`<div class="save">
    <a class="button" href="/evening.csv" download>${_("Save as CSV")}</a>
    <a class="button" href="/evening.json" download>${_("Save as JSON")}</a>
  </div>`;
}

/** What the evening is, for a phone that is not paired, and the code right there. */
function closedView() {
  return html`<div class="evening closed column">
    <section class="group">
      <h2 class="heading large">${_("The evening is for who plays")}</h2>
      <p class="secondary">${_("Who is ahead, who pays whom, and how everybody played, with times and miscounts. The code on the box opens it for this phone.")}</p>
    </section>
    ${pairView()}
  </div>`;
}

function emptyView(title, problem) {
  return html`<div class="evening column">
    <section class="group">
      <h2 class="heading large">${title}</h2>
      <p class="secondary">${_("Chips, wins and miscounts of everybody gather here from the first game on.")}</p>
    </section>
    ${problem ? problemView(problem) : nothing}
  </div>`;
}

function problemView(problem) {
  return html`<section class="group problem" role="status">
    <p>${problem}</p>
    <button type="button" class="button" @click=${readAgain}>${_("Ask again")}</button>
  </section>`;
}

/** "Friday, 3 games, 12 people". */
function day({ start, games, players }) {
  const weekday = new Date(start * 1000).toLocaleDateString(language, { weekday: "long" });
  return [weekday, ngettext("{n} game", "{n} games", games.length), ngettext("{n} person", "{n} people", players.length)].join(", ");
}

/** Figures that may be old say of when they are. */
function asOf({ link }) {
  return link.is === "live" ? "" : `, ${_("as it was at {time}", { time: clock(reading.at) })}`;
}
