// Pairing: the six digits on the box's display, typed with the page's keys, pasted, or filled in by the phone.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { live } from "/shared/lib/lit-html/directives/live.js";
import { _, ngettext } from "/shared/js/language.js";
import { app, goTo } from "/phone/js/app.js";
import { figureKeys } from "/phone/js/rule/keys.js";
import { frame, leaveButton } from "/phone/js/rule/sheets/frame.js";
import { DIGITS, PHONE, enter, keyed, left, lookAtBox, pairing } from "./pairing.js";

const MAX_NAME_LENGTH = 24 - PHONE.length; // letters of the owner's name in a phone's name

/** In place of a tab: six boxes, number keys, and the way back to watching. */
export function pairView() {
  return html`<section class="pair" aria-labelledby="pair-title">
    <h2 id="pair-title" class="heading large">${title()}</h2>
    <p class="secondary">${text()}</p>
    ${app.state ? nothing : named()}
    ${boxes()}
    <button type="button" class="button" id="only-look" @click=${() => goTo("table")}>${_("Just watch")}</button>
  </section>`;
}

/** The same over a tab, where somebody has tapped what only phones that rule may do. */
export function pairSheet() {
  return frame({ title: title(), text: text(), body: html`<div class="pair">${boxes()}</div>`, foot: leaveButton(_("Just watch")) });
}

/** Where nobody sits at a table yet, by whose seat the phone is called later. */
function named() {
  return html`<label class="named"><span>${_("Whose phone is this?")}</span>
    <input type="text" maxlength=${MAX_NAME_LENGTH} autocomplete="nickname" .value=${live(pairing.name)} @input=${({ target }) => { pairing.name = target.value; }}></label>`;
}

function title() {
  if (pairing.chances?.open) return _("The first phone");
  return pairing.chances?.display === false ? _("The six digits") : _("The six digits on the box");
}

function text() {
  if (pairing.chances?.open) return _("This box has no display, so its first phone needs no code.");
  if (pairing.chances?.display === false) return _("Another phone can play already. Tap More and “Connect another phone” there, and type its digits here.");
  return left() ? _("Or scan the QR code there instead of typing.")
    : _("Hold MORE on the box and choose Phone code. Then scan the QR code there, or type the digits.");
}

function boxes() {
  const { code, problem, asking } = pairing;
  lookAtBox();
  if (pairing.chances?.open) {
    return html`<p class="problem">${pairing.problem}</p>
      <button type="button" class="button large" id="first-phone" ?disabled=${asking} @click=${enter}>${_("Play on this phone")}</button>`;
  }
  return html`${pairing.chances?.guessed ? guessing() : nothing}
    <div class=${problem ? "digits wrong" : asking ? "digits sending" : "digits"}>
      ${Array.from({ length: DIGITS }, (_, at) => html`<span class=${at === code.length ? "next" : ""} aria-hidden="true">${code[at] ?? nothing}</span>`)}
      <input id="code" type="text" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]*" maxlength="24" aria-label=${_("The six digits")}
        aria-describedby="pair-problem pair-left" .value=${live(code)} @input=${({ target }) => keyed(target.value)} @paste=${pasted}>
    </div>
    <div class="below"><p id="pair-problem" class="problem">${problem ? html`<b aria-hidden="true">✕</b> ${problem}` : nothing}</p>
      <p id="pair-left" class="secondary">${problem ? nothing : goodFor()}</p></div>
    ${figureKeys({ digit: (digit) => keyed(code + digit), back: () => keyed(code.slice(0, -1)), first: "1" })}`;
}

/** How long the code is good for and how many tries are left; nothing while no code is shown. */
function goodFor() {
  const seconds = left();
  if (!seconds) return nothing;
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const { tries } = pairing.chances;
  return html`${_("Valid for {time}", { time })}${tries ? ` · ${ngettext("{n} try left", "{n} tries left", tries)}` : nothing}`;
}

function guessing() {
  return html`<section class="guessing"><h3><b aria-hidden="true">!</b> ${_("Someone is guessing codes")}</h3>
    <p>${_("Another phone entered wrong codes. None got in, and it has to wait.")} <b>${_("This does not affect you.")}</b></p></section>`;
}

function pasted(event) {
  event.preventDefault();
  keyed(event.clipboardData?.getData("text") ?? "");
}

// Digits typed anywhere on this view belong to the code, except in the name field.
document.addEventListener("keydown", (event) => {
  if (!document.getElementById("code") || app.sheet) return;
  if (event.target.tagName === "INPUT" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!/^(\d|Backspace)$/.test(event.key)) return;
  event.preventDefault();
  keyed(event.key === "Backspace" ? pairing.code.slice(0, -1) : pairing.code + event.key);
});
