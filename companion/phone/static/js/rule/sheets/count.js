// Chips are counted: how many lie there, why the box may have another number, and with one more tap it is put right.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, colon, ngettext } from "/shared/js/language.js";
import { chipsWords } from "/shared/js/words.js";
import { app, changed, closeSheet, openSheet, say } from "/phone/js/app.js";
import { consult } from "../consult.js";
import { blocked, pressed } from "../keys.js";
import { acted } from "../twice.js";
import { explanation, whatDiffers } from "./explanation.js";
import { frame, leaveButton, next } from "./frame.js";
import { asTheBox, heldNow, heldWords, holder } from "./said.js";
import { openSetting } from "./setting.js";

const MAX_CHIPS = 99;

/** Opens the sheet with the chips that the box has. */
export function openCount() {
  acted();
  openSheet({ kind: "count", seen: app.now.sequence, counted: {}, found: null, step: "" });
}

/** What was counted and is not what the box has. */
function differing({ counted }) {
  const has = heldNow();
  return Object.fromEntries(Object.entries(counted).filter(([name, chips]) => chips !== has[name]));
}

/** The sheet: what was counted, then what may have happened. */
export const countSheet = (sheet) => (sheet.step === "found" ? foundSheet(sheet) : countedSheet(sheet));

function countedSheet(sheet) {
  const give = (name, chips) => {
    acted();
    Object.assign(sheet, { counted: { ...sheet.counted, [name]: Math.min(MAX_CHIPS, Math.max(0, chips)) }, refused: "", asked: null });
    changed();
  };
  return frame({
    title: _("Not right?"),
    text: app.now.where,
    refused: sheet.refused,
    body: html`${whatDiffers("chips")}<p class="secondary">${_("Enter how many chips each player has. Players you skip keep the box’s count.")}</p>
      <ul class="steppers">${Object.entries(heldNow()).map(([name, has]) => stepper(holder(name), has, sheet.counted[name] ?? has, (chips) => give(name, chips)))}</ul>`,
    foot: html`<button type="button" class="button narrow" @click=${() => { acted(); closeSheet(); }}>${_("Close")}</button><button type="button" class=${pressed("main", "explain")} aria-disabled=${blocked()}
      @click=${() => askBox(sheet)}>${_("What may have happened?")}</button>`,
  });
}

function stepper(name, has, counted, give) {
  return html`<li><span><span class="name">${name}</span>${has === counted ? nothing : html` <span class="secondary">${_("the box has {total}", { total: has })}</span>`}</span>
    <button type="button" class="button" aria-label=${_("{player}: one chip less", { player: name })} @click=${() => give(counted - 1)}>−</button>
    <b role="status" aria-label=${`${name}${colon}${chipsWords(counted)}`}>${counted}</b>
    <button type="button" class="button" aria-label=${_("{player}: one chip more", { player: name })} @click=${() => give(counted + 1)}>+</button></li>`;
}

function askBox(sheet) {
  const chips = differing(sheet);
  if (!Object.keys(chips).length) {
    sheet.refused = _("The box has the same chips: there is nothing to explain");
    changed();
    return;
  }
  consult(sheet, "/explain", { chips }, ({ before, explanations }) => {
    const found = explanations.filter(({ order }) => order?.why !== "by-hand"); // which is the button below them
    Object.assign(sheet, { before, found, step: "found" });
    say(ngettext("{n} explanation.", "{n} explanations.", found.length));
  });
}

function foundSheet(sheet) {
  const { asked: { chips }, found } = sheet;
  const box = heldWords(asTheBox(chips));
  return frame({
    title: heldWords(chips),
    text: found.length ? _("The box has {box}. Each of these would explain what you entered. Tap what happened.", { box })
      : _("The box has {box}. It finds no explanation for what you entered.", { box }),
    refused: sheet.refused,
    body: html`<div class="explanations" role="group" aria-label=${_("What may have happened")}>${found.map((one, at) => explanation(sheet, one, at))}</div>`,
    foot: html`<div class="last-words two"><button type="button" class="button" ?data-first=${!found.length} @click=${() => openSetting({ counted: chips })}>${_("None of these: use our count")}</button>
      <button type="button" class="button" @click=${() => next(sheet, { step: "", found: null })}>${_("Change what you entered")}</button>
      ${leaveButton(_("The box is right after all"))}</div>`,
  });
}
