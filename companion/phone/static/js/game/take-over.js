// People who played earlier this evening at seats without names: the game that starts says who they were.

import { nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app, changed, interrupt } from "/phone/js/app.js";
import { alike } from "./asking.js";
import { people, rename } from "./people.js";
import { switchRow } from "./rule-rows.js";
import { setUp, takeOver } from "./set-up.js";

/** The seats of the evening as `[{name, number}]`, and who sits there now; none where somebody sat beside themselves. */
function pairs() {
  const named = people.told.seats
    .map((seat) => ({ ...seat, player: setUp.seats[seat.number - 1]?.name.trim() ?? "" }))
    .filter(({ player }) => player);
  return named.some(({ beside, player }) => beside.includes(player)) ? [] : named;
}

/** The line of the set-up that offers it. */
export function takeOverRow() {
  const named = pairs();
  if (!named.length) return nothing;
  return switchRow({ label: words(named), isOn: setUp.takesOver, turn: () => takeOver(!setUp.takesOver) });
}

function words(named) {
  const players = named.map(({ player }) => player).join(", ");
  const [first, last] = [named[0], named[named.length - 1]];
  if (named.length === 1) return _("{seat} of tonight is {player}", { seat: first.name, player: players });
  const isRow = named.every(({ number }, at) => number === first.number + at);
  if (isRow) return _("{first} to {last} of tonight are {players}", { first: first.name, last: last.name, players });
  return _("{seats} of tonight are {players}", { seats: named.map(({ name }) => name).join(", "), players });
}

let carried = null;

/** Notes at the start of a game what the box is to write once that has begun. */
export function carry({ players }) {
  carried = setUp.takesOver ? { players, seats: Object.fromEntries(pairs().map(({ name, player }) => [name, player])) } : null;
}

window.addEventListener("new-game", async ({ detail: { players } }) => {
  const begun = carried;
  carried = null;
  if (!begun || !alike(begun.players, players)) return;
  const { problem } = await rename("/people/merge", { people: begun.seats });
  if (!problem) return;
  app.refusal = { code: "not-kept", sentence: problem, said: problem, cards: [], at: Date.now() };
  interrupt(problem);
  changed();
});
