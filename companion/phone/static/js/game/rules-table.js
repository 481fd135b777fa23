// The effects of the cards and the other rules of a game, as tables to read.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { drawText } from "/phone/js/cards.js";
import { familyOf } from "/phone/js/families.js";

/** The cards of a game, the costs of its rounds, or all its rules; the last line is the source. */
export function cardsGroup(told) {
  if (!told) return html`<section class="group"><h2 class="heading">${_("What the cards do")}</h2><p class="secondary">${_("Waiting for the box")}</p></section>`;
  const { rules: heading, cards, cardTable } = familyOf(told);
  return html`<section class="group cards-do">
    <h2 class="heading">${heading}</h2>
    ${told.intro ? html`<p class="secondary">${drawText(told.intro)}</p>` : nothing}
    ${table(told.cards, cards ? _("Cards") : heading, !cardTable)}
    ${told.source ? html`<p class="secondary">${told.source} ${told.provenance}</p>` : nothing}
  </section>`;
}

/** All other rules: the target, the pack, the cost of a bust. */
export function rulesGroup(told) {
  if (!told?.rules?.length) return nothing;
  return html`<details class="group rules-of"><summary class="heading">${_("The other rules")}</summary>${table(told.rules, "", true)}</details>`;
}

/** Rows of `[what, words]`; `label` names the first column. */
export function table(rows, label, wordy = false) {
  return html`<dl class="plain ${wordy ? "wordy" : ""}" aria-label=${label || nothing}>${rows.map(([what, words]) => html`
    <div><dt>${drawText(what)}</dt><dd>${drawText(words)}</dd></div>`)}</dl>`;
}
