// Pairing: the six digits on the box's display, which a page sends that were scanned or typed.

import { _ } from "/shared/js/language.js";
import { app, ask, changed, goTo, interrupt, isNow, openSheet, post, say } from "/phone/js/app.js";
import { keep, kept } from "/phone/js/kept.js";
import { ownSeat } from "/phone/js/owner.js";

export const DIGITS = 6;
export const PHONE = "'s phone"; // behind the owner's name in a phone's name, for the box, which words it for each reader
const SECOND = 1000; // ms
const WELCOMED = 12000; // ms for which the page says that a scan has paired this phone

/**
 * `code`: the digits typed; `name`: of whoever holds the phone; `problem`: why the last code was not taken; `scanned`:
 * whether one was; `unseated`: whether it is still to be asked which seat is whose; `chances`: what the box says of its
 * code and of this phone's tries, null before it has.
 */
export const pairing = { code: "", name: kept("phone") ?? "", problem: "", asking: false, scanned: false, unseated: false, chances: null };

let lookedAt = null; // of which pairing the chances are
let clock = 0;

/** The seconds for which the code is still good, 0 while none is shown. */
export const left = () => Math.max(0, Math.ceil(((pairing.chances?.until ?? 0) - Date.now()) / 1000));

/** While the digits are asked for: what the box says of its code, anew when that may have changed. */
export function lookAtBox() {
  clearTimeout(clock);
  if (left()) clock = setTimeout(changed, SECOND);
  const version = app.ruling?.version ?? null;
  if (version === null || version === lookedAt) return;
  lookedAt = version;
  look();
}

async function look() {
  const { status, seconds, ...chances } = await ask("/pairing");
  if (status !== 200) return;
  pairing.chances = { until: seconds === null ? 0 : Date.now() + seconds * SECOND, ...chances };
  changed();
}

/** Pairs by the code that the page was opened with, or that came into its address; asks for the digits if that fails. */
export async function scan(code) {
  if (pairing.asking) return;
  pairing.asking = true;
  const me = await ask("/me");
  const answer = me.rules ? me : await post("/pair", asked(code)); // a code is good once: this phone may not need it
  pairing.asking = false;
  if (!answer.rules) {
    app.sheet = null;
    failed(answer);
    goTo("rule");
    return;
  }
  isNow(answer);
  say(`${_("This phone can play now.")} ${_("For this evening. Nothing to type.")}`);
  Object.assign(pairing, { code: "", problem: "", scanned: true, unseated: true });
  comeIn();
}

/**
 * After a scan, as soon as the box has told the table: asks which seat is whose, or goes on to the set-up. A phone that
 * was paired before there were seats is asked when the game begins.
 */
export function comeIn() {
  if (!app.now) return;
  const { scanned } = pairing;
  pairing.scanned = false;
  if (app.state && pairing.unseated && app.me.rules && !app.sheet) {
    pairing.unseated = false;
    if (!ownSeat(app)) {
      openSheet({ kind: "owner", scanned });
      return;
    }
  }
  if (!scanned) return;
  welcome();
  if (!app.state) goTo("game");
}

function welcome() {
  app.welcome = true;
  changed();
  setTimeout(() => {
    app.welcome = false;
    changed();
  }, WELCOMED);
}

/** Updates the boxes; sends the code with the sixth digit. */
export function keyed(text) {
  if (pairing.asking) {
    changed();
    return;
  }
  Object.assign(pairing, { code: text.replace(/\D/g, "").slice(0, DIGITS), problem: "" });
  changed();
  if (pairing.code.length === DIGITS) enter();
}

/** Sends the digits; none where the box has no display, which lets its first phone in without. */
export async function enter() {
  pairing.asking = true;
  const answer = await post("/pair", asked(pairing.code));
  Object.assign(pairing, { asking: false, code: "" });
  if (answer.status === 200) {
    isNow(answer);
    keep("phone", pairing.name.trim());
    say(_("You can play."));
    if (app.sheet?.kind === "pair") app.sheet = null;
    pairing.unseated = true;
    comeIn();
  } else failed(answer);
  changed();
}

function asked(code) {
  const name = pairing.name.trim();
  return { code, name: name && `${name}${PHONE}` };
}

function failed({ problem }) {
  Object.assign(pairing, { code: "", problem });
  look();
  interrupt(problem);
  changed();
}
