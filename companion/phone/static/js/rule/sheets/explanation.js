// What the sheets of "Not right?" share: the choice between them, and one thing that may have happened.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { app } from "/phone/js/app.js";
import { cardFace, drawText } from "/phone/js/cards.js";
import { send } from "../keying.js";
import { blocked, pressed } from "../keys.js";
import { canCount, notRight, openCount } from "../openers.js";
import { next } from "./frame.js";
import { asTheBox, heldWords, saidWords, standsWords } from "./said.js";

/** Chooses between a total that is not right and chips that are not; nothing in a game without chips. */
export function whatDiffers(is) {
  if (!canCount()) return nothing;
  const ways = [["total", _("Total and turn"), notRight], ["chips", _("Chips"), openCount]];
  return html`<div class="choices ways-round" role="group" aria-label=${_("What is wrong")}>${ways.map(([way, words, tap]) => html`
    <button type="button" class="button" aria-pressed=${String(way === is)} @click=${() => (way === is ? null : tap())}>${words}</button>`)}</div>`;
}

/** The order that notes that the box was right. */
export const slip = ({ asked: { total, turn } }) => ({ cmd: "slip", total, turn });

/** One thing that may have happened: its sentence, and before → after; a tap puts it right, or asks which card it was. */
export function explanation(sheet, one, at) {
  const control = `explanation ${at}`;
  const choose = () => {
    if (one.which.length) next(sheet, { step: "which", one, which: one.which });
    else send(one.order ?? slip(sheet), control, { stays: true });
  };
  return html`<button type="button" class=${pressed("key explanation", control)} ?data-first=${at === 0} aria-disabled=${blocked(one.order)} @click=${choose}>
    <b>${drawText(one.sentence)}</b>${leads(sheet, one)}</button>`;
}

/** How the box stands; where it is right, what was said in its place. */
const startsFrom = (sheet, { order }) => (order ? sheet.before : { ...sheet.asked, total: sheet.asked.total ?? null, says: saidWords(sheet) });

/**
 * "87 Bo → 94 Cy", and the cards in order with the one that is put in dashed. Where chips were counted, or the table
 * stands the same, it says what becomes of the chips.
 */
function leads(sheet, one) {
  const { after, cards, chips } = one;
  const isSame = standsWords(sheet.before) === standsWords(after);
  const isOfChips = Object.keys(chips).length && (isSame || sheet.kind === "count");
  return html`<span class="leads">${isOfChips ? leadsToChips(chips, isSame ? "" : standsWords(after)) : html`<span class="was" aria-hidden="true">${stand(startsFrom(sheet, one))}</span><span aria-hidden="true">→</span>
    <span class="becomes" aria-hidden="true">${stand(after)}</span><span class="unseen">, ${standsWords(after)}</span>`}
    <span class="tiles">${cards.map(tile)}</span></span>`;
}

const stand = ({ total, turn, says }) => (turn ? html`${total === null ? nothing : html`<b>${figures(total)}</b>`}<i>${turn}</i>` : html`<i>${says}</i>`);

const MARKS = { in: () => _("added:"), out: () => _("removed:") };

/** One card of those around a change. */
function tile({ card, words, mark }) {
  return html`<span class="tile ${mark}">${mark ? html`<span class="unseen">${MARKS[mark]()}</span>` : nothing}${card ? cardFace(card) : html`<span class="card word">${words}</span>`}</span>`;
}

/** "Bo 3, the pot 3 → Bo 4, the pot 2": who would hold more chips, or fewer, and how the table would stand. */
function leadsToChips(chips, stands) {
  const then = [heldWords(chips), stands].filter(Boolean).join(" · ");
  return html`<span class="was" aria-hidden="true"><i>${heldWords(asTheBox(chips))}</i></span><span aria-hidden="true">→</span>
    <span class="becomes" aria-hidden="true"><i>${then}</i></span><span class="unseen">, ${then}</span>`;
}
