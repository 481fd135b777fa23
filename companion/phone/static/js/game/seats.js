// The seats: names to type, to drag or move with the arrows, and the dealer.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { live } from "/shared/lib/lit-html/directives/live.js";
import { repeat } from "/shared/lib/lit-html/directives/repeat.js";
import { _, ngettext, pgettext } from "/shared/js/language.js";
import { changed, drawNow, say } from "/phone/js/app.js";
import { LONGEST_NAME, addSeat, callSeat, deals, moveSeat, names, opening, removeSeat, setUp } from "./set-up.js";

let dragged = null;

/** The seats in clockwise order, with their controls. */
export function seatsGroup() {
  const { seats, seatsDo, told } = setUp;
  const [fewest, most] = told?.seats ?? [2, 12];
  const all = names();
  const { dealer } = opening();
  const turn = (what) => () => {
    setUp.seatsDo = seatsDo === what ? "move" : what;
    changed();
  };
  return html`<section class="seats" aria-labelledby="who-sits">
    <div class="row"><h2 class="heading" id="who-sits">${_("Who sits where")}</h2><p class="secondary">${_("clockwise")}</p></div>
    <ol @pointermove=${drag} @pointerup=${drop} @pointercancel=${drop}>${repeat(seats, ({ id }) => id, (seat, at) => row(seat, at, all[at], all[at] === dealer))}</ol>
    <div class="doing">
      <button type="button" class="button" aria-disabled=${seats.length >= most} @click=${() => add(most)}>${_("Add a player")}</button>
      <button type="button" class="button" aria-pressed=${seatsDo === "deal"} @click=${turn("deal")}>${_("Who deals")}</button>
      <button type="button" class="button" aria-pressed=${seatsDo === "remove"} aria-disabled=${seats.length <= fewest}
        @click=${seats.length <= fewest ? () => say(tooFew(fewest, told?.title)) : turn("remove")}>${_("Take one out")}</button>
    </div>
  </section>`;
}

function tooFew(n, game) {
  return game ? ngettext("{game} needs {n} player.", "{game} needs {n} players.", n, { game })
    : ngettext("This game needs {n} player.", "This game needs {n} players.", n);
}

function row(seat, at, name, isDealer) {
  const { seatsDo, seats } = setUp;
  const acts = {
    move: () => html`
      <button type="button" class="button arrow" aria-label=${_("Move {player} up", { player: name })} aria-disabled=${at === 0} @click=${(event) => step(event, seat, -1)}>↑</button>
      <button type="button" class="button arrow" aria-label=${_("Move {player} down", { player: name })} aria-disabled=${at === seats.length - 1} @click=${(event) => step(event, seat, 1)}>↓</button>`,
    deal: () => html`<button type="button" class="button" aria-pressed=${isDealer} @click=${() => deals(seat.id)}>${isDealer ? _("Deals") : _("Let deal")}<span class="unseen"> ${name}</span></button>`,
    remove: () => html`<button type="button" class="button no" @click=${() => removeSeat(seat.id)}>${pgettext("remove", "Take out")}<span class="unseen"> ${name}</span></button>`,
  };
  return html`<li data-seat=${seat.id} class=${dragged?.id === seat.id ? "dragged" : ""}>
    <span class="grip" aria-hidden="true" @pointerdown=${(event) => lift(event, seat)}>${at + 1}</span>
    <input type="text" aria-label=${_("Seat {number}", { number: at + 1 })} placeholder=${_("Seat {number}", { number: at + 1 })} maxlength=${LONGEST_NAME} autocomplete="off" autocapitalize="words"
      spellcheck="false" enterkeyhint="next" .value=${live(seat.name)} @input=${(event) => callSeat(seat.id, event.target.value)} @keydown=${keyed}>
    ${isDealer ? html`<span class="badge deals">${_("deals")}</span>` : nothing}
    ${acts[seatsDo]()}
  </li>`;
}

function add(most) {
  if (setUp.seats.length >= most) {
    say(ngettext("No more than {n} can be dealt to.", "No more than {n} can be dealt to.", most));
    return;
  }
  focusSeat(addSeat());
}

function focusSeat(id) {
  drawNow();
  document.querySelector(`[data-seat="${id}"] input`)?.focus();
}

/** Enter moves on to the next name. */
function keyed(event) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.target.closest("li").nextElementSibling?.querySelector("input").focus();
}

function step(event, seat, by) {
  const to = setUp.seats.findIndex(({ id }) => id === seat.id) + by; // its current index, drawn or not
  if (to < 0 || to >= setUp.seats.length) return;
  const button = event.currentTarget;
  moveSeat(seat.id, to);
  say(_("{player}, seat {seat} of {seats}.", { player: names()[to], seat: to + 1, seats: setUp.seats.length }));
  drawNow();
  button.focus(); // the row has moved away under the finger
}

function lift(event, seat) {
  if (event.button) return;
  event.preventDefault();
  event.currentTarget.closest("ol").setPointerCapture(event.pointerId);
  dragged = { id: seat.id, pointer: event.pointerId };
  changed();
}

/** Moves the seat to the finger's position, past the middle of another one. */
function drag(event) {
  if (!dragged || event.pointerId !== dragged.pointer) return;
  const rows = [...event.currentTarget.children];
  const to = rows.filter((each) => Number(each.dataset.seat) !== dragged.id && middle(each) < event.clientY).length;
  const at = setUp.seats.findIndex(({ id }) => id === dragged.id);
  if (to !== at) moveSeat(dragged.id, to);
}

function middle(element) {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}

function drop(event) {
  if (!dragged || event.pointerId !== dragged.pointer) return;
  dragged = null;
  changed();
}
