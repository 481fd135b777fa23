// The felt of a trick game: the costs, then the trick in order of play, on a desk also the tricks left.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { cardFace, cardWords, inWords, readCard, suitWords, withSuits } from "../cards.js";
import { capital, whose, whoseMove } from "../words.js";

/** The round's costs and the current trick. */
export function trickBoard(app) {
  const { link } = app;
  const isOld = link.is === "lost" || link.is === "off";
  return html`<section class=${`felt trick-board ${isOld ? "old" : ""}`} aria-label="The trick">
    ${costs(app)}
    <div class="row led"><h2 class="heading">${whatNow(app)}</h2><p>${withSuits(whoHasIt(app))}</p></div>
    ${places(app).length ? html`<ol class=${`trick ${crowd(app.state.players.length)}`}>${places(app).map(place)}</ol>` : nothing}
  </section>`;
}

const crowd = (players) => (players > 6 ? "many crowd" : players > 4 ? "many" : "");

function costs({ game, state, now }) {
  const round = `Round ${state.round}${game.rounds ? ` of ${game.rounds}` : ""}`;
  const trick = now.trick && state.phase === "play" ? `, trick ${now.trick.number}${ofAll(state, now)}` : "";
  const [, rank, sign, words] = /^(10|[2-9AJQK])([♠♥♦♣]) (.*)$/.exec(game.costs) ?? [];
  const suit = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" }[sign];
  return html`<p class="where">${round}${trick}</p>
    <div class="costs">${rank ? cardFace(rank + suit, "tall") : nothing}
      <div><p class="cost" aria-label=${inWords(game.costs)}>${withSuits(words ?? capital(game.costs))}</p>${lead(state)}</div></div>`;
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

function whatNow(app) {
  const { state, now } = app;
  if (state.phase !== "play") return state.phase === "game-over" ? capital(whoseMove(app)) : `Round ${state.round} is over`;
  const led = now.trick?.cards.length ? readCard(now.trick.cards[0].card).suit : "";
  if (led && !now.trick.taken) return `${capital(suitWords(led))} led`;
  return capital(whoseMove(app));
}

function whoHasIt({ now: { trick } }) {
  if (!trick) return "";
  if (trick.taken) return trick.says;
  return trick.wins ? `${whose(trick.wins)} so far` : "";
}

/** A place for each player, the leader first: a card, the player to act, or empty. */
function places({ state, now: { trick } }) {
  const lying = trick?.cards ?? [];
  if (!lying.length && !state.turn) return [];
  const first = state.players.findIndex(({ name }) => name === (lying[0]?.player ?? state.turn));
  return state.players.map((_, at) => {
    const { name } = state.players[(first + at) % state.players.length];
    const card = lying.find(({ player }) => player === name)?.card ?? null;
    return { name, card, wins: trick?.wins === name, acts: name === state.turn && !(trick?.taken && card), taken: Boolean(trick?.taken) };
  });
}

function place({ name, card, wins, acts, taken }) {
  const says = card ? `${cardWords(card)}${wins ? (taken ? ", takes it" : ", wins so far") : ""}` : acts ? "to play" : "to come";
  return html`<li class=${`${acts ? "moves" : ""} ${wins ? "wins" : ""} ${taken && !wins ? "beaten" : ""}`}>
    <span class="at">${card ? cardFace(card, "tall") : html`<span class="to-come" aria-hidden="true">${acts ? "to play" : ""}</span>`}</span>
    <b title=${name}>${name}</b><span class="unseen">${says}</span></li>`;
}
