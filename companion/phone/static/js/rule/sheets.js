// The sheet over the page, from `app.sheet`: one question, answered there or closed with Esc. One that only a family of games
// has brings along how to `draw` it.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { keyed } from "/shared/lib/lit-html/directives/keyed.js";
import { app } from "/phone/js/app.js";
import { later } from "/phone/js/later.js";
import { pairSheet } from "/phone/js/pair/view.js";
import { unblock } from "./keying.js";
import { keepUp } from "./meanwhile.js";
import { claimSheet, pointsSheet } from "./sheets/claims.js";
import { helpSheet } from "./sheets/help.js";
import { moreSheet } from "./sheets/more.js";
import { forgotSheet, renameSheet } from "./sheets/people.js";
import { ownerSheet } from "./sheets/owner.js";
import { questionSheet } from "./sheets/question.js";
import { showsSheet, suitSheet, upCardSheet } from "./sheets/suits.js";
import { whoseSheet } from "./sheets/whose.js";

const SHEETS = {
  question: questionSheet, suit: suitSheet, claim: claimSheet, points: pointsSheet,
  upcard: upCardSheet, shows: showsSheet, forgot: forgotSheet, rename: renameSheet,
  more: moreSheet, help: helpSheet, owner: ownerSheet, pair: pairSheet, whose: whoseSheet,
};
const lateSheet = later("lateSheet");

/** The current sheet; nothing if its question no longer applies, or while it is being loaded. */
export function sheetView({ sheet }) {
  if (!keepUp(sheet)) return null;
  unblock();
  const drawn = (sheet.draw ?? SHEETS[sheet.kind] ?? lateSheet)(sheet);
  if (drawn === null) return null;
  focusLater(sheet);
  return keyed(sheet, html`<div class="asked for-${sheet.kind}" @keydown=${keys}
    @click=${{ handleEvent: (event) => onlyWhileAsked(event, sheet), capture: true }}>${drawn}</div>`);
}

/** Ignores answers on a sheet that is closed but still drawn for a moment. */
function onlyWhileAsked(event, sheet) {
  if (app.sheet !== sheet) event.stopPropagation();
}

/**
 * Moves the focus into each new sheet and each new step. One that opens by itself while somebody writes gets it at its
 * title, where the Enter that is still to come presses nothing.
 */
function focusLater(sheet) {
  const step = sheet.step ?? "";
  if (sheet.focused === step) return;
  sheet.focused = step;
  queueMicrotask(() => {
    const dialog = document.getElementById("sheet");
    if (app.sheet !== sheet || !dialog.hasAttribute("open")) return;
    dialog.scrollTop = 0;
    const first = sheet.isSudden ? "#sheet-title" : "[data-first]";
    sheet.isSudden = false;
    (dialog.querySelector(first) ?? dialog.querySelector(".answers button, .choices button, button, input"))?.focus();
  });
}

function keys(event) {
  const { key, target, currentTarget } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "ArrowLeft" || key === "ArrowRight") along(event, key === "ArrowRight" ? 1 : -1);
  else if (target.tagName !== "INPUT" && /^(\d|-|−|Backspace)$/.test(key)) {
    const figure = currentTarget.querySelector(`[data-key="${key === "−" ? "-" : key}"]`);
    if (!figure) return;
    figure.click();
    event.preventDefault();
  } else if (key === "Enter" && target.closest(".figures, .given") && !event.repeat) {
    currentTarget.querySelector(".foot .main")?.click();
    event.preventDefault();
  }
}

/** Left and right move between the answers. */
function along(event, by) {
  if (event.target.tagName === "INPUT") return;
  const group = event.target.closest(".keys, .answers, .figures, .choices, .foot");
  const all = [...group?.querySelectorAll("button") ?? []];
  if (all.length < 2) return;
  all[(all.indexOf(event.target.closest("button")) + by + all.length) % all.length].focus();
  event.preventDefault();
}
