// Undo: the key names what it takes back and the state after it, and asks once in the same place.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { inSigns } from "/shared/js/card-words.js";
import { _ } from "/shared/js/language.js";
import { app } from "/phone/js/app.js";
import { drawText } from "/phone/js/cards.js";
import { backwards, keying, takeBack, takenBack } from "./keying.js";
import { blocked, pressed } from "./keys.js";

const LONG = 20; // letters that a phone shows on one line

/** The key that takes the last play back, or resumes the previous game. */
export function undoKey() {
  const back = backwards();
  const asks = keying.asked === takenBack();
  const head = !back ? _("Nothing to undo") : asks ? _("Yes, undo") : back.what;
  const size = inSigns(head).length > LONG ? "long" : "";
  const then = !back ? _("this is where it began") : back.then;
  return html`<button type="button" id="undo" class=${pressed(asks ? "undo sure" : "undo", "undo")}
    aria-disabled=${back ? blocked(back.order) : "true"} @click=${() => takeBack()}>
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 9H14.5A5.5 5.5 0 0 1 14.5 20H11"></path><path d="M9 3.5L3.5 9L9 14.5"></path></svg>
    <span><b class=${size}>${drawText(head)}</b><span class="secondary">${drawText(then)}</span></span>
  </button>`;
}
