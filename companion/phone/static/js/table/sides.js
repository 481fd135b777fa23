// What is beside the board on the tab of the table, by the family of the game: below it, or in a column of its own.

import { nothing } from "/shared/lib/lit-html/lit-html.js";
import { wide } from "../layout.js";
import { factsView } from "./facts.js";
import { handView } from "./hand.js";
import { overBoard, overNext, overPlayers } from "./over.js";
import { lastPlay, playsView } from "./plays.js";
import { pointsView } from "./points.js";
import { resultView } from "./result.js";
import { roundsView } from "./rounds.js";

/** The facts of a hand; when it is over what happened, in place of the board, and who has what. */
export function addingSides(app, acts) {
  const { phase } = app.state;
  const right = [handView(app), playsView(app)];
  if (app.now.result) return overSides(app, acts, right);
  if (phase !== "hand-over") return { left: [factsView(app), wide.matches ? nothing : lastPlay(app)], right };
  return { board: app.link.is === "live" ? overBoard(app) : undefined, left: [overPlayers(app), overNext(app, acts)], right };
}

/** The points of each round. */
export function trickSides(app, acts) {
  const points = pointsView(app);
  if (app.now.result) return overSides(app, acts, [points, playsView(app)]);
  return { left: [next(app, acts), wide.matches ? nothing : points], right: wide.matches ? [points, playsView(app)] : [playsView(app)] };
}

/** The rounds that were entered. */
export function pointsSides(app, acts) {
  if (app.now.result) return overSides(app, acts, [roundsView(app), playsView(app)]);
  return { left: [roundsView(app), next(app, acts)], right: [playsView(app)] };
}

/** A game that is over: the winner on the felt, the final standing, and what is next. */
function overSides(app, acts, right) {
  return { board: app.link.is === "live" ? overBoard(app) : undefined, left: [overNext(app, acts), resultView(app)], right };
}

const next = (app, acts) => (app.state.phase === "play" ? nothing : overNext(app, acts));
