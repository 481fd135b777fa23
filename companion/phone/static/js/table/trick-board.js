// The felt of a trick game: the costs, then the trick in order of play, on a desk also the tricks left.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { cardWords } from "/shared/js/card-words.js";
import { _ } from "/shared/js/language.js";
import { trickHolder, trickNow, trickPlaces } from "/shared/js/trick.js";
import { cardFace, drawText } from "../cards.js";
import { roundWords } from "../words.js";

/** The round's costs and the current trick. */
export function trickBoard(app) {
  const { link } = app;
  const isOld = link.is === "lost" || link.is === "off";
  return html`<section class=${`felt trick-board ${isOld ? "old" : ""}`} aria-label=${_("The trick")}>
    ${costs(app)}
    <div class="row led"><h2 class="heading">${trickNow(app)}</h2><p>${drawText(trickHolder(app))}</p></div>
    ${trickPlaces(app).length ? html`<ol class=${`trick ${crowd(app.state.players.length)}`}>${trickPlaces(app).map((each) => place(each, app.now))}</ol>` : nothing}
  </section>`;
}

const crowd = (players) => (players > 6 ? "many crowd" : players > 4 ? "many" : "");

function costs({ game, state, now }) {
  const where = [roundWords(state, game), now.trick && state.phase === "play" ? trickWords(state, now) : ""];
  const { card, beside } = game.card_costs ?? {};
  return html`<p class="where">${where.filter(Boolean).join(", ")}</p>
    <div class="costs">${card ? cardFace(card, "tall") : nothing}
      <div><p class="cost" aria-label=${game.costs_said}>${drawText(beside ?? game.costs)}</p>${now.trick?.lead ? html`<p class="lead">${now.trick.lead}</p>` : nothing}</div></div>`;
}

/** "trick 5 of 13": a round has as many tricks as each player had cards, whatever revokes or quick scoring there were. */
function trickWords(state, { trick }) {
  const held = Math.max(...state.players.map(({ cards }) => cards));
  const lies = trick.cards.length && !trick.taken;
  const mine = state.players.some(({ name, cards }) => cards === held && !trick.cards.some(({ player }) => player === name));
  const all = trick.number - 1 + held + (lies && !mine ? 1 : 0) + (trick.taken ? 1 : 0);
  const fields = { trick: trick.number, tricks: all };
  return all >= trick.number ? _("trick {trick} of {tricks}", fields) : _("trick {trick}", fields);
}

function place({ name, card, wins, acts, taken }, { beside }) {
  const words = card && cardWords(card);
  const won = taken ? _("{card}, takes it", { card: words }) : _("{card}, wins so far", { card: words });
  const says = card ? (wins ? won : words) : acts ? beside[name] : _("to come");
  return html`<li class=${`${acts ? "moves" : ""} ${wins ? "wins" : ""} ${taken && !wins ? "beaten" : ""}`}>
    <span class="at">${card ? cardFace(card, "tall") : html`<span class="to-come" aria-hidden="true">${acts ? beside[name] : ""}</span>`}</span>
    <b title=${name}>${name}</b><span class="unseen">${says}</span></li>`;
}
