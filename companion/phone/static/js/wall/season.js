// The games won this season, for the wall after a game.

import { ask, changed } from "../app.js";

let wanted = ""; // the end of the game for which they were requested
let won = [];

/** Each name and its games won this season, most first; empty until the box has answered. */
export function seasonWins({ game, now, link }) {
  const end = `${link.since} ${game.number} ${now.sequence}`;
  if (link.is === "live" && end !== wanted) {
    [wanted, won] = [end, []];
    request(end);
  }
  return won;
}

async function request(end) {
  const answer = await ask("/standings");
  if (end !== wanted) return;
  won = answer.won ?? [];
  changed();
}
