// The seats of an adding game: names with chips, cards held or plays owed. Full chips are filled, lost ones are outlines, so that
// colour is not needed.

import { html, nothing, svg } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { cardsWords, chipsWords } from "/shared/js/words.js";
import { acting, ownName } from "/phone/js/owner.js";

/** As many chips are drawn one by one. */
export const PIPS = 7;

const NOTE = 4; // a banknote's corners

/** All players with a light, in the order of the seats. */
export function seatsView(app, places) {
  const { state } = app;
  const seated = state.players.slice(0, places.length);
  const crowded = places.some((place) => place % 4 === 0);
  return html`
    <ul class=${`chairs ${crowded ? "crowded" : ""}`} aria-label=${_("Seats")}>
      ${seated.map((player, at) => seat(player, app, `at-${places[at]}`))}
    </ul>`;
}

/** Seats from the ninth on have no light and no place on the board, so they are below it. */
export function othersView(app) {
  const others = app.state.players.slice(app.game.places.length);
  if (!others.length) return nothing;
  return html`<ul class="others" aria-label=${_("Seats without a light")}>${others.map((player) => seat(player, app, ""))}</ul>`;
}

function seat(player, app, place) {
  const acts = app.link.is === "live" && player.name === acting(app.state);
  const kind = `chair ${place} ${acts ? "moves" : ""} ${player.in ? "" : "out"}`;
  return html`<li class=${kind} aria-current=${acts ? "true" : nothing}>
    <b class=${ownName(app, player.name)} title=${player.name}>${player.name}</b>${holds(player, app)}</li>`;
}

/** The text of a seat: something unusual, else its chips, else its cards. */
function holds(player, { now, game }) {
  const unusual = now.beside[player.name];
  if (unusual) return html`<small>${unusual}</small>`;
  if (player.chips !== null) return chipsView(player.chips, game.chips, game.look);
  return html`<small>${cardsWords(player.cards)}</small>`;
}

/** Whether chips in a look are drawn as the corners of a banknote: `most` is how many there were at first. */
export const isNote = (look, most) => look === "corners" && most <= NOTE;

/**
 * Chips as pictures; beyond seven, one picture and the number.
 * @param {number} chips that are left
 * @param {number} start how many there were at first
 * @param {"dots"|"corners"|"pennies"} look what the game plays with
 * @param {number} paid how many of those gone have just been paid
 */
export function chipsView(chips, start, look, paid = 0) {
  return html`<span class="chips" role="img" aria-label=${chipsWords(chips)}>${drawn(chips, Math.max(start ?? 0, chips), look, paid)}</span>`;
}

function drawn(chips, most, look, paid) {
  if (isNote(look, most)) return note(most - chips);
  if (most > PIPS) return html`${pip("full", look)}<span class="number">${chips}</span>`;
  return Array.from({ length: most }, (_, at) => pip(at < chips ? "full" : at < chips + paid ? "paid" : "", look));
}

function pip(kind, look) {
  const coin = look === "pennies" && kind === "full";
  return html`<svg class=${`pip ${kind}`} viewBox="0 0 12 12" aria-hidden="true">${svg`<circle cx="6" cy="6" r="5"></circle>`}${
    coin ? svg`<circle class="rim" cx="6" cy="6" r="3.2"></circle>` : nothing}</svg>`;
}

function note(folded) {
  return html`<svg class="note" viewBox="0 0 32 16" aria-hidden="true">${svg`<path d=${notePath(folded)}></path><circle cx="16" cy="8" r="3"></circle>`}</svg>`;
}

/** The outline of a banknote of 32 x 16 that loses a corner for each lost chip. */
export function notePath(folded) {
  const cut = (at) => (at < folded ? 6 : 0);
  const [a, b, c, d] = [cut(0), cut(1), cut(2), cut(3)];
  return `M${1 + a} 1H${31 - b}L31 ${1 + b}V${15 - c}L${31 - c} 15H${1 + d}L1 ${15 - d}V${1 + a}Z`;
}
