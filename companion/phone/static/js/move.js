// The player to act, as drawn: "Bo to play".

import { html } from "/shared/lib/lit-html/lit-html.js";
import { capital, whoseMove } from "/shared/js/words.js";

/** A long name is cut, but never the action. */
export function moveView(app) {
  const words = whoseMove(app);
  const name = app.state.turn ?? app.state.named ?? app.now.deals;
  if (!name || !words.startsWith(name)) return capital(words);
  return html`<span class="name">${name}</span><span class="does">${words.slice(name.length)}</span>`;
}
