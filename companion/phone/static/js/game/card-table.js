// The cards of a variant, a row each; an open row changes what its card does.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { cardWords } from "/shared/js/card-words.js";
import { _, pgettext, rankLetter } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { cardSign, drawText } from "/phone/js/cards.js";
import { unlessTyping } from "/phone/js/unless-typing.js";
import { editor, openRow, setCard } from "./editor.js";

const TURNS = { "": {}, reverse: { reverse: true }, skip: { skip: 1 }, again: { again: true } };

export const cardTable = () => html`<ul class="card-table">${editor.playable.cards.map(row)}</ul>`;

function row(line) {
  const { card, does, said, yours } = line;
  const isOpen = editor.open === card;
  return html`<li class="line ${isOpen ? "open" : ""}">
    <button type="button" class="card-line" id=${`card-${card}`} aria-expanded=${isOpen} aria-controls=${isOpen ? "opened" : nothing} @click=${() => openRow(card)}>
      <b class="of">${/^(\d+|[AJQK]|JK)$/.test(card) ? rankLetter(card) : cardSign(card)}</b>
      <span class="what"><span class="does">${drawText(does)}</span>${said ? html`<span class="secondary">${drawText(said)}</span>` : nothing}</span>
      ${yours ? html`<span class="yours">${_("changed")}</span>` : nothing}<span class="tip" aria-hidden="true">›</span>
    </button>
    ${isOpen ? panel(line) : nothing}
  </li>`;
}

function panel({ card, entry, yours, simple }) {
  return html`<div class="opened" id="opened" tabindex="-1" role="group" aria-label=${cardWords(card)}>
    ${simple ? fields(card, entry) : html`<p>${_("This card does too much to edit here. Edit it in the file.")}</p>`}
    <div class="doing"><button type="button" class="button filled" aria-disabled=${!yours} @click=${() => yours && setCard(card, null)}>${_("Reset to original")}</button>
      <button type="button" class="button filled" @click=${() => openRow(card)}>${_("Done")}</button></div>
  </div>`;
}

function fields(card, entry) {
  const { set, add, reverse, skip, again, ...rest } = entry;
  const sets = set !== undefined;
  const turn = reverse ? "reverse" : skip ? "skip" : again ? "again" : "";
  const put = (total, then = turn) => setCard(card, { ...rest, ...total, ...TURNS[then] });
  const now = sets ? { set } : { add };
  const read = ({ target }) => {
    const total = totalIn(target.value, sets);
    if (total) put(total);
    else target.value = shown(sets ? set : add);
  };
  const kind = (words, isPressed, total) => chip(words, isPressed, () => isPressed || put(total));
  const then = (words, what) => chip(words, turn === what, () => put(now, what));
  return html`${chips(_("To the total"), [kind(_("adds"), !sets, { add: "pip" }), kind(_("sets"), sets, { set: "target" })])}
    <label class="number-of"><span class="secondary">${sets ? _("How much") : _("How much; if several, the player calls one")}</span>
      <input type="text" autocomplete="off" placeholder=${sets ? nothing : _("pips")} .value=${unlessTyping(shown(sets ? set : add))} @change=${read}></label>
    ${chips(_("And then"), [then(_("nothing"), ""), then(pgettext("turn", "reverses"), "reverse"), then(pgettext("turn", "skips"), "skip"), then(pgettext("turn", "plays again"), "again")])}`;
}

/** What a field shows: "1, 11" for a choice, nothing for the pips of a card. */
function shown(value) {
  if (value === "pip") return "";
  return [value].flat().map((number) => figures(number === "target" ? editor.playable.target : number)).join(", ");
}

/** What a card adds or sets by the text of the field; null if it is neither numbers nor empty. */
function totalIn(text, sets) {
  const numbers = text.replace(/\u2212/g, "-").split(/[^\d+-]+/).filter(Boolean).map(Number);
  if (numbers.some(Number.isNaN) || (sets && numbers.length !== 1)) return null;
  const [first] = numbers;
  if (sets) return { set: first === editor.playable.target ? "target" : first };
  return { add: numbers.length > 1 ? [...new Set(numbers)] : first ?? "pip" };
}

const chips = (label, all) => html`<div class="chips" role="group" aria-label=${label}><p class="secondary" aria-hidden="true">${label}</p>${all}</div>`;

const chip = (words, isPressed, tap) => html`<button type="button" class="button chip" aria-pressed=${isPressed} @click=${tap}>${words}</button>`;
