// Announcements for screen readers: only changes, in the sentences that the box has made. Pure.

import { _ } from "./language.js";

const UNSAID = new Set(["refused", "right", "miscount"]);

/**
 * The sentences for what happened between two tables.
 * @param {object} before the parts and plays as they were; `game` null before the first
 * @param {object} after as they are
 * @returns {{said: string, brief: string, urgent: string}} `brief` says the same without what was played
 */
export function happened(before, after) {
  const { move, brief, full } = after.now.standing;
  if (!after.state) return { said: before.state ? brief : "", brief, urgent: "" };
  if (before.game?.number !== after.game.number) return { said: `${after.game.said} ${brief}`, brief, urgent: "" };
  const fresh = added(before.plays, after.plays);
  const urgent = told(fresh.filter(({ kind }) => kind === "refused"));
  const plays = told(fresh.filter(isPlay));
  if (plays) return { said: `${plays} ${move}`, brief, urgent };
  const gone = added(after.plays, before.plays).filter(isPlay).pop();
  if (gone) return { said: `${gone.undone} ${full}`, brief, urgent };
  const claims = told(fresh.filter(({ kind }) => kind !== "refused"));
  return { said: claims, brief: claims, urgent };
}

/** The announcement when the connection is back: "Back. 97. Bo to play." */
export const heardAgain = ({ now }) => `${_("Back.")} ${now.standing.brief}`;

/** The announcement when the connection is lost, with the last known state. */
export const noWord = ({ now }) => `${_("Can’t reach the box.")} ${now?.standing.known ?? ""}`.trim();

/** The rows of plays that are there now and were not before. */
function added(before, after) {
  const known = new Set(before.map(({ id }) => id));
  return after.filter(({ id }) => !known.has(id));
}

const isPlay = ({ kind }) => !UNSAID.has(kind);
const told = (rows) => rows.map(({ said }) => said).join(" ");
