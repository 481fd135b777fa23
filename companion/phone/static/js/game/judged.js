// What the box says of the game: contradictions, each with the taps that mend it, and warnings.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { drawText } from "/phone/js/cards.js";
import { wide } from "/phone/js/layout.js";
import { cure, editor } from "./editor.js";

/** All contradictions and warnings; above the card table, on a desk beside it. */
export function judged() {
  const { checked, trouble } = editor;
  if (trouble) return html`<p class="not-yet">${trouble}</p>`;
  return html`${(checked?.problems ?? []).map(problem)}${(checked?.warnings ?? []).map(warning)}`;
}

/** The contradictions of some cards, where they are opened on a phone. */
export function problemsOf(keys) {
  return wide.matches ? nothing : editor.checked.problems.filter(({ cards }) => cards.some((card) => keys.includes(card))).map(problem);
}

function problem({ title, sentence, cures }) {
  return html`<section class="problem">
    <h3><span aria-label=${_("Cannot be:")}>✕</span> ${drawText(title)}</h3><p>${drawText(sentence)}</p>
    ${cures.length ? html`<div class="doing">${cures.map((each) => html`
      <button type="button" class="button filled" @click=${() => cure(each)}>${drawText(each.label)}</button>`)}</div>` : nothing}
  </section>`;
}

function warning({ title, sentence }) {
  return html`<section class="warning"><h3><span aria-label=${_("Mind:")}>!</span> ${drawText(title)}</h3><p>${drawText(sentence)}</p></section>`;
}
