// Calls aloud what the box calls, from one tap on "Call for us" until the page is closed.

import { nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, language } from "/shared/js/language.js";
import { changed } from "./app.js";
import { ownSeat } from "./owner.js";
import { switchButton } from "./switch.js";

const MODES = { after: _("Calls come after the player"), caller: _("Calls come at once"), trouble: _("Calls only in trouble") };

let isOn = false;

/** The switch; nothing if this browser cannot speak. */
export const callSwitch = () => (canSpeak() ? switchButton({ label: _("Call for us"), isOn, turn: switchCalls, id: "call-for-us" }) : nothing);

/** When all voices speak, in words, and the order that changes it; null before the box has said so. */
export function modeRow({ voice }) {
  if (!voice) return null;
  const modes = Object.keys(MODES);
  return { words: MODES[voice.mode], order: { cmd: "voice", mode: modes[(modes.indexOf(voice.mode) + 1) % modes.length] } };
}

/** Speaks what has become due between two messages of the box. The owner of this phone hears "your turn". */
export function call(before, after) {
  const is = after.voice;
  if (!isOn || !before.voice || !is || before.voice.number === is.number) return;
  const turn = is.player !== null && is.player === ownSeat(after) ? _("Your turn.") : is.turn;
  speak([is.text, turn].filter(Boolean).join(" "));
}

const canSpeak = () => "speechSynthesis" in window && "SpeechSynthesisUtterance" in window;

/** Browsers let a page speak only after it has spoken in answer to a touch, so this says something at once. */
function switchCalls() {
  isOn = !isOn;
  if (isOn) speak(_("I call for you."));
  else speechSynthesis.cancel();
  changed();
}

function speak(text) {
  speechSynthesis.cancel(); // a newer call cuts off an older one
  if (text) speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(text), { lang: language }));
}
