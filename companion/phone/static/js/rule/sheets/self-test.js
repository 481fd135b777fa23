// The self-test of the box: what is tried now, and each part with what to do about it.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app, ask, changed, openSheet, post } from "/phone/js/app.js";
import { tell } from "../keying.js";
import { acted } from "../twice.js";
import { frame, leaveButton } from "./frame.js";

const AGAIN = 1000; // ms between two looks at the box, whose own keys answer too

/** Opens the results, from where the test begins. */
export async function openSelfTest() {
  acted();
  const sheet = { kind: "self-test", test: null };
  openSheet(sheet);
  while (app.sheet === sheet) {
    take(sheet, await ask("/self-test"));
    await new Promise((done) => { setTimeout(done, AGAIN); });
  }
}

/** The part that is tried now with its answers, or the results. */
export function selfTestSheet(sheet) {
  const { asks, rows = [] } = sheet.test ?? {};
  const step = (words, what, main = false) => html`<button type="button" class=${main ? "main" : "button"} @click=${() => go(sheet, what)}>${words}</button>`;
  return frame({
    title: asks ? asks.part : _("Test the box"),
    text: asks ? asks.text : "",
    refused: sheet.refused,
    body: html`<ul class="tested">${rows.map(({ part, works, text }) => html`<li>
      <b aria-hidden="true">${works === true ? "✓" : works === false ? "✕" : "·"}</b>
      <span>${part} <span class="unseen">${works === true ? _("works") : works === false ? _("fails") : _("not tried")}</span>
        ${text ? html`<span class="secondary">${text}</span>` : nothing}</span></li>`)}</ul>`,
    foot: asks ? html`${step(_("No"), "fails")}${asks.turns ? step(_("Next"), "again") : nothing}${step(_("Yes"), "works", true)}`
      : html`${leaveButton(_("Close"))}${step(_("Begin"), "begin", true)}`,
  });
}

async function go(sheet, step) {
  acted();
  take(sheet, await post("/self-test", { step }));
}

function take(sheet, { status, problem, ...test }) {
  if (status === 200) sheet.test = test;
  else tell(problem);
  changed();
}
