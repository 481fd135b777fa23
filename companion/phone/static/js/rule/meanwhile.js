// A sheet asks about the table as it was when it opened. When the table has changed, the sheet closes with an explanation.

import { app, changed, closeSheet } from "/phone/js/app.js";
import { _ } from "/shared/js/language.js";
import { keying, tell } from "./keying.js";

const OUTLASTS = new Set(["more", "help", "rename", "leave", "owner", "pair", "invite", "payment", "price", "self-test", "share"]); // their questions do not depend on the table
const FOR_ALL = new Set(["help", "share"]); // also for phones that are not paired

/** Closes the sheet if its question no longer applies. */
export function keepUp(sheet) {
  const sequence = app.now?.sequence ?? 0;
  if (sheet.seen === undefined) sheet.seen = sequence;
  if (sheet.ofBox && app.question === null && !app.sending) {
    later(sheet, () => _("It was answered on the box."));
    return false;
  }
  if (sheet.kind === "pair" ? app.me.rules : !app.me.rules && !FOR_ALL.has(sheet.kind)) {
    later(sheet, () => "");
    return false;
  }
  if (sheet.seen === sequence || app.sending || OUTLASTS.has(sheet.kind)) return true;
  later(sheet, () => (keying.done === sequence ? "" : app.now.meanwhile));
  return false;
}

/** Closes it after this drawing and after the answer that led to it, because a view must only draw. */
function later(sheet, why) {
  queueMicrotask(() => {
    if (app.sheet !== sheet) return;
    closeSheet();
    const sentence = why();
    if (sentence) tell(sentence);
    changed();
  });
}
