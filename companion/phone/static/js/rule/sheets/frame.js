// The frame of every sheet, and the choice of a player.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { closeSheet, drawNow } from "/phone/js/app.js";
import { drawText } from "/phone/js/cards.js";
import { acted } from "../twice.js";

/**
 * A sheet: what is asked, the answers, and below them how to leave.
 * @param {{title, text?: string, picture?, refused?: string, body, foot}} parts `refused` says why the last
 *   answer was not taken
 */
export function frame({ title, text = "", picture = nothing, refused = "", body, foot }) {
  return html`<header class="asks">${picture}<div><h2 id="sheet-title" tabindex="-1">${drawText(title)}</h2>
      ${text ? html`<p class="secondary">${drawText(text)}</p>` : nothing}</div></header>
    ${refused ? html`<p class="not-taken" role="alert"><b aria-hidden="true">✕</b> ${drawText(refused)}</p>` : nothing}
    ${body}<div class="foot">${foot}</div>`;
}

/** The button that closes a sheet without an answer. */
export function leaveButton(words) {
  return html`<button type="button" class="button" @click=${close}>${words}</button>`;
}

function close() {
  acted();
  closeSheet();
}

/** A button for each player. */
export function people({ names, tap, chosen, disabled = nothing }) {
  return html`<div class="choices" role="group" aria-label=${_("Who")}>${names.map((name) => html`
    <button type="button" class="button person" aria-pressed=${chosen === undefined ? nothing : String(chosen === name)}
      aria-disabled=${disabled} @click=${() => tap(name)}><span class="name">${name}</span></button>`)}</div>`;
}

/** Moves to another step of the same sheet. */
export function next(sheet, changes) {
  acted();
  Object.assign(sheet, { refused: "" }, changes);
  drawNow();
}
