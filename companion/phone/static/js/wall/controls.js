// The wall's few controls: shown for three seconds after a movement, a touch or a key, and as long as one of them has the focus.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app, changed, goTo } from "../app.js";
import { cannotStayAwake, staysAwake, switchAwake } from "../awake.js";
import { playAgain } from "../rule/over.js";
import { switchButton } from "../switch.js";
import { callSwitch } from "../voice.js";
import { hasCurve, switchCurve } from "./choices.js";

const SHOWN = 3000; // ms

let isShown = true;
let ending = 0;

/** Whether they are shown now. */
export const controlsShown = () => isShown;

function show() {
  if (app.tab !== "wall") return;
  clearTimeout(ending);
  ending = setTimeout(hide, SHOWN);
  if (isShown) return;
  isShown = true;
  changed();
}

function hide() {
  if (document.activeElement?.closest?.(".wall .controls")) return;
  isShown = false;
  changed();
}

/** Full screen, what is shown, and the way back; with `hasHand` the picture of the hand, with `again` the same game once more. */
export function controlsView({ hasHand, again }) {
  return html`<div class=${`controls ${isShown ? "" : "away"}`}>
    ${again ? html`<button type="button" class="main" @click=${playAgain}>${_("Play again")}</button>` : nothing}
    <button type="button" class="button" @click=${leave}>${_("Leave")}</button>
    ${document.fullscreenEnabled ? html`<button type="button" class="button" @click=${fill}>${document.fullscreenElement ? _("Leave full screen") : _("Full screen")}</button>` : nothing}
    ${hasHand ? switchButton({ label: _("Picture of the hand"), isOn: hasCurve(), turn: turnCurve }) : nothing}
    ${awakeSwitch()}
    ${callSwitch()}
  </div>`;
}

/** The switch that keeps this screen awake, for the tab that is open; a sentence if the browser cannot. */
export function awakeSwitch() {
  if (cannotStayAwake()) {
    const sentence = app.tab === "wall" ? _("This screen cannot be kept awake") : _("Keep this screen awake: not possible on this phone");
    return html`<p class="cannot">${sentence}</p>`;
  }
  return switchButton({ label: _("Keep this screen awake"), isOn: staysAwake(app.tab), turn: turnAwake });
}

function turnAwake() {
  switchAwake(app.tab);
  changed();
}

function turnCurve() {
  switchCurve();
  changed();
}

function fill() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {}); // whoever forbids it has said so
}

function leave() {
  if (document.fullscreenElement) document.exitFullscreen();
  goTo("table");
}

for (const moved of ["pointermove", "pointerdown", "keydown", "focusin", "focusout"]) document.addEventListener(moved, show);
document.addEventListener("keydown", ({ key, defaultPrevented }) => {
  if (app.tab === "wall" && key === "Escape" && !defaultPrevented) leave();
});
document.addEventListener("fullscreenchange", () => {
  show();
  changed();
});
window.addEventListener("hashchange", show);
show();
