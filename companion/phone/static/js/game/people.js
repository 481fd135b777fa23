// The people who have played at this box, as the box lists them; which of them are offered, each at a place that stays.

import { app, ask, changed, post } from "/phone/js/app.js";

export const OFFERED = 10;
const AGAIN = 2000; // ms until a list that did not come is asked for again
const NONE = { known: [], unnamed: [], games: {}, tonight: true, seats: [], places: [] };

/** What the box tells, null before it has; `offered` are the names at fixed places. */
export const people = { told: null, offered: [] };

let waits = 0;
let isAsked = false;

/** Asks the box who has played, once; `again` after something has been played or names have changed. */
export async function loadPeople(again = false) {
  if (isAsked && !again) return;
  isAsked = true;
  clearTimeout(waits);
  const { status, ...told } = await ask("/people");
  if (status === 200) people.told = told;
  else if (status === 0) waits = setTimeout(loadPeople, AGAIN, true);
  else people.told ??= NONE; // a set-up needs nobody who is known
  changed();
}

/** Lets the box write other names for people who have played, and asks who has played; returns its answer. */
export async function rename(path, body) {
  const answer = await post(path, body);
  await loadPeople(true);
  return answer;
}

/** Offers whoever played last, and all who sit there now. */
export function offer(seated) {
  people.offered = people.told.known.slice(0, OFFERED);
  seated.filter(Boolean).forEach((name) => keepOffered(name, seated));
}

/** Gives somebody a place among those who are offered: a free one, else that of the last who does not sit. */
export function keepOffered(name, seated) {
  const { offered } = people;
  if (offered.includes(name)) return;
  if (offered.length < OFFERED) {
    people.offered = [...offered, name];
    return;
  }
  const free = offered.filter((each) => !seated.includes(each)).pop();
  people.offered = offered.map((each) => (each === free ? name : each));
}

/** Offers somebody no more, or by the name that they have `instead`. */
export function offerNoMore(name, instead) {
  people.offered = [...new Set(people.offered.map((each) => (each === name ? instead : each)))].filter(Boolean);
}

/** Everybody who is known, and whoever has just been written. */
export const everybody = () => [...new Set([...people.told?.known ?? [], ...people.offered])];

/** The lights of so many seats. */
export const placesOf = (count) => people.told?.places[count] ?? Array.from({ length: Math.min(count, 8) }, (_, at) => at);
