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

/**
 * The players that are `asked` about, those of a team together: the first of them, with the `names` of all and the `label`
 * of the side.
 */
export function sidesOf({ players }, asked = () => true) {
  const sides = new Map();
  for (const player of players.filter(asked)) {
    const side = player.team ?? player.name;
    sides.set(side, [...sides.get(side) ?? [], player]);
  }
  return [...sides.values()].map((side) => {
    const names = side.map(({ name }) => name);
    return { ...side[0], in: side.some((player) => player.in !== false), names, label: names.join(" & ") };
  });
}
