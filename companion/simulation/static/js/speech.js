// What a screen reader hears of the table: what the page on the phone says, and what this one shows only in
// signs. Pure.

import { inWords, suitWords } from "/shared/js/card-words.js";
import { added, everybody, happened as happenedAtTable } from "/shared/js/speech.js";
import { capital } from "/shared/js/words.js";
import { isTricks } from "./trick.js";

/** The sentences for what happened between two tables, or "" when nothing did. */
export function happened(before, after) {
  const { said } = happenedAtTable(before, after);
  const more = said && isTricks(after) ? ofTricks(before, after) : [];
  return [said, ...more.map((sentence) => `${sentence}.`)].join(" ");
}

/** With a deal what costs in the round, with its end what everybody has paid. */
function ofTricks(before, { game, state, plays }) {
  const kinds = new Set(added(before.plays, plays).map(({ kind }) => kind));
  if (kinds.has("deal")) {
    const isBound = state.restricted && !state.broken;
    const bound = isBound ? [`No ${suitWords(state.restricted)} may be led until they are broken`] : [];
    return [capital(inWords(game.costs)), ...bound];
  }
  const isOver = state.phase !== "play" && ["trick", "play", "score"].some((kind) => kinds.has(kind));
  return isOver ? [`Round ${state.round} is over: ${everybody(state)}`] : [];
}
