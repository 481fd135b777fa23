// Messages that several views show.

import { _ } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";

/** How many points of a round are still to be entered: "20 left". */
export function leftWords(left) {
  if (left > 0) return _("{points} left", { points: left });
  return left < 0 ? _("{points} too many", { points: -left }) : _("That adds up");
}

/** Points that come to a standing: "+3", "−3", "0". */
export const signed = (points) => (points > 0 ? `+${points}` : figures(points));
