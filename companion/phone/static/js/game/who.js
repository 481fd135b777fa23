// Who plays: the table from above with a name at each seat, and below it the people to tap.

import { html, nothing, svg } from "/shared/lib/lit-html/lit-html.js";
import { live } from "/shared/lib/lit-html/directives/live.js";
import { repeat } from "/shared/lib/lit-html/directives/repeat.js";
import { _, ngettext, pgettext } from "/shared/js/language.js";
import { changed, drawNow, say } from "/phone/js/app.js";
import { hasLargeLetters } from "/phone/js/layout.js";
import { switchButton } from "/phone/js/switch.js";
import { chevrons, geometry } from "/phone/js/table/geometry.js";
import { everybody, people, placesOf } from "./people.js";
import { changeButton, hold, isOffered, leavePerson, personSaid, personView, tookTap } from "./person.js";
import { MAX_NAME_LENGTH, another, callSeat, deals, isByLot, lastPlayers, moveSeat, names, opening, playOn, removeSeat, setUp, show, sitNew, tap, turnLot, twin } from "./set-up.js";

const [WIDE, HIGH, CUT] = [328, 204, 60]; // the board in its own units
const LONG = 7; // letters, beyond which a name is written smaller
const FIRM = 8; // px that a finger moves before it drags

/** The middle of a name at each light, in shares of the board: js/game.css puts it there. */
const MIDDLES = [[0.5, 0.19], [0.735, 0.265], [0.87, 0.5], [0.735, 0.735], [0.5, 0.81], [0.265, 0.735], [0.13, 0.5], [0.265, 0.265]];

const held = { id: null, pointer: null, from: null, drags: false };
const written = { name: "", why: "" };

/** The table with its seats; with large letters, and from the ninth on, they are a list below it. */
export function whoSits() {
  const { seats } = setUp;
  const places = placesOf(seats.length);
  const all = names();
  const lit = hasLargeLetters() ? 0 : places.length;
  const chairs = seats.map((seat, at) => ({ seat, at, name: all[at], place: places[at] }));
  const list = (some, kind) => html`<ol class=${kind} aria-label=${_("Seats, clockwise")}>${repeat(some, ({ seat }) => seat.id, chair)}</ol>`;
  return html`<section class="who" aria-label=${_("Who sits where")}>
    <div class="octagon flat" @pointermove=${drag} @pointerup=${drop} @pointercancel=${drop}>
      ${rail(places)}
      <p class="count"><b>${seats.length}</b> <span>${ngettext("plays", "play", seats.length)}</span></p>
      ${lit ? list(chairs.slice(0, lit), seats.length > 4 ? "sitting many" : "sitting") : nothing}
    </div>
    ${seats.length > lit ? list(chairs.slice(lit), "sitting below") : nothing}
  </section>`;
}

function rail(places) {
  const g = geometry(WIDE, HIGH, false, CUT);
  return html`<svg class="rail" viewBox=${`0 0 ${WIDE} ${HIGH}`} aria-hidden="true">
    ${svg`<path class="rim" d=${g.rim}></path><path class="felt" d=${g.felt}></path>`}
    ${chevrons(g, places).map(({ x, y, turn }) => svg`<g transform=${`translate(${x} ${y}) rotate(${turn})`}><path class="chevron" d="M-3.5 -5.5L3.5 0L-3.5 5.5"></path></g>`)}
    ${places.map((place) => lens(g, g.sides[place]))}
  </svg>`;
}

function lens({ lens: { length, width } }, { x, y, turn }) {
  return svg`<rect class="lens" x=${-length / 2} y=${-width / 2} width=${length} height=${width} rx=${width / 2}
    transform=${`translate(${x} ${y}) rotate(${turn})`}></rect>`;
}

function chair({ seat, at, name, place }) {
  const { seats, chosen } = setUp;
  const { dealer, first } = opening();
  const does = seats.length < 2 ? "" : name === dealer ? _("deals") : name === first ? pgettext("who plays first", "first") : "";
  const said = _("{player}, seat {seat} of {seats}.", { player: `${name} ${does}`.trim(), seat: at + 1, seats: seats.length });
  return html`<li class=${`at-${place}`} data-seat=${seat.id}>
    <button type="button" class=${held.id === seat.id && held.drags ? "dragged" : ""} aria-pressed=${chosen === seat.id} aria-label=${said}
      @pointerdown=${(event) => lift(event, seat)} @click=${() => choose(seat)} @keydown=${(event) => keyed(event, seat)}>
      <b class=${seat.name ? "" : "unnamed"}>${name}</b> ${does ? html`<small>${does}</small>` : nothing}</button></li>`;
}

/** Whom to tap, or what stands in their place. */
export function whoPlays() {
  switch (setUp.shows) {
    case "seat":
      return chosenSeat();
    case "new":
      return newcomer();
    case "all":
      return personView() ?? html`<section class="people" aria-label=${_("Everyone")}>
        ${personSaid()}
        <div class="chips-of">${everybody().filter(isOffered).map(chip)}</div>
        <div class="doing">
          ${changeButton()}
          <button type="button" class="button" @click=${leaveAll}>${_("Done")}</button>
        </div>
      </section>`;
  }
  const all = everybody().length;
  const last = lastPlayers();
  return html`<section class="people" aria-label=${_("People")}>
    ${last.length ? html`<button type="button" class="button play-on" id="play-on" @click=${playOn}
      >${_("Play on: {players}", { players: last.join(", ") })}</button>` : nothing}
    <div class="chips-of">
      ${people.offered.map(chip)}
      ${all ? html`<button type="button" class="more" id="everybody" @click=${() => show("all")}>${ngettext("All {n}", "All {n}", all)}</button>` : nothing}
      <button type="button" class="more" id="somebody-new" @click=${openNew}>${pgettext("somebody", "New")}</button>
    </div>
  </section>`;
}

function chip(name) {
  const at = setUp.seats.findIndex((seat) => seat.name === name);
  return html`<button type="button" class=${name.length > LONG ? "person long" : "person"} aria-pressed=${at >= 0} title=${name}
    @pointerdown=${hold(name).down} @pointerup=${hold(name).up} @pointercancel=${hold(name).up} @pointerleave=${hold(name).up} @contextmenu=${(event) => event.preventDefault()}
    @click=${() => tapped(name)}>
    ${at >= 0 ? html`<small>${at + 1}</small>` : nothing}<span>${name}</span></button>`;
}

function leaveAll() {
  leavePerson();
  show("people");
}

function tapped(name) {
  if (tookTap(name)) return;
  const seat = tap(name);
  if (seat) say(_("{player}, seat {seat} of {seats}.", { player: name, seat, seats: setUp.seats.length }));
  else say(_("{player} does not play.", { player: name }));
}

function openNew() {
  show("new");
  drawNow();
  document.getElementById("new-name")?.focus();
}

function newcomer() {
  const isEmpty = !written.name.trim();
  const hasPeople = everybody().length || setUp.seats.length;
  return html`<form class="newcomer" @submit=${added}>
    <label class="unseen" for="new-name">${_("Name")}</label>
    <input type="text" id="new-name" placeholder=${_("Name")} maxlength=${MAX_NAME_LENGTH} autocomplete="off" autocapitalize="words" spellcheck="false"
      enterkeyhint="next" aria-describedby="new-why" .value=${live(written.name)} @input=${({ target }) => wrote(target.value)}>
    <p id="new-why" class="secondary" role="status">${written.why || _("Press Enter for the next name.")}</p>
    <div class="doing">
      ${anotherButton(twin(written.name), seated) ?? html`<button type="submit" class="button">${isEmpty ? _("A seat without a name") : _("Sit down")}</button>`}
      ${hasPeople ? html`<button type="button" class="button" @click=${leaveNew}>${_("Done")}</button>` : nothing}
    </div>
  </form>`;
}

function wrote(name) {
  Object.assign(written, { name, why: "" });
  changed();
}

/** Enter without a name is done; only the button takes a seat without one. */
function added(event) {
  event.preventDefault();
  if (!written.name.trim() && event.submitter && document.activeElement?.id === "new-name") {
    if (setUp.seats.length) leaveNew();
    return;
  }
  seated(written.name.trim());
}

function seated(name) {
  written.why = sitNew(name);
  if (!written.why) {
    written.name = "";
    say(_("{player}, seat {seat} of {seats}.", { player: name || names()[setUp.seats.length - 1], seat: setUp.seats.length, seats: setUp.seats.length }));
  }
  changed();
  if (name) document.getElementById("new-name").focus();
}

/** Seats a new person who is called like the one who sits there already; null if none does. */
function anotherButton(name, seats) {
  return name ? html`<button type="button" class="button" @click=${() => seats(another(name))}>${_("Another {player}", { player: name })}</button>` : null;
}

function leaveNew() {
  Object.assign(written, { name: "", why: "" });
  show("people");
  drawNow();
  document.getElementById("somebody-new")?.focus();
}

/** What can be done with the seat that was tapped. */
function chosenSeat() {
  const at = setUp.seats.findIndex(({ id }) => id === setUp.chosen);
  if (at < 0) return nothing;
  const seat = setUp.seats[at];
  const name = names()[at];
  const isDealer = name === opening().dealer;
  const more = anotherButton(twin(seat.name, seat.id), (other) => callSeat(seat.id, other));
  return html`<section class="one-seat" aria-label=${name}>
    <label><span>${_("Seat {number}", { number: at + 1 })}</span>
      <input type="text" maxlength=${MAX_NAME_LENGTH} autocomplete="off" autocapitalize="words" spellcheck="false" placeholder=${_("Name")}
        .value=${live(seat.name)} @input=${({ target }) => callSeat(seat.id, target.value)} @keydown=${leaveOnEnter}></label>
    ${more ? html`<div class="doing">${more}</div>` : nothing}
    <div class="doing">
      <button type="button" class="button" @click=${() => step(seat, -1)}>${_("Move counterclockwise")}</button>
      <button type="button" class="button" @click=${() => step(seat, 1)}>${_("Move clockwise")}</button>
    </div>
    <div class="doing">
      <button type="button" class="button" aria-pressed=${isDealer} @click=${() => deals(seat.id)}>${isDealer ? _("Deals") : _("Make dealer")}</button>
      ${switchButton({ label: _("Dealer by lot"), isOn: isByLot(), turn: turnLot })}
      <button type="button" class="button no" @click=${() => removeSeat(seat.id)}>${pgettext("remove", "Remove")}</button>
      <button type="button" class="button" @click=${() => show("people")}>${_("Done")}</button>
    </div>
  </section>`;
}

function leaveOnEnter(event) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  show("people");
}

function choose(seat) {
  if (held.drags) held.drags = false; // this tap has ended a drag
  else show("seat", seat.id);
}

/** The arrows move a seat along the table. */
function keyed(event, seat) {
  const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Delete") removeSeat(seat.id);
  else if (by) step(seat, by);
  else return;
  event.preventDefault();
  drawNow();
  document.querySelector(`[data-seat="${seat.id}"] button`)?.focus();
}

/** Moves a seat by one, past the last to the first. */
function step(seat, by) {
  const { length } = setUp.seats;
  const to = (setUp.seats.findIndex(({ id }) => id === seat.id) + by + length) % length; // its current index, drawn or not
  moveSeat(seat.id, to);
  say(_("{player}, seat {seat} of {seats}.", { player: names()[to], seat: to + 1, seats: length }));
}

function lift(event, seat) {
  if (event.button) return;
  Object.assign(held, { id: seat.id, pointer: event.pointerId, from: [event.clientX, event.clientY], drags: false });
}

/** Moves the seat to the place that is nearest to the finger. */
function drag(event) {
  if (held.id === null || event.pointerId !== held.pointer) return;
  const [x, y] = held.from;
  if (!held.drags && Math.hypot(event.clientX - x, event.clientY - y) < FIRM) return;
  const board = event.currentTarget;
  if (!held.drags) {
    held.drags = true;
    board.setPointerCapture(event.pointerId);
  }
  const { left, top, width, height } = board.getBoundingClientRect();
  const away = placesOf(setUp.seats.length).map((place) => {
    const [across, down] = MIDDLES[place];
    return Math.hypot(event.clientX - left - across * width, event.clientY - top - down * height);
  });
  const to = away.indexOf(Math.min(...away));
  if (setUp.seats[to]?.id !== held.id) moveSeat(held.id, to);
  changed();
}

function drop(event) {
  if (held.id === null || event.pointerId !== held.pointer) return;
  const { id, drags } = held;
  Object.assign(held, { id: null, pointer: null });
  if (!drags) return;
  const at = setUp.seats.findIndex((seat) => seat.id === id);
  say(_("{player}, seat {seat} of {seats}.", { player: names()[at], seat: at + 1, seats: setUp.seats.length }));
  setTimeout(() => { held.drags = false; }); // after the click that a mouse makes of it
  changed();
}
