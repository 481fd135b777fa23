// What a screen reader hears: only what changed, suits and ranks in words. Pure but for Speaker.

import { cardWords } from "./cards.js";

const QUIET = 1500;

/** The sentence for what happened between two tables, or "" when nothing did. */
export function happened(before, after) {
  if (!after) return before ? "Nobody is playing." : "";
  const { state } = after;
  const whose = state.turn ? ` ${state.turn} to play.` : "";
  if (!before || before.title !== after.title) return `${after.title}.${whose}`;
  if (after.count < before.count) return `Taken back. ${total(state)}${whose}`;
  if (after.count === before.count) return "";
  if ((state.hand ?? state.round) !== (before.state.hand ?? before.state.round)) {
    return `${state.dealer} deals.${whose}`;
  }
  const cards = after.cards.map(cardWords).join(", ");
  const played = cards ? `${before.state.turn ?? state.named ?? ""}, ${cards}. ` : "";
  const turned = state.direction !== before.state.direction ? ` ${capital(state.direction)}.` : "";
  const owes = state.owed > 1 ? ` ${state.turn} owes ${number(state.owed)} plays.` : whose;
  return `${played}${paid(before.state, state)}${total(state, after.call)}${turned}${owes}${ended(state)}`;
}

function total(state, call = "") {
  if (state.total === undefined) return "";
  const way = /^(back on|pass to) you/.exec(call);
  return way && state.turn ? `${state.total}, ${way[1]} ${state.turn}.` : `${state.total}.`;
}

function paid(before, after) {
  return after.players.map((player, at) => {
    const had = before.players[at]?.chips;
    if (player.chips === null || player.chips === undefined || player.chips >= had) return "";
    const left = player.chips === 0 ? "none" : number(player.chips);
    return `${player.name} busts and pays a chip: ${left} left. `;
  }).join("");
}

function ended(state) {
  if (state.winner) return ` ${state.winner} wins.`;
  if (state.winners?.length) return ` ${state.winners.join(" and ")} wins.`;
  if (state.losers?.length) return ` ${state.losers.join(" and ")} loses.`;
  return state.phase === "hand-over" || state.phase === "round-over" ? " The hand is over." : "";
}

function number(value) {
  return ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"][value] ?? String(value);
}

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

/** Speaks into two live regions; of what comes within a moment only the last is said. */
export class Speaker {
  #polite;
  #urgent;
  #last = -Infinity;
  #later = 0;

  constructor(polite, urgent) {
    [this.#polite, this.#urgent] = [polite, urgent];
  }

  say(sentence) {
    clearTimeout(this.#later);
    const wait = Math.max(0, this.#last + QUIET - performance.now());
    this.#later = setTimeout(() => {
      this.#last = performance.now();
      this.#polite.textContent = sentence;
    }, wait);
  }

  interrupt(sentence) {
    clearTimeout(this.#later);
    this.#urgent.textContent = "";
    this.#urgent.textContent = sentence;
  }
}
