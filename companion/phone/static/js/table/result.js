// The result of a game: the crown, the final standing with its unit in words, the pot, and the games won this evening.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { CROWN } from "/shared/js/shapes.js";
import { figures, parted } from "/shared/js/words.js";

/** The crown, if somebody has won. */
export function crownView({ now: { result } }) {
  if (!result.places.some(({ won }) => won)) return nothing;
  return html`<svg class="crown" viewBox="0 0 24 16.4" aria-hidden="true"><path d=${CROWN}></path></svg>`;
}

/** Everybody, the best first; below them the pot and the evening. */
export function resultView({ now: { result } }) {
  return html`<section class="group result" aria-label=${_("Final standings")}>
    <ol>${result.places.map(({ name, rank, figure, about, won }) => html`<li class=${won ? "won" : ""}>
      <span class="rank">${rank || ""}</span><div><b>${name}</b><small>${about}</small></div>
      <b class="after">${figure === null ? "" : figures(figure)}</b></li>`)}</ol>
    ${result.pot ? html`<p class="secondary">${result.pot}</p>` : nothing}
    <h3 class="secondary">${result.title}</h3>
    <ul class="counts">${result.evening.map(([name, count]) => html`<li>${parted(name)} <b>${count}</b></li>`)}</ul>
  </section>`;
}
