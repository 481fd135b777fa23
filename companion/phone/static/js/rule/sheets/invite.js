// Lets another phone in: a code on this screen, as a picture for its camera and as digits to type.

import { html, nothing, svg } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app, ask, changed, openSheet, post } from "/phone/js/app.js";
import { tell } from "../keying.js";
import { acted } from "../twice.js";
import { frame, leaveButton } from "./frame.js";

const QUIET = 4; // light modules around the code (ISO/IEC 18004)
const SECOND = 1000; // ms

/** Asks the box for a code and shows it. */
export async function invite() {
  acted();
  const { status, problem, seconds, ...given } = await post("/invite", {});
  if (status !== 200) {
    tell(problem);
    return;
  }
  openSheet({ kind: "invite", ...given, until: Date.now() + seconds * SECOND, version: app.ruling.version, isUsed: false });
  setTimeout(changed, seconds * SECOND);
}

/** The code while it is good; then that a phone came in with it, or that its time is over. */
export function inviteSheet(sheet) {
  lookAtBox(sheet);
  const { code, address, modules, isUsed, until } = sheet;
  const isGood = !isUsed && Date.now() < until;
  const how = modules.length ? _("Scan this with its camera, or open {address} there and type the code.", { address })
    : _("Open this page there and type the code.");
  const ended = isUsed ? _("The other phone can play now.") : _("This code has expired.");
  return frame({
    title: _("Connect another phone"),
    text: isGood ? how : "",
    body: isGood ? html`<div class="invitation">${modules.length ? picture(modules) : nothing}<p class="code">${code.slice(0, 3)} ${code.slice(3)}</p></div>`
      : html`<p role="status"><b>${ended}</b></p>`,
    foot: html`${leaveButton(_("Close"))}${isGood ? nothing : html`<button type="button" class="main" @click=${invite}>${_("Another code")}</button>`}`,
  });
}

/** A code that is used is none any longer: the box says so, after a change of the phones. */
async function lookAtBox(sheet) {
  if (sheet.version === app.ruling.version) return;
  sheet.version = app.ruling.version;
  const { status, seconds } = await ask("/pairing");
  if (status !== 200 || seconds !== null || Date.now() >= sheet.until) return;
  sheet.isUsed = true;
  changed();
}

function picture(modules) {
  const side = modules.length + 2 * QUIET;
  const dark = modules.flatMap((row, y) => [...row].map((module, x) => (module === "1" ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : ""))).join("");
  return html`<svg viewBox=${`0 0 ${side} ${side}`} role="img" aria-label=${_("QR code")} shape-rendering="crispEdges">${svg`<path d=${dark}></path>`}</svg>`;
}
