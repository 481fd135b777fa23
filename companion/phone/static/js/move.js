// The player to act, as drawn: "Bo to play".

import { html } from "/shared/lib/lit-html/lit-html.js";

/** A long name is cut, but never the action. */
export function moveView({ now: { move: { before, name, after } } }) {
  if (!name) return after;
  return html`${before}<span class="name">${name}</span><span class="does">${after}</span>`;
}
