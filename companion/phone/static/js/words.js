// Messages that several views show.

import { _, ngettext } from "/shared/js/language.js";

/** The direction of play: "clockwise". */
export const wayWords = (direction) => (direction === "clockwise" ? _("clockwise") : _("counterclockwise"));

/** "1 chip", "4 chips". */
export const chipsWords = (count) => ngettext("{n} chip", "{n} chips", count);

/** "Round 3 of 6", or "Round 3" in a game that may take any number. */
export function roundWords({ round }, { rounds }) {
  return rounds ? _("Round {round} of {rounds}", { round, rounds }) : _("Round {round}", { round });
}
