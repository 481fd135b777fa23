// The input in progress on this phone, and how it becomes an order. Only one request is pending at a time.

import { app, changed, closeSheet, interrupt, openSheet, rule, say } from "/phone/js/app.js";
import { inWords, readCard } from "/shared/js/card-words.js";
import { _ } from "/shared/js/language.js";
import { cardsWords } from "/shared/js/words.js";
import { callLater } from "/phone/js/later.js";
import { playsAs } from "/phone/js/owner.js";
import { acted } from "./twice.js";
import { whyNot, whyNotKey } from "./why.js";

const LONG = 300; // ms until a pending key shows that it waits
const ASKED = 5000; // ms for which "Yes, take it back" is offered
const TOLD = 8000; // ms for which a sentence stays after play continues
const NOT_YET = _("The box is still busy: this key was not sent.");

/**
 * `written`: letters of a card; `several`: cards of a set, null when keys play at once; `suitToo`: every
 * card is asked for its suit; `suit`: the suit chosen for the next rank of a trick; `pressed`: the control
 * that waits for an answer, and `sheet` what it stands on; `asked`: what is to be taken back when it is tapped
 * again; `next`: what is to be done after that answer; `blocked`: why nothing could be ruled when it was tried last;
 * `held`: the order of a card that the owner of this phone keyed while somebody else was to play; `playedFor`: the `player`
 * for whom they keyed the last card, and the `sequence` of that.
 */
export const keying = {
  written: "", several: null, suitToo: false, suit: null, pressed: "", sheet: null, since: 0, asked: null, told: null,
  done: 0, next: null, blocked: "", held: null, playedFor: null,
};

/** Whether the control has waited long enough to show it. */
export const waits = (control) => keying.pressed === control && Date.now() - keying.since >= LONG;

/** Whether the box has still to answer an order of this page. */
export const isOrdering = () => Boolean(app.sending || keying.pressed);

/** Clears the sentence about the last input. */
export function clear() {
  keying.told = null;
  app.refusal = null;
  keying.heard = app.plays[app.plays.length - 1]?.id ?? null;
}

/** Shows a sentence in place of the last play, until the next input. */
export function tell(sentence) {
  keying.told = { sentence, sequence: app.now?.sequence ?? 0, goes: false };
  interrupt(inWords(sentence));
  changed();
}

/** Opens a sheet, which ends the input in progress. */
export function ask(sheet) {
  clear();
  acted();
  openSheet(sheet);
}

/** The same by the key of an order: if the rules refuse that now, the reason is shown instead. */
export function askFor(cmd, sheet) {
  const why = whyNotKey(app, { cmd });
  if (why) tell(why);
  else ask(sheet);
}

/** Opens a sheet that is loaded with late-sheets.js; if the box takes no order now, it says why instead. */
export function askLater(name, ...about) {
  const why = whyNot(app, { cmd: "repair" });
  if (why) tell(why);
  else callLater(name, ...about);
}

/** Clears the reason why a key was not sent, once it no longer applies. */
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
  if (isOrdering()) return afterwards(order, control, stays);
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
  Object.assign(keying, { sheet, suit: null }); // a suit chosen from now on is for the next card
  if (sheet) sheet.refused = "";
  if (order.cmd === "play") keying.held = null;
  changed();
  const answer = await rule(order);
  clearTimeout(later);
  keying.pressed = "";
  if (answer.done === undefined) keying.suit ??= suit;
  take(answer, sheet, stays);
  if (answer.done !== undefined) {
    const isForAnother = order.cmd === "play" && order.player && order.player !== playsAs(app);
    keying.playedFor = isForAnother ? { player: order.player, sequence: answer.done } : null;
  }
  if (order.cmd === "play" && order.player && answer.refused?.code === "not-your-turn") {
    keying.held = order;
    askLater("outOfTurn", order);
  }
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

/** Shows it on the open sheet as well, which covers the usual place. */
function notSent() {
  if (app.sheet) app.sheet.refused = NOT_YET;
  tell(NOT_YET);
}

/** Runs `act` now, or after the pending answer if the box accepts that. */
export function inTurn(act) {
  if (isOrdering()) keying.next = act;
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
    interrupt(answer.refused.said);
  } else if (answer.meanwhile) {
    if (isSame) closeSheet();
    tell(answer.meanwhile);
  } else if (answer.problem && answer.status !== 401) {
    if (isSame && !stays) closeSheet();
    if (sheet && isSame && stays) sheet.refused = answer.problem;
    tell(answer.problem);
  }
}

/** Handles a rank key: asks for the suit if the card still `needsSuit`, else plays it or adds it to the set. */
export function keyRank(card, control, needsSuit) {
  if (whyNot(app)) {
    keying.blocked = whyNot(app);
    tell(keying.blocked);
  } else if (needsSuit && card !== "JK") ask({ kind: "suit", rank: card });
  else playCard(card, control);
}

/** Whether the effect depends on the card's suit. */
export const suitCounts = (rank) => app.game.keys.some((key) => key.rank === rank && key.suit);

/** Whether the effect of any card depends on its suit. */
export const anySuitCounts = () => app.game.keys.some(({ suit }) => suit);

/** Plays the card, or adds it to the set in progress. */
export function playCard(card, control) {
  if (keying.several) {
    clear();
    keying.several = [...keying.several, card];
    say(cardsWords(keying.several.length));
    changed();
    return null;
  }
  return play({ cmd: "play", card }, control);
}

/**
 * Plays for the player to act, who may be another than the owner of this phone: a phone often keeps score for the whole
 * table. If that player has a phone too, the page asks whose card it is.
 */
function play(order, control) {
  const own = playsAs(app);
  const { turn } = app.state;
  if (own === null) return send(order, control);
  if (turn && turn !== own && app.ruling.owners.includes(turn)) {
    ask({ kind: "whose", order, names: [turn, own] });
    return null;
  }
  return send({ ...order, player: turn ?? own }, control);
}

/** Whether the last play was keyed here for another player than the owner of this phone. */
export const isForAnother = () => Boolean(keying.playedFor) && keying.playedFor.sequence === app.now?.sequence;

/** Switches between playing single cards and collecting a set. */
export function gather() {
  clear();
  keying.several = keying.several ? null : [];
  say(keying.several ? _("Several: on. Keys count up, OK plays.") : _("Several: off."));
  changed();
}

/** Removes the last card of the set. */
export function less() {
  clear();
  keying.several = keying.several.slice(0, -1);
  changed();
}

/** Plays the set, which is kept while the rules refuse it. */
export async function playSet() {
  const cards = keying.several;
  if (!cards?.length) {
    tell(_("No card yet: enter the cards of the set first."));
    return;
  }
  const order = cards.length === 1 ? { cmd: "play", card: cards[0] } : { cmd: "play", cards };
  const answer = await play(order, "set");
  if (answer?.done !== undefined || answer?.question) keying.several = null;
  changed();
}

/** The number of cards of a rank in the set. */
export const gathered = (rank) => (keying.several ?? []).filter((card) => readCard(card).rank === rank).length;

/** What one tap would take back: the last play, else the start of this game; in words, on a key and asked. */
export function backwards() {
  return app.now?.undo ?? null;
}

/** What a tap would take back now, as text to compare: a call that is judged changes only the order. */
export const takenBack = (back = backwards()) => JSON.stringify([app.now?.sequence, back?.order]);

/** The first tap asks; a second one within five seconds takes back. */
export function takeBack(back = backwards()) {
  const why = whyNot(app, back?.order ?? { cmd: "undo" });
  if (why || !back) {
    tell(why || _("Nothing left to undo."));
    return;
  }
  const asked = takenBack(back);
  if (keying.asked === asked) {
    send(back.order, "undo");
    return;
  }
  clear();
  acted();
  keying.asked = asked;
  say(back.said);
  setTimeout(() => {
    if (keying.asked === asked) keying.asked = null;
    changed();
  }, ASKED);
  changed();
}

/** The sentence in place of the last play, or null; it disappears some seconds after play continues. */
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
