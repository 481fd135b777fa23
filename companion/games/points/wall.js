// A points game on the wall: everybody's points, and the round where the game has a number of them.

import { standings } from "/phone/js/wall/standings.js";

/** What is in the frame of js/wall/view.js. */
export const pointsWall = (app, frame) => standings(app, frame, app.game.rounds === null ? "" : app.now.over || app.now.where);
