// What a screen reader hears of a trick game: who played what, who took it, what it cost, who is next. Pure.

import { cardWords, inWords } from "./cards.js";
import { capital, listed } from "./trick.js";

/** A trick game is on that was not on before. */
export function trickIsOn({ title, trick, state }) {
  return sentences(title, whatCosts(trick), whoseTurn(state));
}

/** The sentence for what happened between two tables of a trick game, or "" when nothing did. */
export function trickHappened(before, after) {
  const { state, trick, cards, call } = after;
  if (after.count < before.count) return sentences(takenBack(before, after), whoseTurn(state));
  if (after.count === before.count) return "";
  if (state.round !== before.state.round) {
    const bound = state.restricted && `No ${inWords(state.restricted)} may be led until they are broken`;
    return sentences(`${state.dealer} deals round ${state.round}`, whatCosts(trick), bound, whoseTurn(state));
  }
  const played = cards.length ? `${before.state.turn}, ${cards.map(cardWords).join(", ")}` : "";
  return sentences(played, call, roundOver(state), whoseTurn(state), winners(state));
}

/** Everybody's points, as they were when the box was last heard. */
export const lastPoints = (state) => `Last known points: ${everybody(state)}.`;

function takenBack(before, { state, count }) {
  const one = count === before.count - 1 && before.cards.length === 1;
  return one ? `Taken back: ${state.turn}\u2019s ${cardWords(before.cards[0])}` : "Taken back";
}

const whatCosts = ({ costs }) => capital(inWords(costs));

function whoseTurn({ turn, led }) {
  if (turn === null) return "";
  return led ? `${turn} to play` : `${turn} leads`;
}

function roundOver(state) {
  return state.phase === "play" ? "" : `Round ${state.round} is over: ${everybody(state)}`;
}

function winners({ winners: names }) {
  if (!names.length) return "";
  return `${listed(names)} ${names.length > 1 ? "win" : "wins"}`;
}

const everybody = ({ players }) => players.map(({ name, points }) => `${name} ${points}`).join(", ");

function sentences(...said) {
  return said.filter(Boolean).map((sentence) => `${sentence}.`).join(" ");
}
