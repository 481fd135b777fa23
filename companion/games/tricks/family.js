// The trick games on the page: the trick on the felt and the points beside it; as keys first the suit, then the rank, or the
// points of the whole round at once.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, colon, ngettext, suitLetters } from "/shared/js/language.js";
import { trickPlaces } from "/shared/js/trick.js";
import { figures } from "/shared/js/words.js";
import { app, changed } from "/phone/js/app.js";
import { cardFace, drawText } from "/phone/js/cards.js";
import { wide } from "/phone/js/layout.js";
import { ownName } from "/phone/js/owner.js";
import { askFor, clear, keying, keyRank } from "/phone/js/rule/keying.js";
import { blocked, rankKeys, suitKeys } from "/phone/js/rule/keys.js";
import { checkPoints, overActs, overArea } from "/phone/js/rule/over.js";
import { overNext, overSides } from "/phone/js/table/over.js";
import { playsView } from "/phone/js/table/plays.js";

export const tricks = {
  board,
  sides,
  where: () => html`<span>${app.now.where}${colon}${drawText(app.game.costs)}</span>`,
  area: () => (app.state.phase === "play" ? keys() : overArea()),
  acts: () => (app.state.phase === "play" ? acts() : overActs()),
  laid,
  cards: {
    hasSuit: () => true,
    wanted: _("enter suit and rank, or scan the card"),
    letters: (letters) => _("{letters}, then {suits}, on the keyboard", { letters, suits: [...suitLetters].join(" ") }),
    areCounted: true,
  },
  hasTotal: false,
  shortcuts: () => ({ "=": checkPoints }),
  help: () => ["=", _("check points")],
  call: { figures: 4, ofAllRounds: false }, // below 0 only in a game that says so
  group: _("Tricks"),
  rules: _("What costs points"),
  ways: (count) => ngettext("One trick game", "{n} trick games", count),
  starts: ({ dealer }) => _("Start: {player} deals", { player: dealer }), // a card may lead, and nobody knows whose
  cardTable: false,
  mends: "cards",
  setsByHand: false,
};

/** The felt: the round's costs, then the trick in order of play. */
function board() {
  const { link, now: { trick } } = app;
  const isOld = link.is === "lost" || link.is === "off";
  return html`<section class=${`felt trick-board ${isOld ? "old" : ""}`} aria-label=${_("The trick")}>
    ${costs()}
    <div class="row led"><h2 class="heading">${trick.title}</h2><p>${drawText(trick.says)}</p></div>
    ${trickPlaces(app).length ? html`<ol class=${`trick ${crowd(app.state.players.length)}`}>${trickPlaces(app).map(place)}</ol>` : nothing}
  </section>`;
}

const crowd = (players) => (players > 6 ? "many crowd" : players > 4 ? "many" : "");

function costs() {
  const { game, now } = app;
  const { card, beside } = game.card_costs ?? {};
  return html`<p class="where">${now.where}</p>
    <div class="costs">${card ? cardFace(card, "tall") : nothing}
      <div><p class="cost" aria-label=${game.costs_said}>${drawText(beside ?? game.costs)}</p>${now.trick?.lead ? html`<p class="lead">${now.trick.lead}</p>` : nothing}</div></div>`;
}

function place({ name, card, said, wins, acts: isActing, taken }) {
  const { beside } = app.now;
  const says = card ? said : isActing ? beside[name] : _("to come");
  return html`<li class=${`${isActing ? "moves" : ""} ${wins ? "wins" : ""} ${taken && !wins ? "beaten" : ""}`}>
    <span class="at">${card ? cardFace(card, "tall") : html`<span class="to-come" aria-hidden="true">${isActing ? beside[name] : ""}</span>`}</span>
    <b class=${ownName(app, name)} title=${name}>${name}</b><span class="unseen">${says}</span></li>`;
}

function sides() {
  if (app.now.result) return overSides(app, [points(), playsView(app)]);
  return { left: [overNext(app), wide.matches ? nothing : points()], right: wide.matches ? [points(), playsView(app)] : [playsView(app)] };
}

/** Everybody's points: a column for each round, the current one underlined, the leader named. */
function points() {
  const { state, game, rounds, now } = app;
  const count = Math.max(game.rounds ?? 0, rounds.length);
  const columns = Array.from({ length: count }, (none, at) => rounds[at] ?? null);
  const playing = state.phase === "play" ? state.round : 0;
  return html`<section class="trick-points" aria-labelledby="points-title">
    <div class="row"><h2 class="heading large" id="points-title">${_("Points")}</h2><p class="secondary">${game.aim}</p></div>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="points-title"><table>
      <thead><tr><th scope="col">${_("Round")}</th>${columns.map((round, at) => html`<th scope="col" aria-current=${at + 1 === playing ? "true" : nothing}><span>${at + 1}</span></th>`)}<th scope="col">${_("Total")}</th></tr></thead>
      <tbody>${state.players.map((player) => html`<tr><th scope="row"><b class=${ownName(app, player.name)} title=${player.name}>${player.name}</b>${standing(player)}</th>
        ${columns.map((round, at) => html`<td class=${at + 1 === playing ? "now" : ""}>${round ? figures(round.points[player.name] ?? 0) : html`<span aria-hidden="true">·</span>`}</td>`)}
        <td><b>${figures(player.points)}</b></td></tr>`)}</tbody></table></div>
    ${now.adds ? html`<p class="secondary">${now.adds}</p>` : nothing}
  </section>`;
}

function standing({ name }) {
  const { state, now } = app;
  if (state.winners.includes(name)) return html`<small class="mark">${now.beside[name]}</small>`;
  const leads = now.leads[name];
  return leads ? html`<small class="mark">${leads}</small>` : nothing;
}

/** Whether the round has no tricks: nobody is to act, and no card is led. */
const hasNoTricks = () => app.state.turn === null && !app.state.opens;

/** The keys during a round. The led suit is selected until another is chosen. */
function keys() {
  if (hasNoTricks()) return nothing;
  return html`<div class="keys suits" role="group" aria-label=${_("Suit of the card")}>${suitKeys({ chosen: suitInHand(), tap: choose })}</div>
    <div class="keys ranks" role="group" aria-label=${_("Rank of the card")}>
      ${rankKeys({ keys: app.game.keys, tap: (rank, control) => keyRank(rank + suitInHand(), control, !suitInHand()) })}
      ${rule()}
    </div>`;
}

/** The suit for a rank: the chosen one, else the led one, else "". */
const suitInHand = () => keying.suit ?? app.state.led ?? "";

function choose(suit) {
  clear();
  keying.suit = suit;
  changed();
}

function rule() {
  if (!app.game.restricted || app.state.broken) return nothing;
  return html`<p class="rule-of-suit secondary">${app.now.trick?.lead}</p>`;
}

/** Before the first card of a round its points can be entered; after it, checked. */
function acts() {
  return html`<div class="rule-acts">
    <button type="button" class=${hasNoTricks() ? "main" : "button"} id="enter-points" aria-disabled=${blocked({ cmd: "score" })}
      @click=${() => askFor("score", { kind: "round" })}>${_("Enter points")}</button>
    <button type="button" class="button" id="check" aria-disabled=${blocked({ cmd: "claim" })}
      @click=${checkPoints}>${_("Check points")}</button>
  </div>`;
}

/** The trick in order of play, and who takes it so far, or what is said `instead`; null before its first card. */
function laid(instead) {
  const { trick } = app.now;
  if (!trick?.cards.length) return null;
  return html`<div class="last laid">
    <ol>${trick.cards.map(({ player, card }) => html`<li class=${player === trick.wins ? "wins" : ""}>
      ${cardFace(card)}<span>${player}</span></li>`)}</ol>
    ${instead ?? html`<p class="secondary">${drawText(trick.says)}</p>`}
  </div>`;
}
