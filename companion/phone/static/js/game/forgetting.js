// Somebody is forgotten: whoever is held down among all people, or is tapped after "Forget somebody".

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, ngettext } from "/shared/js/language.js";
import { changed, drawNow, interrupt, say } from "/phone/js/app.js";
import { people, rename } from "./people.js";
import { setUp, unseat } from "./set-up.js";

const HELD = 600; // ms

/** `taps` while a tap forgets; `who` is asked about, `said` what came of it. */
const forgetting = { taps: false, who: "", said: "" };
const finger = { timer: 0, isHeld: false };

/** What a chip of somebody does besides being tapped. */
export const hold = (name) => ({
  down: () => {
    clearTimeout(finger.timer);
    finger.isHeld = false;
    if (setUp.shows === "all" && isKnown(name)) finger.timer = setTimeout(held, HELD, name);
  },
  up: () => clearTimeout(finger.timer),
});

const isKnown = (name) => name in people.told.games;

function held(name) {
  finger.isHeld = true; // the click that ends it is no tap
  askAbout(name);
}

/** Whether a tap on somebody was the end of holding them down, or is to forget them. */
export function tookTap(name) {
  const { isHeld } = finger;
  finger.isHeld = false;
  if (isHeld) return true;
  if (setUp.shows !== "all" || !forgetting.taps) return false;
  if (isKnown(name)) askAbout(name);
  return true;
}

function askAbout(who) {
  Object.assign(forgetting, { who, said: "" });
  drawNow();
  document.getElementById("forget-no")?.focus();
}

export const isAskedAbout = () => forgetting.who !== "";

/** The question about somebody, in place of the people. */
export function forgettingView() {
  const { who } = forgetting;
  const games = people.told.games[who] ?? 0;
  return html`<section class="one-seat" aria-label=${_("Forget {player}?", { player: who })}>
    <p>${_("Forget {player}?", { player: who })}
      ${ngettext("{n} game keeps its sums, under another name.", "{n} games keep their sums, under another name.", games)}</p>
    <div class="doing">
      <button type="button" class="button" id="forget-no" @click=${leave}>${_("No, keep them")}</button>
      <button type="button" class="button no" id="forget-yes" @click=${forgetThem}>${_("Forget")}</button>
    </div>
  </section>`;
}

/** The button below all people. */
export function forgetButton() {
  return html`<button type="button" class="button no" id="forget-somebody" aria-pressed=${forgetting.taps} @click=${turn}>${_("Forget somebody")}</button>`;
}

/** What a tap does now, or what came of the last one. */
export function forgettingSaid() {
  const said = forgetting.said || (forgetting.taps ? _("Tap whom to forget.") : "");
  return said ? html`<p class="secondary" role="status">${said}</p>` : nothing;
}

function turn() {
  Object.assign(forgetting, { taps: !forgetting.taps, said: "" });
  changed();
}

/** Goes back to tapping people to their seats. */
export function keepAll() {
  Object.assign(forgetting, { taps: false, who: "", said: "" });
}

function leave() {
  forgetting.who = "";
  drawNow();
  document.getElementById("forget-somebody")?.focus();
}

async function forgetThem() {
  const player = forgetting.who;
  const { problem } = await rename("/people/forget", { player });
  if (!problem) unseat(player);
  const said = problem ?? _("{player} is forgotten.", { player });
  Object.assign(forgetting, { taps: false, who: "", said });
  (problem ? interrupt : say)(said);
  drawNow();
  document.getElementById("forget-somebody")?.focus();
}
