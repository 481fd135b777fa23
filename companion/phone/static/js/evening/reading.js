// The evening as last received from the box, and when to request it again.

import { app, ask, changed } from "/phone/js/app.js";

const NOT_PAIRED = 401;
const PATIENCE = 20000; // ms: the box replays the games, which takes a slow one a while

/**
 * `evening` is the answer to GET /evening, `at` its time (ms since 1970), `problem` the reason if there is none, and
 * `closed` that it is for paired phones, and this is none.
 */
export const reading = { evening: null, problem: "", at: 0, closed: false };

let wanted = ""; // the state of the table when the evening was requested
let asked = 0; // number of requests: only the newest answer counts

/** Requests the evening when the tab is opened, a hand or game ends, or the box is back. */
export function keepRead() {
  if (app.link.is !== "live") return;
  if (reading.closed && app.me.rules) [reading.closed, wanted] = [false, ""];
  const stands = standing(app);
  if (stands === wanted) return;
  wanted = stands;
  request();
}

/** Requests again after a problem. */
export function readAgain() {
  reading.problem = "";
  changed();
  request();
}

/**
 * What the evening depends on while a hand is played: who plays, the hand, and everybody's chips. Whoever comes
 * back to the tab sees what has happened since, within a hand too.
 */
function standing({ link, game, state, now, visit }) {
  if (!state) return `${visit} ${link.since} ${now?.sequence}`;
  const ended = state.phase === "hand-over" || state.phase === "round-over" || state.phase === "game-over";
  const people = state.players.map((player) => [player.name, player.in, player.chips]);
  return JSON.stringify([visit, link.since, game.number, now.hand, ended, people]);
}

async function request() {
  const mine = ++asked;
  const answer = await ask("/evening", {}, PATIENCE);
  if (mine !== asked) return;
  if (answer.status === NOT_PAIRED) Object.assign(reading, { evening: null, problem: "", closed: true });
  else if (answer.problem) reading.problem = answer.problem;
  else Object.assign(reading, { evening: answer, problem: "", at: Date.now(), closed: false });
  changed();
}
