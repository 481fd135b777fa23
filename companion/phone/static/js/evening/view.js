// The tab of the evening: tonight, a season, or all of them. An evening is who is ahead, the games as strips, who pays whom,
// the players' records, and the export.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, ngettext } from "/shared/js/language.js";
import { clock } from "/shared/js/words.js";
import { wide } from "/phone/js/layout.js";
import { pairView } from "/phone/js/pair/view.js";
import { personView, reading as person } from "./person.js";
import { playersView } from "./players.js";
import { problemView, waitingView } from "./problem.js";
import { Reading } from "./reading.js";
import { reading as season, seasonView } from "./season.js";
import { settleView } from "./settle.js";
import { shareButton } from "./share.js";
import { stripsView } from "./strips.js";
import { back, choose, where } from "./where.js";
import { date } from "./words.js";

const tonight = new Reading();
const past = new Reading();

/** What is chosen, or what was opened there. */
export function eveningView(app) {
  const [shown, view] = where.person ? [person, openedView(personView())]
    : where.evening ? [past, openedView(pastView(app))]
      : where.choice === "tonight" ? [tonight, html`${choicesView()}${tonightView(app)}`]
        : [season, html`${choicesView()}${seasonView(app)}`];
  return shown.closed ? closedView() : view;
}

function choicesView() {
  const choices = { tonight: _("Tonight"), season: _("Season"), ever: _("All time") };
  return html`<div class="when-played" role="group" aria-label=${_("Evenings")}>${Object.entries(choices).map(([choice, name]) => html`
    <button type="button" class="button" aria-pressed=${String(choice === where.choice)} @click=${() => choose({ choice, season: "" })}>${name}</button>`)}</div>`;
}

const openedView = (view) => html`<button type="button" class="button evening-back" @click=${back}>‹ ${_("All evenings")}</button>${view}`;

function tonightView(app) {
  tonight.keep("/evening");
  return readView(tonight, app, "");
}

/** The evening that was opened in a season. */
function pastView(app) {
  const { number, start } = where.evening;
  const query = `?number=${number}`;
  past.keep(`/evening${query}`);
  return html`<h2 class="heading large opened-title">${date(start)}</h2>${readView(past, app, query)}`;
}

/** An evening as last received; its files have this `query`. */
function readView(reading, app, query) {
  const { answer: evening, problem } = reading;
  const trouble = problem ? problemView(reading) : nothing;
  if (!evening) return problem ? html`<div class="evening column">${trouble}</div>` : waitingView();
  if (!evening.games.length) return emptyView(evening.ahead.title, trouble);
  const ahead = [trouble, aheadView(evening, query ? "" : date(evening.start), asOf(reading, app)), stripsView(evening, app.me)];
  const settle = [evening.settled ? settleView(evening) : nothing, tallyView(evening)];
  const players = playersView(evening);
  const others = [repairedView(evening), saveView(query, query ? where.evening.number : undefined), query ? nothing : verifiedView(evening)];
  if (!wide.matches) return html`<div class="evening column">${ahead}${settle}${players}${others}</div>`;
  return html`<div class="evening"><div class="column">${ahead}${players}</div><div class="column">${settle}${others}</div></div>`;
}

/** Who is ahead; without `when` below the evening's own heading. */
function aheadView(evening, when, asOf) {
  return html`<section class="group ahead" aria-labelledby="ahead">
    <div class="row">
      <h2 class="heading large" id="ahead">${evening.ahead.title} <span class="by">${evening.ahead.by}</span></h2>
      <p class="secondary day">${when ? `${when}, ` : ""}${counts(evening)}${asOf}</p>
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

function saveView(query, number) {
  return html`<div class="save">
    ${shareButton(number)}
    <a class="button" href=${`/evening.csv${query}`} download>${_("Save as CSV")}</a>
    <a class="button" href=${`/evening.json${query}`} download>${_("Save as JSON")}</a>
  </div>`;
}

/** What the evening is, for a phone that is not paired, and the code right there. */
function closedView() {
  return html`<div class="evening closed column">
    <section class="group">
      <h2 class="heading large">${_("The evening is for players only")}</h2>
      <p class="secondary">${_("See who is ahead, who pays whom and how each player did, with times and miscounts. Enter the code from the box to open it on this phone.")}</p>
    </section>
    ${pairView()}
  </div>`;
}

function emptyView(title, trouble) {
  return html`<div class="evening column">
    <section class="group">
      <h2 class="heading large">${title}</h2>
      <p class="secondary">${_("Each player’s chips, wins and miscounts appear here after the first game.")}</p>
    </section>
    ${trouble}
  </div>`;
}

/** "3 games, 12 people". */
function counts({ games, players }) {
  return [ngettext("{n} game", "{n} games", games.length), ngettext("{n} person", "{n} people", players.length)].join(", ");
}

/** Figures that may be old say of when they are. */
function asOf(reading, { link }) {
  return link.is === "live" ? "" : `, ${_("as it was at {time}", { time: clock(reading.at) })}`;
}
