// What a screen reader hears: only what changed, suits and ranks in words. Pure.

import { cardWords } from "./cards.js";
import { capital, isTricks } from "./trick.js";
import { lastPoints, trickHappened, trickIsOn } from "./trick-speech.js";

/** The sentence for what happened between two tables, or "" when nothing did. */
export function happened(before, after) {
  if (!after) return before ? "Nobody is playing." : "";
  const { state } = after;
  const whose = state.turn ? ` ${state.turn} to play.` : "";
  const isNew = before?.game !== after.game;
  if (isTricks(state)) return isNew ? trickIsOn(after) : trickHappened(before, after);
  if (isNew) return `${after.title}.${whose}`;
  if (after.count < before.count) return `Taken back. ${total(state)}${whose}`;
  if (after.count === before.count) return "";
  if (state.hand !== before.state.hand) return `${state.dealer} deals.${whose}`;
  const cards = after.cards.map(cardWords).join(", ");
  const played = cards ? `${before.state.turn ?? state.named ?? ""}, ${cards}. ` : "";
  const turned = state.direction !== before.state.direction ? ` ${capital(state.direction)}.` : "";
  const owes = state.owed > 1 ? ` ${state.turn} owes ${number(state.owed)} plays.` : whose;
  return `${played}${paid(before.state, state)}${total(state, after.call)}${turned}${owes}${ended(state)}`;
}

/** What was known when the box was last heard, or "" when nothing was. */
export function lastKnown(table) {
  if (!table) return "";
  return isTricks(table.state) ? lastPoints(table.state) : `Last known total ${table.state.total}.`;
}

function total(state, call = "") {
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
  if (state.losers?.length) return ` ${state.losers.join(" and ")} loses.`;
  return state.phase === "hand-over" ? " The hand is over." : "";
}

function number(value) {
  return ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"][value] ?? String(value);
}
