// What this page tells of a game of rounds in its own way: the trick, where the game stands, and the points. Pure.

import { inSigns } from "/panel/shared/js/card-words.js";
import { _ } from "/panel/shared/js/language.js";

/** Whether the game that is on is one of tricks. */
export const isTricks = ({ game }) => game?.family === "tricks";

/** What stands over the trick: the led suit, or who leads and what not, and what was said, or whose the trick is. */
export function trickWords({ now: { trick: { title, bound, says } } }) {
  return { what: [title, bound].filter(Boolean).join(", "), whose: inSigns(says) };
}

/** Where the game stands, for the page's title: "round 4 of 6, trick 5". */
export function whereInGame({ game, state, now }) {
  const { round } = state;
  const where = game.rounds ? _("round {round} of {rounds}", { round, rounds: game.rounds }) : _("round {round}", { round });
  return state.phase === "play" && now.trick ? `${where}, ${_("trick {trick}", { trick: now.trick.number })}` : where;
}

/** Points as they stand, and what this round has brought: "60", "+10" or "". */
export function pointsOf({ points, round_points: fresh }) {
  return { all: String(points), fresh: fresh ? `+${fresh}` : "" };
}
