// The page's state, and its requests to the box. Views read `app`, and call `changed` after changing anything themselves.

import { _ } from "/shared/js/language.js";
import { Speaker } from "/shared/js/speaker.js";
import { keep, kept } from "./kept.js";

const TABS = ["table", "rule", "evening", "game", "wall"];
const ANSWER_TIMEOUT = 10000; // ms until an unanswered request is given up
const REFUSAL_STAYS = 8000; // ms after the next accepted play
const SAID = 3000; // ms within which the same refusal is not spoken again
const CODE = /^#(\d{6})$/; // what the QR code with a pairing code holds in its fragment

let scanned = codeInAddress(); // before anything is asked
let take = null;

/**
 * Everything the views draw from. `box` to `rounds` are the parts that the box tells, null before the first
 * message; `link` is how the line stands, its times in ms since 1970; `visit` counts the tabs that were gone to; `me`
 * is this phone, with the name of the player whose it is, or "": before the box has said it, as it was last.
 * `welcome` while the page says that a scan has paired this phone.
 */
export const app = {
  box: null, ruling: null, game: null, state: null, now: null, voice: null, question: null, rounds: null,
  plays: [],
  link: { is: "asking", since: Date.now(), heard: 0, again: 0 },
  me: { rules: false, name: "", player: kept("owner") ?? "", guesser: null },
  welcome: false,
  tab: tabOf(location.hash), visit: 0,
  sheet: null,
  sending: null,
  refusal: null,
};

let draw = () => {};
let isDue = false;
let isDrawing = false;

/**
 * Draws the page again as soon as what has just happened is dealt with, not with the next frame: on a slow
 * phone the next key or touch may come before that, and is meant for the page as it is then.
 */
export function changed() {
  if (isDue) return;
  isDue = true;
  queueMicrotask(drawNow);
}

/** Draws the page again at once, for code that needs the new elements. */
export function drawNow() {
  isDue = false;
  if (isDrawing) {
    changed();
    return;
  }
  isDrawing = true;
  try {
    draw();
  } finally {
    isDrawing = false;
  }
}

/** Sets the function that `changed` calls. */
export function drawWith(page) {
  draw = page;
}

/** Shows another tab; the address remembers which. */
export function goTo(tab) {
  if (tabOf(location.hash) === tab) return;
  location.hash = tab;
}

/** Sets the function that gets each pairing code from the address of the page: from now on, and the one it was opened with. */
export function onCode(takes) {
  take = takes;
  if (scanned) take(scanned);
  scanned = "";
}

/** Takes the pairing code out of the address and out of the browser's history; "" if there is none. */
function codeInAddress() {
  const [, code = ""] = CODE.exec(location.hash) ?? [];
  if (code) history.replaceState(null, "", location.pathname);
  return code;
}

window.addEventListener("hashchange", () => {
  const code = codeInAddress();
  if (code) {
    history.replaceState(null, "", `#${app.tab}`);
    take?.(code);
    return;
  }
  app.tab = tabOf(location.hash);
  app.visit += 1;
  window.scrollTo(0, 0);
  changed();
});

function tabOf(hash) {
  return TABS.includes(hash.slice(1)) ? hash.slice(1) : "table";
}

/** Opens a sheet over the page: `{kind, ...}`, drawn by js/rule/sheets.js. */
export function openSheet(sheet) {
  app.sheet = sheet;
  drawNow();
}

/** Closes the sheet without sending anything. */
export function closeSheet() {
  app.sheet = null;
  drawNow();
}

let line = null;

/** Sets the line over which orders go. */
export function orderOver(link) {
  line = link;
}

/** Sends an order, or without `seen` a preview, over the line; answers as `post` does. */
async function send(message) {
  const answer = await line?.send(message, ANSWER_TIMEOUT);
  return answer?.status ? answer : { status: 0, problem: _("Can’t reach the box.") };
}

/** Asks the box what it would make of `order`; it notes nothing. */
export const preview = (order) => send({ order });

/** Posts a request and returns the answer with its `status`. Never throws: without an answer the status is 0. */
export async function post(path, body) {
  return ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

let asked = 0;

/** Asks the box again whether this phone is paired. The answer counts until something newer is known. */
export async function askMe() {
  asked += 1;
  const mine = asked;
  const me = await ask("/me");
  if (me.status !== 200 || mine !== asked) return;
  heardAs ??= me.rules;
  isNow(me);
  if (me.lacks_time) post("/me", { now: Date.now() / 1000 });
}

let heardAs = null; // whether the line was opened as that of a paired phone, which is told more; null: not known yet

/** Sets whether this phone is paired, its name, whose it is, and who guesses. What it may hear now it hears on a new line. */
export function isNow({ rules, name, player = "", guesser = null }) {
  asked += 1;
  if (heardAs !== rules) window.dispatchEvent(new Event("other-rights"));
  heardAs = rules;
  app.me = { rules, name, player, guesser };
  keep("owner", player || null);
  changed();
}

/** Asks the box and returns its answer with its `status`, within so many ms. Never throws, like `post`. */
export async function ask(path, request = {}, patient = ANSWER_TIMEOUT) {
  const patience = new AbortController();
  const end = setTimeout(() => patience.abort(), patient);
  try {
    const reply = await fetch(path, { ...request, signal: patience.signal });
    return { ...await reply.json(), status: reply.status };
  } catch {
    return { status: 0, problem: _("Can’t reach the box.") };
  } finally {
    clearTimeout(end);
  }
}

const done = { sequence: 0, since: 0 };

/**
 * Rules: sends an order for the table as this page shows it, one at a time.
 * @returns {Promise<object>} the answer with its `status`; `{busy: true}` while another order is under way
 */
export async function rule(order) {
  if (app.sending) return { status: 0, busy: true };
  if (app.link.is !== "live") return { status: 0, problem: _("Can’t reach the box: nothing was sent.") };
  [app.sending, app.refusal] = [order, null];
  changed();
  // This page's own change does not count as news, even if the event stream reports it later.
  const own = done.since === app.link.since ? done.sequence : 0;
  const answer = await send({ order, seen: Math.max(app.now?.sequence ?? 0, own) });
  app.sending = null;
  if (answer.done !== undefined) {
    Object.assign(done, { sequence: answer.done, since: app.link.since });
    if (order.cmd === "new") window.dispatchEvent(new CustomEvent("new-game", { detail: order }));
  }
  if (answer.status === 401) {
    isNow({ rules: false, name: "" });
    goTo("rule");
    askMe(); // it may have been paired since the line was opened; then it gets a new one
  }
  if (answer.refused) app.refusal = { ...answer.refused, cards: cardsOf(order), at: Date.now() };
  if (answer.question) app.sheet = { kind: "question", question: answer.question, order };
  changed();
  return answer;
}

function cardsOf({ card, cards }) {
  return cards ?? (card ? [card] : []);
}

/** Notes that something was accepted: a refusal still shown disappears some seconds later. */
export function accepted() {
  const { refusal } = app;
  if (!refusal) return;
  setTimeout(() => {
    if (app.refusal !== refusal) return;
    app.refusal = null;
    changed();
  }, REFUSAL_STAYS);
}

const speaker = new Speaker(document.getElementById("polite"), document.getElementById("urgent"));
let interrupted = { sentence: "", at: -Infinity };

/** Announces politely: what was played, whose turn it is. */
export function say(sentence) {
  if (sentence) speaker.say(sentence);
}

/** Announces at once: a refusal, the connection. The same one is announced once, whichever source reports it first. */
export function interrupt(sentence) {
  if (!sentence || (sentence === interrupted.sentence && Date.now() - interrupted.at < SAID)) return;
  interrupted = { sentence, at: Date.now() };
  speaker.interrupt(sentence);
}
