// Answers of the box that the tab of the evening shows, and when they are requested again.

import { app, ask, changed } from "/phone/js/app.js";

const NOT_PAIRED = 401;
const EVENING_TIMEOUT = 20000; // ms: the box replays the games, which takes a slow one a while
const BEHIND = 1500; // ms until the box is asked again how many games it has read

/**
 * The answer to a path, kept up while it is shown: `answer` as last received, `at` its time (ms since 1970), `problem` the
 * reason if there is none, and `closed` that it is for paired phones, and this is none.
 */
export class Reading {
  constructor() {
    Object.assign(this, { path: "", answer: null, problem: "", at: 0, closed: false, wanted: "", asked: 0 });
  }

  /** Requests `path` when it is another one, the tab is opened, a hand or game ends, or the box is back. */
  keep(path) {
    if (path !== this.path) Object.assign(this, { path, answer: null, problem: "", wanted: "" });
    if (app.link.is !== "live") return;
    if (this.closed && app.me.rules) Object.assign(this, { closed: false, wanted: "" });
    const stands = standing(app);
    if (stands === this.wanted) return;
    this.wanted = stands;
    this.request();
  }

  /** Requests again after a problem. */
  again() {
    this.problem = "";
    changed();
    this.request();
  }

  async request() {
    this.asked += 1;
    const mine = this.asked; // only the newest answer counts
    const answer = await ask(this.path, {}, EVENING_TIMEOUT);
    if (mine !== this.asked) return;
    if (answer.status === NOT_PAIRED) Object.assign(this, { answer: null, problem: "", closed: true });
    else if (answer.problem) this.problem = answer.problem;
    else Object.assign(this, { answer, problem: "", at: Date.now(), closed: false });
    if (answer.behind) setTimeout(() => this.#goOn(mine), BEHIND);
    changed();
  }

  /** Asks again while the box is still reading games, unless the tab was left: then `keep` does. */
  #goOn(asked) {
    if (asked !== this.asked) return;
    if (app.tab === "evening") this.request();
    else this.wanted = "";
  }
}

/**
 * What the evening depends on while a hand is played: who plays, the hand, and everybody's chips. A user who returns to
 * the tab sees what has happened since, within a hand too.
 */
function standing({ link, game, state, now, visit }) {
  if (!state) return `${visit} ${link.since} ${now?.sequence}`;
  const ended = state.phase === "hand-over" || state.phase === "round-over" || state.phase === "game-over";
  const people = state.players.map((player) => [player.name, player.in, player.chips]);
  return JSON.stringify([visit, link.since, game.number, now.hand, ended, people]);
}
