// What is half keyed on this phone, and how it becomes an order. The box is asked one thing at a time.

import { app, changed, closeSheet, interrupt, openSheet, rule, say } from "/phone/js/app.js";
import { refusedSentence } from "/phone/js/speech.js";
import { acted } from "./twice.js";
import { whyNot } from "./why.js";
import { rankOf, spoken } from "./words.js";

const LONG = 300; // ms until a key that waits for its answer shows it
const ASKED = 5000; // ms that "Yes, take it back" stands
const TOLD = 8000; // ms that a sentence stays when play goes on
const NOT_YET = "The box is still busy with the key before: this one was not sent.";

/**
 * `written`: letters of a card; `several`: cards of a set, null when keys play at once; `suitToo`: every
 * card is asked for its suit; `suit`: the suit chosen for the next rank of a trick; `pressed`: the control
 * that waits for an answer, and `sheet` what it stands on; `asked`: what is to be taken back when it is tapped
 * again; `next`: what is to be done after that answer; `blocked`: why nothing could be ruled when it was tried last.
 */
export const keying = {
  written: "", several: null, suitToo: false, suit: null, pressed: "", sheet: null, since: 0, asked: null, told: null,
  done: 0, next: null, blocked: "",
};

/** Whether the control has waited so long for its answer that it shows it. */
export const waits = (control) => keying.pressed === control && Date.now() - keying.since >= LONG;

/** The next input: what was said about the last one goes. */
export function clear() {
  keying.told = null;
  app.refusal = null;
  keying.heard = app.plays[app.plays.length - 1]?.id ?? null;
}

/** Says a sentence where the last play stands, until the next input. */
export function tell(sentence) {
  keying.told = { sentence, sequence: app.now?.sequence ?? 0, goes: false };
  interrupt(spoken(sentence));
  changed();
}

/** What kept a key from being sent is not said any longer than it holds. */
export function unblock() {
  if (!keying.blocked || whyNot(app)) return;
  if (app.sheet?.refused === keying.blocked) app.sheet.refused = "";
  if (keying.told?.sentence === keying.blocked) keying.told = null;
  keying.blocked = "";
}

/**
 * Sends an order, once. A sheet is closed by what it ruled; one that `stays` keeps what was entered when
 * the rules refuse it, and says why in itself.
 */
export async function send(order, control, { stays = false } = {}) {
  if (app.sending || keying.pressed) return afterwards(order, control, stays);
  const why = whyNot(app, order);
  if (why) {
    if (app.sheet) app.sheet.refused = why;
    keying.blocked = why;
    tell(why);
    return null;
  }
  clear();
  acted();
  keying.asked = null;
  Object.assign(keying, { pressed: control, since: Date.now() });
  const later = setTimeout(changed, LONG);
  const { sheet } = app;
  const { suit } = keying;
  Object.assign(keying, { sheet, suit: null }); // whatever suit is chosen from now on is the next card's
  if (sheet) sheet.refused = "";
  changed();
  const answer = await rule(order);
  clearTimeout(later);
  keying.pressed = "";
  if (answer.done === undefined) keying.suit ??= suit;
  take(answer, sheet, stays);
  const { next } = keying;
  keying.next = null;
  if (next && answer.done !== undefined) next();
  else if (next) {
    keying.written = "";
    if (app.sheet) app.sheet.refused = NOT_YET;
  }
  changed();
  return answer;
}

/**
 * While an answer is awaited: what is answered on a sheet that has been opened since is sent after it, if it
 * asks about the table as it is then. Any other key is told that it came too early.
 */
function afterwards(order, control, stays) {
  const { sheet } = app;
  if (sheet && sheet !== keying.sheet) {
    keying.next = () => (app.sheet === sheet && sheet.seen === keying.done ? send(order, control, { stays }) : notSent());
  } else if (control !== keying.pressed) notSent();
  return null;
}

/** Said on the sheet that is open as well: it lies over the place where sentences stand. */
function notSent() {
  if (app.sheet) app.sheet.refused = NOT_YET;
  tell(NOT_YET);
}

/** Does it now; while an answer is awaited, after that, if the box has done what it was asked. */
export function inTurn(act) {
  if (app.sending || keying.pressed) keying.next = act;
  else act();
}

function take(answer, sheet, stays) {
  const isSame = app.sheet === sheet;
  if (answer.done !== undefined) {
    keying.done = answer.done;
    if (isSame) closeSheet();
  } else if (answer.refused) {
    if (sheet && isSame && stays) sheet.refused = answer.refused.sentence;
    else if (isSame && !answer.question) closeSheet();
    interrupt(refusedSentence(answer.refused.sentence, app));
  } else if (answer.meanwhile) {
    if (isSame) closeSheet();
    tell(answer.meanwhile);
  } else if (answer.problem && answer.status !== 401) {
    if (isSame && !stays) closeSheet();
    if (sheet && isSame && stays) sheet.refused = answer.problem;
    tell(answer.problem);
  }
}

/** A rank was keyed: its suit is asked first where it is wanted, then it is played, or laid to the set. */
export function keyRank(rank, control) {
  const inTricks = app.game.family === "tricks";
  if (whyNot(app)) {
    keying.blocked = whyNot(app);
    tell(keying.blocked);
  } else if (inTricks && suitInHand()) playCard(rank + suitInHand(), control);
  else if (rank !== "JK" && (inTricks || keying.suitToo || (keying.several && suitCounts(rank)))) askSuit(rank);
  else playCard(rank, control);
}

/** The suit that a rank of a trick gets: the one that is chosen, else the led one; null when none is led. */
export const suitInHand = () => keying.suit ?? app.state.led ?? null;

/** Whether the rank alone does not say what the card does. */
export const suitCounts = (rank) => app.game.keys.some((key) => key.rank === rank && key.suit);

function askSuit(rank) {
  clear();
  acted();
  openSheet({ kind: "suit", rank });
}

/** Plays the card, or lays it to the set that is gathered. */
export function playCard(card, control) {
  if (keying.several) {
    clear();
    keying.several = [...keying.several, card];
    say(`${keying.several.length} cards`);
    changed();
    return null;
  }
  return send({ cmd: "play", card }, control);
}

/** Switches between playing each card at once and gathering several of a rank. */
export function gather() {
  clear();
  keying.several = keying.several ? null : [];
  say(keying.several ? "Several: on. Keys count up, OK plays." : "Several: off.");
  changed();
}

/** One card less in the set. */
export function less() {
  clear();
  keying.several = keying.several.slice(0, -1);
  changed();
}

/** Plays what was gathered. It stays gathered while the rules refuse it. */
export async function playSet() {
  const cards = keying.several;
  if (!cards?.length) {
    tell("No card yet: key those of the set first.");
    return;
  }
  const order = cards.length === 1 ? { cmd: "play", card: cards[0] } : { cmd: "play", cards };
  const answer = await send(order, "set");
  if (answer?.done !== undefined || answer?.question) keying.several = null;
  changed();
}

/** How many of a rank are gathered. */
export const gathered = (rank) => (keying.several ?? []).filter((card) => rankOf(card) === rank).length;

/** What one tap would take back: the last play, else the start of this game. */
export function backwards() {
  const { undo, reopen } = app.now ?? {};
  if (undo) return { order: { cmd: "undo" }, what: undo.what, then: undo.then };
  if (reopen) return { order: { cmd: "reopen" }, what: "the start of this game", then: reopen };
  return null;
}

/** The first tap asks, the second one within five seconds takes back. */
export function takeBack() {
  const back = backwards();
  const why = whyNot(app, back?.order ?? { cmd: "undo" });
  if (why || !back) {
    tell(why || "Nothing left to take back.");
    return;
  }
  if (keying.asked === app.now.sequence) {
    send(back.order, "undo");
    return;
  }
  clear();
  acted();
  const asked = app.now.sequence;
  keying.asked = asked;
  say(spoken(`Take back ${back.what}? ${back.then}.`));
  setTimeout(() => {
    if (keying.asked === asked) keying.asked = null;
    changed();
  }, ASKED);
  changed();
}

/** The sentence that stands where the last play does, or null: it goes some seconds after play has gone on. */
export function told() {
  const { told: said } = keying;
  if (said && !said.goes && said.sequence !== (app.now?.sequence ?? 0)) {
    said.goes = true;
    setTimeout(() => {
      if (keying.told === said) keying.told = null;
      changed();
    }, TOLD);
  }
  return said;
}
