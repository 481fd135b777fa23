// What this page tells of a game of rounds in its own way: the trick, and the points. Pure.

import { inSigns } from "/panel/shared/js/card-words.js";
import { figures } from "/panel/shared/js/words.js";

/** Whether the game that is on is one of tricks. */
export const isTricks = ({ game }) => game?.family === "tricks";

/** What stands over the trick: the led suit, or who leads and what not, and what was said, or whose the trick is. */
export function trickWords({ now: { trick: { title, bound, says } } }) {
  return { what: [title, bound].filter(Boolean).join(", "), whose: inSigns(says) };
}

/** Points as they stand, and what this round has brought: "60", "−5"; "+10" or "". */
export function pointsOf({ points, round_points: fresh }) {
  return { all: figures(points), fresh: fresh ? `+${fresh}` : "" };
}
