// Messages that several views show.

import { _, ngettext } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";

/** "1 chip", "4 chips". */
export const chipsWords = (count) => ngettext("{n} chip", "{n} chips", count);

/** What is played to: "to 100, lowest wins". */
export function aimWords({ target, rounds, wins }) {
  const to = target === null ? "" : _("to {points}", { points: target });
  const of = rounds === null ? "" : ngettext("{n} round", "{n} rounds", rounds);
  return [to, of, wins === "lowest" ? _("lowest wins") : _("highest wins")].filter(Boolean).join(", ");
}

/** Points that come to a standing: "+3", "−3", "0". */
export const signed = (points) => (points > 0 ? `+${points}` : figures(points));

/** One of several sums: "26 or 78". */
export function either(sums) {
  const said = sums.map(figures);
  if (said.length < 2) return said.join("");
  return _("{others} or {last}", { others: said.slice(0, -1).join(", "), last: said[said.length - 1] });
}
