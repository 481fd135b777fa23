// A sheet asks about the table as it was when it opened. When the table has changed, the sheet closes with an explanation.

import { app, changed, closeSheet } from "/phone/js/app.js";
import { keying, tell } from "./keying.js";

const OUTLASTS = new Set(["more", "help", "rename", "leave"]); // their questions do not depend on the table

/** Closes the sheet if its question no longer applies. */
export function keepUp(sheet) {
  const sequence = app.now?.sequence ?? 0;
  if (sheet.seen === undefined) sheet.seen = sequence;
  if (sheet.ofBox && app.question === null && !app.sending) {
    later(sheet, () => "It was answered at the box.");
    return false;
  }
  if (!app.me.rules && sheet.kind !== "help") {
    later(sheet, () => "");
    return false;
  }
  if (sheet.seen === sequence || app.sending || OUTLASTS.has(sheet.kind)) return true;
  later(sheet, () => (keying.done === sequence ? "" : `${whatHappened()} Nothing of yours was sent.`));
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

function whatHappened() {
  const row = [...app.plays].reverse().find(({ kind }) => kind !== "refused");
  if (!row || Number.parseInt(row.id, 10) < app.now.sequence) return "The table is another one now.";
  const [card, count] = [row.cards[0], row.cards.length];
  if (!card) return `${[row.by ?? row.player, row.text].filter(Boolean).join(": ")}.`;
  return `${row.by ?? row.player} played ${count > 1 ? `${count} cards` : printed(card)}.`;
}

const printed = (card) => card.replace(/\/\d$/, "").replace(/^JK$/, "a joker")
  .replace(/[CDHS]$/, (suit) => ({ C: "♣", D: "♦", H: "♥", S: "♠" })[suit]);
