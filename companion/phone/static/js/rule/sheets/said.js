// What the players have said on a sheet, and what the box has, in words.

import { _, pgettext } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { app } from "/phone/js/app.js";

const POT = "pot";

export const isGiven = ({ text }) => /\d/.test(text);

/** "94, then Cy": what the players have said. */
export function saidWords({ text, turn, lie = null }) {
  if (lie !== null && turn) return _("{n} in the trick, then {player}", { n: lie, player: turn });
  if (lie !== null) return _("{n} in the trick", { n: lie });
  const total = isGiven({ text }) ? figures(Number(text)) : "";
  if (total && turn) return _("{total}, then {player}", { total, player: turn });
  return total || (turn ? _("{player} is next", { player: turn }) : _("Not sure"));
}

/** "87, then Bo": how a table stands, or in words where nobody is to play. */
export function standsWords({ total, turn, says }) {
  if (!turn) return says;
  return total === null ? says : _("{total}, then {player}", { total: figures(total), player: turn });
}

/** Everybody's chips by name, the pot's behind them; a player who is called so stands for it. */
export const heldNow = () => ({ ...Object.fromEntries(app.state.players.map(({ name, chips }) => [name, chips])), ...potOf() });
const isPot = (name) => name === POT && !app.state.players.some((player) => player.name === POT);
const potOf = () => (isPot(POT) ? { [POT]: app.state.pot } : {});
export const holder = (name) => (isPot(name) ? pgettext("chips", "the pot") : name);

/** "Bo 4, the pot 2". */
export const heldWords = (held) => Object.entries(held).map(([name, chips]) => `${holder(name)} ${chips}`).join(", ");

/** What the box has of those `held`. */
export const asTheBox = (held) => Object.fromEntries(Object.keys(held).map((name) => [name, heldNow()[name]]));
