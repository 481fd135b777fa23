// The game being set up: who plays, variant, dealer, house rules. No drawing here.

import { _, ngettext } from "/shared/js/language.js";
import { app, changed } from "/phone/js/app.js";
import { familyOf, ORDER } from "/phone/js/families.js";
import { Asking, alike, shelf } from "./asking.js";
import { everybody, keepOffered, loadPeople, offer, offerNoMore, people } from "./people.js";

const MAX_SEATS = 12; // seats, which is as many as the box asks names for
export const MAX_NAME_LENGTH = 24;

/**
 * `seats` run clockwise, each `{id, name}`, with "" for a seat without a name; `dealer` is a seat's id, "lot" for one who
 * is to be drawn, or null for the game's own: a lot in few, else the last one. `told` is what the box says of it all, `sure` when Start was tapped while another game is on (ms, 0: not),
 * `waits` the order that waits for a card to be turned up, with the number of the game before. `shows` is what lies
 * below the table: "people", "all" of them, the field for a "new" one, the "seat" that is `chosen` (its id), or what is
 * unfolded in their place, "game" or "rules". `takesOver` when who sits here is who played at seats without names, `keepsChips` when the players keep the chips that they have.
 */
export const setUp = {
  variant: "", seats: [], dealer: null, house: {}, told: null, problem: "", sure: 0, waits: null, choosing: false, shows: "people", chosen: null, takesOver: false, keepsChips: false,
};
let ids = 0;
let begun = null; // the last game when this set-up began, as text
let isTouched = false;

const asking = new Asking("/games/preview", (answer) => {
  if (answer.status === 200) [setUp.told, setUp.problem] = [answer, ""];
  else setUp.problem = answer.problem;
});

const seat = (name = "") => ({ id: (ids += 1), name });

/**
 * Begins with the rules of the last game, and with its people if it was this evening. Until somebody changes
 * anything, what is played meanwhile counts.
 */
export function begin() {
  if (hasBegun()) forget();
  if (!app.now || !shelf.games?.length || !people.told) return;
  const { again } = app.now;
  const last = JSON.stringify(again);
  if (begun !== null && (isTouched || begun === last)) return;
  [begun, isTouched] = [last, false];
  const { tonight, known } = people.told;
  const sat = again && tonight ? again.players : [];
  seatAgain(sat);
  offer(seated());
  Object.assign(setUp, { shows: known.length || sat.length ? "people" : "new", chosen: null });
  ask();
}

/** Seats people of the last game, and chooses that game with its house rules. */
function seatAgain(sat) {
  const { again } = app.now;
  setUp.seats = sat.map((name) => seat(people.told.unnamed.includes(name) ? "" : name));
  setUp.dealer = setUp.seats[sat.indexOf(again?.dealer)]?.id ?? null;
  const isKnown = again && shelf.games.some(({ name }) => name === again.variant);
  [setUp.variant, setUp.house] = isKnown ? [again.variant, { ...again.house }] : [commonest(), {}];
}

/** Who played last, on another evening, while nobody sits here; else nobody. */
export const lastPlayers = () => (setUp.seats.length ? [] : app.now.again?.players ?? []);

/** Seats the people of the last evening at its last game. */
export function playOn() {
  seatAgain(lastPlayers());
  offer(seated());
  altered({ shows: "people" });
  ask();
}

/** Restarts the set-up next time, with what was played meanwhile. */
export function forget() {
  begun = null;
  loadPeople(true);
  Object.assign(setUp, { told: null, waits: null, choosing: false, sure: 0, takesOver: false, keepsChips: false });
}

/** Whether the game that waited for an up-card has begun; then the next set-up starts afresh. */
function hasBegun() {
  const { waits } = setUp;
  return waits !== null && app.game?.number !== waits.number && alike(app.now.again?.players, waits.order.players);
}

/** The first variant of the largest group: the box lists the plainest first. */
export function commonest() {
  return groups(shelf.games)[0].games[0].name;
}

const asked = () => ({ variant: setUp.variant, players: names(), house: setUp.house });
const ask = () => asking.now(asked());
const askSoon = () => asking.soon(asked());

function altered(change) {
  isTouched = true;
  Object.assign(setUp, { sure: 0 }, change);
  changed();
}

/** Chooses another variant, without house rules, and shows what its cards do. */
export function choose(variant) {
  altered({ variant, choosing: false, house: {}, shows: "game" });
  ask();
}

/** Sets a house rule; `undefined` removes it. */
export function lay(name, value) {
  const house = { ...setUp.house };
  if (value === undefined) delete house[name];
  else house[name] = value;
  altered({ house });
  askSoon();
}

const seated = () => setUp.seats.map(({ name }) => name);

/** Shows something else below the table; what is shown already gives way to the people again. */
export function show(shows, chosen = null) {
  const isShown = setUp.shows === shows && setUp.chosen === chosen;
  Object.assign(setUp, isShown ? { shows: "people", chosen: null } : { shows, chosen });
  changed();
}

export function callSeat(id, name) {
  altered({ seats: setUp.seats.map((each) => (each.id === id ? { id, name: name.slice(0, MAX_NAME_LENGTH) } : each)) });
  askSoon();
}

/** Seats somebody at the next seat, or takes the seat back. Returns the seat's number, 0 for none. */
export function tap(name) {
  const sits = setUp.seats.find((each) => each.name === name);
  if (sits) {
    removeSeat(sits.id);
    return 0;
  }
  return sit(name);
}

/** Seats somebody, "" for somebody without a name, at the next seat. Returns its number, 0 where there is none. */
export function sit(name) {
  const at = name ? setUp.seats.findIndex((each) => !each.name) : -1;
  if (at < 0 && setUp.seats.length >= MAX_SEATS) return 0;
  const seats = at < 0 ? [...setUp.seats, seat(name)] : setUp.seats.map((each, place) => (place === at ? { ...each, name } : each));
  altered({ seats });
  if (name) keepOffered(name, seated());
  ask();
  return at < 0 ? seats.length : at + 1;
}

/** Seats whoever was written, spelt as they are known. Returns why not, as a sentence, or "". */
export function sitNew(written) {
  const name = written.trim().slice(0, MAX_NAME_LENGTH);
  if (twin(name)) return _("{player} sits there already.", { player: name });
  return sit(everybody().find((other) => lower(other) === lower(name)) ?? name) ? "" : ngettext("There are cards for {n} at most.", "There are cards for {n} at most.", MAX_SEATS);
}

const lower = (name) => name.trim().toLowerCase();

/** The name, as it is written there, of whoever sits at another seat than `id` with this name; "" for nobody. */
export function twin(name, id = null) {
  return (lower(name) && setUp.seats.find((each) => each.id !== id && lower(each.name) === lower(name))?.name.trim()) || "";
}

/** The first free name for another person of this name: "Ann 2" for Ann. */
export function another(called) {
  const name = called.replace(/ \d+$/, "");
  const taken = new Set([...everybody(), ...seated()].map(lower));
  for (let number = 2; ; number += 1) {
    const free = `${name.slice(0, MAX_NAME_LENGTH - 1 - String(number).length)} ${number}`;
    if (!taken.has(lower(free))) return free;
  }
}

/** Moves a seat to another place; those between move up. */
export function moveSeat(id, to) {
  const seats = setUp.seats.filter((each) => each.id !== id);
  const moved = setUp.seats.find((each) => each.id === id);
  if (!moved || to < 0 || to > seats.length) return;
  // The dealer stays the same person, even if only meant as the last seat until now.
  const dealer = isByLot() ? setUp.dealer : setUp.dealer ?? setUp.seats[setUp.seats.length - 1].id;
  seats.splice(to, 0, moved);
  altered({ seats, dealer });
}

export function removeSeat(id) {
  const seats = setUp.seats.filter((each) => each.id !== id);
  const shows = setUp.chosen === id ? { shows: "people", chosen: null } : {};
  altered({ seats, dealer: setUp.dealer === id ? null : setUp.dealer, ...shows });
  ask();
}

/** Takes somebody who is not known any more out of the set-up, or puts the name there that they have `instead`. */
export function unseat(name, instead) {
  offerNoMore(name, instead);
  const sits = setUp.seats.find((each) => each.name === name);
  if (sits && (!instead || twin(instead, sits.id))) removeSeat(sits.id);
  else if (sits) callSeat(sits.id, instead);
}

export function takeOver(takesOver) {
  altered({ takesOver });
}

export function keepChips(keepsChips) {
  altered({ keepsChips });
}

export function deals(id) {
  altered({ dealer: id });
}

/** Whether the dealer is drawn when the game starts. */
export function isByLot() {
  if (setUp.dealer !== null) return setUp.dealer === "lot";
  return Boolean(shelf.games?.find(({ name }) => name === setUp.variant)?.byLot);
}

/** Draws the dealer at the start, or lets the last one deal. */
export function turnLot() {
  deals(isByLot() ? setUp.seats[setUp.seats.length - 1].id : "lot");
}

/** The players' names; "Seat 3" where none was typed. */
export function names() {
  const given = setUp.seats.map(({ name }) => name.trim());
  return given.map((name, at) => {
    if (name) return name;
    let own = _("Seat {number}", { number: at + 1 });
    while (given.includes(own)) own += "\u2019";
    return own;
  });
}

/** `{dealer, first}`: the names of the dealer and of the first player; "" while lots are to be drawn. */
export function opening() {
  if (isByLot()) return { dealer: "", first: "" };
  const all = names();
  const at = setUp.seats.findIndex(({ id }) => id === setUp.dealer);
  const dealer = at < 0 ? all.length - 1 : at;
  return { dealer: all[dealer] ?? "", first: all[(dealer + 1) % all.length] ?? "" };
}

/** How many can play, as a sentence where other ones sit there; "" where they fit. */
export function howMany() {
  const { told, seats } = setUp;
  if (!told) return "";
  const [fewest, most] = told.seats;
  if (seats.length >= fewest && seats.length <= most) return "";
  if (fewest === most) return ngettext("{game} is for {n} player.", "{game} is for {n} players.", fewest, { game: told.title });
  return _("{game} is for {fewest} to {most} players.", { game: told.title, fewest, most });
}

/** The reason why the game cannot start, in a sentence; "" if it can. */
export const whyNotYet = () => howMany() || setUp.problem || setUp.told?.problem || "";

/** The command that starts it (docs/reference/referee-protocol.md). */
export function startOrder() {
  const order = { cmd: "new", variant: setUp.variant, players: names(), dealer: opening().dealer };
  if (setUp.keepsChips && setUp.told?.keepsChips) order.keep_chips = true;
  return Object.keys(setUp.house).length ? { ...order, house: setUp.house } : order;
}

/** Whether starting would abandon a game. */
export const isUnderWay = () => Boolean(app.state) && app.state.phase !== "game-over";

/** The variants by target: each `{called, family, games}`, in the order of the families, the largest group first. */
export function groups(games) {
  const found = new Map();
  for (const game of games) {
    const called = familyOf(game).group || game.short;
    if (!found.has(called)) found.set(called, { called, family: game.family, games: [] });
    found.get(called).games.push(game);
  }
  return [...found.values()].sort((one, other) => ORDER.indexOf(one.family) - ORDER.indexOf(other.family) || other.games.length - one.games.length);
}
