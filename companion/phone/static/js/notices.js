// The lines under the header: problems of the box or of the connection.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { asPrinted } from "/shared/js/card-words.js";
import { figures, listed, seconds } from "/shared/js/words.js";

const ASKED = 6000; // ms without a message after which the connection first counts as lost

/** All current problems, worst first; nothing if there are none. */
export function noticesView({ box, link, plays }) {
  if (link.is === "lost") return silence(link);
  if (link.is === "off") {
    return html`<section class="notice"><h2>The box is switched off</h2>
      <p>Nothing is lost: the game goes on when it is switched on again.</p></section>`;
  }
  return [
    box?.stopped ? stopped(box.stopped, plays) : nothing,
    box?.missing?.length ? html`<p class="notice line">${missing(box.missing)}</p>` : nothing,
  ];
}

function silence({ heard, since }) {
  const quiet = Date.now() - (heard || since - ASKED);
  const told = heard
    ? "This is how the table was then. The box goes on: trust its display."
    : "Nothing was heard of it yet. Its own display goes on.";
  return html`<section class="notice bad">
    <h2>${cross()} No word for ${seconds(quiet)}</h2><p>${told}</p>
  </section>`;
}

function stopped(sentence, plays) {
  const last = plays[plays.length - 1];
  return html`<section class="notice bad">
    <h2>${cross()} ${sentence}</h2>
    <p>The game is stopped; nothing is lost.${last ? html` Last written: ${written(last)}.` : nothing}
      Take the last play back, or begin a new game.</p>
  </section>`;
}

function written({ player, cards, text, total }) {
  const said = [player, cards.map(asPrinted).join(" "), text].filter(Boolean).join(" ");
  return total === null ? said : `${said}, ${figures(total)}`;
}

function missing(parts) {
  const names = listed(parts.map((name, at) => (at ? name.toLowerCase() : `The ${name.toLowerCase()}`)));
  return `${names} ${parts.length > 1 ? "are" : "is"} not heard of. Everything else still works.`;
}

const cross = () => html`<b class="cross" aria-hidden="true">✕</b>`;
