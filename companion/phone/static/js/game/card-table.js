// The card table: a row in words for all cards that do the same, of which one is open.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { repeat } from "/shared/lib/lit-html/directives/repeat.js";
import { _, rankLetter } from "/shared/js/language.js";
import { cardFace, cardSign, drawText } from "/phone/js/cards.js";
import { wide } from "/phone/js/layout.js";
import { RANKS, editor, openRow, rows } from "./editor.js";
import { openedCard } from "./opened-card.js";

/** All rows; on a phone the open one has the card's panel below it. */
export function cardTable() {
  return html`<ul class="card-table">${repeat(rows(), ({ keys }) => keys[0], row)}</ul>`;
}

/** The row that is open, if there is one. */
export const openRowOf = () => rows().find(({ isOpen }) => isOpen);

function row(each) {
  const { keys, line, isOpen } = each;
  const inPlace = isOpen && !wide.matches;
  return html`<li class="line ${isOpen ? "open" : ""} ${line.wrong ? "wrong" : ""}">
    <button type="button" class="card-line" id=${`card-${keys[0]}`} aria-expanded=${isOpen} aria-controls=${isOpen ? "opened" : nothing} @click=${() => openRow(keys)}>
      ${inPlace ? face(keys) : html`<b class="of">${called(keys)}${line.wrong ? html` <span class="cross">✕</span>` : nothing}</b>`}
      <span class="what"><span class="does">${drawText(line.does)}</span>${line.said ? html`<span class="secondary">${drawText(line.said)}</span>` : nothing}</span>
      ${line.yours ? html`<span class="yours">${_("yours")}</span>` : nothing}<span class="tip" aria-hidden="true">›</span>
    </button>
    ${inPlace ? openedCard(each) : nothing}
  </li>`;
}

/** The card itself, where one is open. */
export const face = (keys) => (keys.length === 1 ? cardFace(keys[0], "tall") : html`<b class="of">${called(keys)}</b>`);

/** "2 5–8", "J Q", a single card with its suit drawn. */
export function called(keys) {
  const runs = [];
  for (const key of keys) {
    const run = runs[runs.length - 1];
    const follows = run && /^\d+$/.test(key) && Number(key) === Number(run[run.length - 1]) + 1;
    if (follows) run.push(key);
    else runs.push([key]);
  }
  const words = runs.flatMap((run) => (run.length > 2 ? [`${run[0]}–${run[run.length - 1]}`] : run.map((key) => (RANKS.includes(key) ? rankLetter(key) : cardSign(key)))));
  return words.map((word, at) => html`${at ? " " : nothing}${word}`);
}

/** What each card makes of a total in the middle of those that the box tells; cards of one result share a column. */
export function strip() {
  const { totals, cards } = editor.checked;
  const at = totals.length > 1 ? 1 : 0;
  const columns = [];
  for (const { card, makes } of cards.filter((line) => line.makes.length)) {
    const before = columns[columns.length - 1];
    if (before && RANKS.includes(card) === RANKS.includes(before.keys[0]) && before.makes === makes[at].makes) before.keys.push(card);
    else columns.push({ keys: [card], ...makes[at] });
  }
  return { total: totals[at], columns };
}
