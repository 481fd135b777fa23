// Keyboard input on the tab "Rule": letters write a card, other keys are shortcuts.

import { app, changed, openSheet } from "/phone/js/app.js";
import { familyOf } from "/phone/js/families.js";
import { erase, write, writtenCard } from "/shared/js/typing.js";
import { clear, inTurn, keying, playCard, takeBack, tell } from "./keying.js";
import { letters } from "./letters.js";
import { whyNotKey } from "./why.js";

/** Listens wherever a card can be written. */
export function listen() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isText(event.target)) return;
    // A held key acts only once, also on a focused button.
    if (event.repeat && (event.key === "Enter" || event.key === " " || event.key === "Backspace")) {
      event.preventDefault();
      return;
    }
    if (app.tab !== "rule" || !app.me.rules || !app.now) return;
    if (app.sheet ? keying.pressed && ahead(event) : down(event)) event.preventDefault();
  });
}

/** Accepts a card typed while a sheet's answer is pending, because the table may already be visible. */
function ahead({ key, repeat }) {
  if (!letters.on || repeat || !app.game) return false;
  return key === "Enter" ? Boolean(keying.written) && done(inTurn(play)) : letter(key);
}

function isText(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName)
    || (target instanceof HTMLInputElement && !/^(button|checkbox|radio|range)$/.test(target.type)));
}

function down({ key, target, repeat }) {
  if (key === "ArrowLeft" || key === "ArrowRight") return step(target, key === "ArrowRight" ? 1 : -1);
  if (key === "?") return done(openSheet({ kind: "help" }));
  if (key === "Enter") return keying.written ? done(inTurn(play)) : false;
  if (key === "Backspace") return done(back());
  if (key === "Escape") return done(leave());
  if (!letters.on || repeat || !app.game) return false;
  return act(key) || (familyOf(app.game).cards && letter(key));
}

const done = () => true;

function act(key) {
  const does = familyOf(app.game).shortcuts()[key.toUpperCase()];
  if (!does) return false;
  does();
  return true;
}

function letter(key) {
  const text = write(keying.written, key);
  if (text === null) return false;
  clear();
  keying.asked = null;
  keying.written = text;
  changed();
  return true;
}

/** Plays the written card, as a scan would. */
function play() {
  const card = writtenCard(keying.written);
  const why = whyNotKey(app, { cmd: "play" });
  keying.written = "";
  if (why) tell(why);
  else playCard(card, "written");
  changed();
}

function back() {
  if (keying.written) {
    keying.written = erase(keying.written);
    changed();
    return;
  }
  const undo = document.getElementById("undo");
  if (keying.asked === null) takeBack();
  undo?.focus();
}

function leave() {
  clear();
  Object.assign(keying, { written: "", asked: null });
  changed();
}

/** Moves the focus to the next or previous key of the group, or into the keys. */
export function step(target, by) {
  const group = target.closest?.(".keys, .rule-acts, .answers, .figures, .choices");
  const keys = [...(group ?? document.querySelector(".rule .keys"))?.querySelectorAll("button") ?? []];
  if (!keys.length) return false;
  const at = keys.indexOf(target.closest("button"));
  keys[at < 0 ? 0 : (at + by + keys.length) % keys.length].focus();
  return true;
}
