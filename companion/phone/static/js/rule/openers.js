// Opens the sheets of late-sheets.js, which is loaded with the first of them.

import { app } from "/phone/js/app.js";
import { callLater } from "/phone/js/later.js";
import { askLater } from "./keying.js";

const opener = (name) => (...about) => askLater(name, ...about);

/** Whether chips may be counted now. */
export const canCount = () => (app.game?.chips ?? null) !== null && ["play", "hand-over"].includes(app.state.phase);

/** "Not right?"; with a called total that was judged wrong it asks the box at once. */
export const notRight = opener("notRight");
/** "Not right?" about an order of this phone's owner, while somebody else is to play. */
export const outOfTurn = opener("outOfTurn");
/** The chips, to count them. */
export const openCount = opener("openCount");
/** What can be set by hand. */
export const openSetting = opener("openSetting");
/** "Somebody joins". */
export const openJoin = opener("openJoin");
/** A code for another phone; it needs no game. */
export const invite = () => callLater("invite");
export const openSelfTest = () => callLater("openSelfTest");
/** A round as it was entered, to correct it. */
export const correctRound = opener("correctRound");
