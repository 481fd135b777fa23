// Pairing: the six digits on the box's display, typed with the page's keys, pasted, or filled in by the phone.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { live } from "/shared/lib/lit-html/directives/live.js";
import { _ } from "/shared/js/language.js";
import { app, goTo } from "/phone/js/app.js";
import { figureKeys } from "/phone/js/rule/keys.js";
import { DIGITS, keyed, pairing } from "./pairing.js";

const LONGEST = 24 - _("{player}'s phone", { player: "" }).length; // letters of the owner's name in a phone's name

/** Six boxes, number keys, and the way back to watching. */
export function pairView() {
  const { code, problem, asking } = pairing;
  return html`<section class="pair" aria-labelledby="pair-title">
    <h2 id="pair-title" class="heading large">${_("The code is on the box")}</h2>
    <p class="secondary">${_("Whoever can see the box may rule. Hold MORE on it, choose Phone code, and key in the six digits.")}</p>
    <label class="named"><span>${_("Whose phone is this?")}</span>
      <input type="text" maxlength=${LONGEST} autocomplete="nickname" .value=${live(pairing.name)} @input=${({ target }) => { pairing.name = target.value; }}></label>
    <div class=${problem ? "digits wrong" : asking ? "digits sending" : "digits"}>
      ${Array.from({ length: DIGITS }, (_, at) => html`<span class=${at === code.length ? "next" : ""} aria-hidden="true">${code[at] ?? nothing}</span>`)}
      <input id="code" type="text" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]*" maxlength="24" aria-label=${_("The six digits")}
        aria-describedby="pair-problem" .value=${live(code)} @input=${({ target }) => keyed(target.value)} @paste=${pasted}>
    </div>
    <p id="pair-problem" class="problem">${problem ? html`<b aria-hidden="true">✕</b> ${problem}` : nothing}</p>
    ${figureKeys({ digit: (digit) => keyed(code + digit), back: () => keyed(code.slice(0, -1)) })}
    <button type="button" class="button" id="only-look" @click=${() => goTo("table")}>${_("Only look")}</button>
  </section>`;
}

function pasted(event) {
  event.preventDefault();
  keyed(event.clipboardData?.getData("text") ?? "");
}

// Digits typed anywhere on this view belong to the code, except in the name field.
document.addEventListener("keydown", (event) => {
  if (app.tab !== "rule" || app.me.rules || app.sheet) return;
  if (event.target.tagName === "INPUT" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!/^(\d|Backspace)$/.test(event.key)) return;
  event.preventDefault();
  keyed(event.key === "Backspace" ? pairing.code.slice(0, -1) : pairing.code + event.key);
});
