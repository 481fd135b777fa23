// The felt of a trick game: the costs, then the trick in order of play, on a desk also the tricks left.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { cardWords, suitWords } from "/shared/js/card-words.js";
import { trickHolder, trickNow, trickPlaces } from "/shared/js/trick.js";
import { capital } from "/shared/js/words.js";
import { cardFace, withSuits } from "../cards.js";

/** The round's costs and the current trick. */
export function trickBoard(app) {
  const { link } = app;
  const isOld = link.is === "lost" || link.is === "off";
  return html`<section class=${`felt trick-board ${isOld ? "old" : ""}`} aria-label="The trick">
    ${costs(app)}
    <div class="row led"><h2 class="heading">${trickNow(app)}</h2><p>${withSuits(trickHolder(app))}</p></div>
    ${trickPlaces(app).length ? html`<ol class=${`trick ${crowd(app.state.players.length)}`}>${trickPlaces(app).map(place)}</ol>` : nothing}
  </section>`;
}

const crowd = (players) => (players > 6 ? "many crowd" : players > 4 ? "many" : "");

function costs({ game, state, now }) {
  const round = `Round ${state.round}${game.rounds ? ` of ${game.rounds}` : ""}`;
  const trick = now.trick && state.phase === "play" ? `, trick ${now.trick.number}${ofAll(state, now)}` : "";
  const { card, beside } = game.card_costs ?? {};
  return html`<p class="where">${round}${trick}</p>
    <div class="costs">${card ? cardFace(card, "tall") : nothing}
      <div><p class="cost" aria-label=${game.costs_said}>${withSuits(beside ?? capital(game.costs))}</p>${lead(state)}</div></div>`;
}

/** A round has as many tricks as each player had cards, whatever revokes or quick scoring there were. */
function ofAll(state, { trick }) {
  const held = Math.max(...state.players.map(({ cards }) => cards));
  const lies = trick.cards.length && !trick.taken;
  const mine = state.players.some(({ name, cards }) => cards === held && !trick.cards.some(({ player }) => player === name));
  const all = trick.number - 1 + held + (lies && !mine ? 1 : 0) + (trick.taken ? 1 : 0);
  return all >= trick.number ? ` of ${all}` : "";
}

function lead({ restricted, broken }) {
  if (!restricted) return nothing;
  const suit = suitWords(restricted);
  return html`<p class="lead">${broken ? `${capital(suit)} may be led now.` : `${capital(suit)} may not be led until one is thrown off.`}</p>`;
}

function place({ name, card, wins, acts, taken }) {
  const says = card ? `${cardWords(card)}${wins ? (taken ? ", takes it" : ", wins so far") : ""}` : acts ? "to play" : "to come";
  return html`<li class=${`${acts ? "moves" : ""} ${wins ? "wins" : ""} ${taken && !wins ? "beaten" : ""}`}>
    <span class="at">${card ? cardFace(card, "tall") : html`<span class="to-come" aria-hidden="true">${acts ? "to play" : ""}</span>`}</span>
    <b title=${name}>${name}</b><span class="unseen">${says}</span></li>`;
}
