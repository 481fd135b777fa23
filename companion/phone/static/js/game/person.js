// What becomes of a person who has played: another name, the name of another one who is the same person, or none.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { live } from "/shared/lib/lit-html/directives/live.js";
import { _, ngettext } from "/shared/js/language.js";
import { changed, drawNow, interrupt, say } from "/phone/js/app.js";
import { people, rename } from "./people.js";
import { MAX_NAME_LENGTH, setUp, unseat } from "./set-up.js";

const HELD = 600; // ms
const NOTHING = { taps: false, who: "", written: "", asks: "", other: "", said: "" };

/**
 * `taps` while a tap opens a person; `who` is open, and called as `written` in the field. `asks` for the "other" who is the
 * same person, whether both are "one", or whether to "forget"; "" shows all of these. `said` is what came of it.
 */
const person = { ...NOTHING };
const finger = { timer: 0, isHeld: false };

/** What a chip of a person does besides being tapped. */
export const hold = (name) => ({
  down: () => {
    clearTimeout(finger.timer);
    finger.isHeld = false;
    if (setUp.shows === "all" && isOffered(name)) finger.timer = setTimeout(held, HELD, name);
  },
  up: () => clearTimeout(finger.timer),
});

const isKnown = (name) => name in people.told.games;

/** Whether a person may be tapped: all but the one whose other name is asked for. */
export const isOffered = (name) => person.asks !== "other" || (isKnown(name) && name !== person.who);

function held(name) {
  finger.isHeld = true; // the click that ends it is no tap
  opens(name);
}

/** Whether a tap on a person was the end of holding them down, or is to open them. */
export function tookTap(name) {
  const { isHeld } = finger;
  finger.isHeld = false;
  if (isHeld) return true;
  if (setUp.shows !== "all" || !(person.taps || person.who)) return false;
  opens(name);
  return true;
}

function opens(name) {
  if (!isKnown(name)) return;
  if (person.asks === "other") shows({ asks: "one", other: name });
  else shows({ who: name, written: name, asks: "" });
}

function shows(change) {
  Object.assign(person, { said: "" }, change);
  drawNow();
  document.getElementById(person.who ? "person-no" : "change-names")?.focus();
}

/** The person who is open, in place of all people; null while these are shown. */
export function personView() {
  const { who, other, asks } = person;
  const games = people.told.games[who] ?? 0;
  if (!who || asks === "other") return null;
  if (asks === "forget") {
    const lost = ngettext("{n} game keeps its results, under another name.", "{n} games keep their results, under another name.", games);
    return question(_("Forget {player}?", { player: who }), lost, _("No, keep them"), _("Forget"), forgetThem);
  }
  if (asks === "one") {
    const named = { player: who, other };
    const lost = ngettext("{n} game of {player} then counts for {other}.", "{n} games of {player} then count for {other}.", games, named);
    return question(_("Are {player} and {other} one person?", named), `${lost} ${_("This cannot be undone.")}`, _("No, two people"), _("One person"), mergeThem);
  }
  return html`<form class="one-seat" aria-label=${who} @submit=${renameThem}>
    <label><span>${_("Name")}</span>
      <input type="text" maxlength=${MAX_NAME_LENGTH} autocomplete="off" autocapitalize="words" spellcheck="false"
        .value=${live(person.written)} @input=${({ target }) => { person.written = target.value; }}></label>
    ${personSaid()}
    <div class="doing">
      <button type="submit" class="button">${_("Rename")}</button>
      <button type="button" class="button" @click=${() => shows({ asks: "other" })}>${_("The same as …")}</button>
    </div>
    <div class="doing">
      <button type="button" class="button no" @click=${() => shows({ asks: "forget" })}>${_("Forget")}</button>
      <button type="button" class="button" id="person-no" @click=${() => shows({ who: "" })}>${_("Done")}</button>
    </div>
  </form>`;
}

function question(asked, lost, no, yes, act) {
  return html`<section class="one-seat" aria-label=${asked}>
    <p>${asked} ${lost}</p>
    <div class="doing">
      <button type="button" class="button" id="person-no" @click=${() => shows({ asks: "" })}>${no}</button>
      <button type="button" class="button no" @click=${act}>${yes}</button>
    </div>
  </section>`;
}

/** The button below all people. */
export function changeButton() {
  if (person.asks) return html`<button type="button" class="button" id="person-no" @click=${() => shows({ asks: "" })}>${_("Leave it")}</button>`;
  return html`<button type="button" class="button" id="change-names" aria-pressed=${person.taps} @click=${turn}>${_("Change names")}</button>`;
}

/** What a tap does now, or what came of the last one. */
export function personSaid() {
  const { asks, who, taps } = person;
  const said = asks ? _("{player} is the same as …", { player: who }) : person.said || (taps && !who ? _("Tap a name.") : "");
  return said ? html`<p class="secondary" role="status">${said}</p>` : nothing;
}

function turn() {
  Object.assign(person, { taps: !person.taps, said: "" });
  changed();
}

/** Goes back to tapping people to their seats. */
export function leavePerson() {
  Object.assign(person, NOTHING);
}

function renameThem(event) {
  event.preventDefault();
  const { who, written } = person;
  const name = written.trim();
  if (name && name !== who) become("rename", { player: who, name }, name, _("{player} is now {other}.", { player: who, other: name }));
}

function mergeThem() {
  const { who, other } = person;
  become("merge", { people: { [who]: other } }, other, _("{player} is now {other}.", { player: who, other }));
}

function forgetThem() {
  become("forget", { player: person.who }, "", _("{player} is forgotten.", { player: person.who }));
}

/** Lets the box do something with the person who is open, and says what came of it. */
async function become(act, body, instead, done) {
  const { who } = person;
  const { problem } = await rename(`/people/${act}`, body);
  if (!problem) unseat(who, instead);
  shows({ who: problem ? who : "", asks: "", said: problem ?? done });
  if (problem) interrupt(problem);
  else say(done);
}
