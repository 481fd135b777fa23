// Whose phone this is: the player who sits there, whether it is their turn, and the buzz that says so.

import { _ } from "/shared/js/language.js";
import { still } from "/shared/js/motion.js";
import { keep, kept } from "./kept.js";

const BUZZ = 200; // ms

/** The player whose phone this is, as long as one of that name sits at the table; else null. */
export function ownSeat({ me, state }) {
  return seated({ me, state })?.name ?? null;
}

/** Who plays the cards that are keyed here: the owner who is in the game, else null, which is whoever is to act. */
export function playsAs(app) {
  const player = seated(app);
  return player && player.in !== false ? player.name : null;
}

const seated = ({ me, state }) => (me.player ? state?.players.find(({ name }) => name === me.player) ?? null : null);

/** The name of the player to act or to show a shield; null if there is none. */
export const acting = (state) => (state ? state.turn ?? state.named ?? null : null);

/** Whether the owner of this phone is to act. */
export function isOwnTurn(app) {
  const own = ownSeat(app);
  return own !== null && app.link.is === "live" && acting(app.state) === own;
}

/** The class that marks the owner's name among others. */
export const ownName = (app, name) => (name === ownSeat(app) ? "own-name" : "");

/** Whether the owner's turn has come between two tables; none is known before the first one. */
export const turnComes = (before, after) => before.state !== null && isOwnTurn(after) && acting(before.state) !== ownSeat(after);

/** The new name of the owner, where that is all that differs between two tables; else the name as it was. */
export function nameNow(before, after) {
  const [was, is] = [before, after].map(({ state }) => state?.players.map(({ name }) => name) ?? []);
  const changes = was.flatMap((name, at) => (name === is[at] ? [] : [at]));
  const isRenamed = before.game?.number === after.game?.number && was.length === is.length && changes.length === 1;
  return isRenamed && was[changes[0]] === after.me.player ? is[changes[0]] : after.me.player;
}

/** Whether this phone may buzz: until somebody chooses, unless reduced motion is asked for. */
export const buzzes = () => (kept("buzz") ?? (still() ? "off" : "on")) === "on";

/** Whether this browser can make a phone buzz at all. */
export const canBuzz = () => typeof navigator.vibrate === "function";

/** Switches the buzz, and stores the choice on this phone. */
export function switchBuzz() {
  keep("buzz", buzzes() ? "off" : "on");
  buzz();
}

/** Buzzes once, if it may. Browsers refuse that, and complain, before the page was touched for the first time. */
export function buzz() {
  if (buzzes() && canBuzz() && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate(BUZZ);
}

/** "Your turn" for the corner of the page, marked by a sign as well. */
export const yourTurn = () => _("Your turn");
