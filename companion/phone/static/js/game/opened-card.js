// The open card of the card table: what it does to the total, what then, which cards, and what it makes.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { cardWords, suitWords } from "/shared/js/card-words.js";
import { _, pgettext, rankLetter } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { unlessTyping } from "/phone/js/unless-typing.js";
import { changed } from "/phone/js/app.js";
import { drawText, suitSign } from "/phone/js/cards.js";
import { RANKS, editor, joinRank, openAlone, openRow, rankOf, setCards } from "./editor.js";
import { does, doesMore, kindOf, numberIn, numbersOf, plain, toggled, withCall, withChange, withNumbers } from "./entry.js";
import { problemsOf } from "./judged.js";

/** The panel of a row; the focus goes to it when the row is opened. */
export function openedCard({ keys, line }) {
  const entry = editor.draft.cards[keys[0]];
  if (!entry) return nothing;
  const { changes, turns, calls } = editor.checked;
  const change = (how) => setCards(keys, how);
  const kind = kindOf(entry);
  const rare = turns.filter((turn) => turn.rare);
  const isMore = editor.more || entry.call !== undefined || rare.some((turn) => does(entry, turn.does));
  const turn = (each) => chip(each.words, does(entry, each.does), () => change((now) => toggled(now, each)));
  return html`<div class="opened" id="opened" tabindex="-1" role="group" aria-label=${keys.map(cardWords).join(", ")}>
    ${problemsOf(keys)}
    ${chips(_("To the total"), changes.map((each) => chip(each.words, each.kind === kind, () => each.kind === kind || change((now) => withChange(now, each.entry)))))}
    ${{ add: added, set: isSet, multiply: multiplied }[kind](entry, keys, change)}
    ${chips(_("And then"), html`${chip(_("nothing"), !doesMore(entry), () => change(plain))}${turns.filter((each) => !each.rare).map(turn)}
      <button type="button" class="button chip" aria-expanded=${isMore} @click=${more}>${_("More")}</button>${isMore ? rare.map(turn) : nothing}`)}
    ${isMore ? html`<label class="said"><span class="secondary">${_("Said with it")}</span><input type="text" maxlength="24" autocomplete="off" placeholder=${_("pass to you")}
      .value=${unlessTyping(calls[entry.call] ?? entry.call ?? "")} @change=${({ target }) => change((now) => withCall(now, target.value.trim()))}></label>` : nothing}
    ${which(keys)}
    ${results(keys, line)}
  </div>`;
}

function more() {
  editor.more = !editor.more;
  changed();
}

const chips = (label, all) => html`<div class="chips" role="group" aria-label=${label}><p class="secondary" aria-hidden="true">${label}</p>${all}</div>`;

const chip = (words, isPressed, tap, label = nothing) => html`
  <button type="button" class="button chip" aria-pressed=${isPressed} aria-label=${label} @click=${tap}>${words}</button>`;

/** A number that is written; other text leaves it as it was. */
function field(label, value, set) {
  const read = ({ target }) => {
    const number = numberIn(target.value);
    if (number === null) target.value = figures(value);
    else set(number);
  };
  return html`<label class="number-of"><span class="secondary">${label}</span>
    <input type="text" inputmode="numeric" autocomplete="off" .value=${unlessTyping(figures(value))} @change=${read}></label>`;
}

const signed = (number) => (number > 0 ? `+${number}` : figures(number));

function added(entry, keys, change) {
  const numbers = numbersOf(entry);
  const isPips = entry.add === "pip";
  const put = (number) => change((now) => withNumbers(now, [...new Set([...numbersOf(now), number])]));
  return html`${chips(_("How much; several: the player calls which"), html`
    ${numbers.map((number) => html`<button type="button" class="button chip number" aria-label=${_("Without {n}", { n: signed(number) })}
      @click=${() => change((now) => withNumbers(now, numbersOf(now).filter((other) => other !== number)))}>${signed(number)} <span class="secondary" aria-hidden="true">✕</span></button>`)}
    ${isPips || numbers.length ? nothing : chip(figures(0), true, () => {})}
    ${isPips || keys.length > 1 ? chip(_("pips"), isPips, () => change((now) => withChange(now, { add: isPips ? 0 : "pip" }))) : nothing}
    <button type="button" class="button chip" aria-expanded=${editor.another} @click=${another}>${pgettext("number", "Another")}</button>`)}
  ${editor.another ? anotherNumber(put) : nothing}`;
}

function another({ currentTarget }) {
  editor.another = !editor.another;
  changed();
  if (editor.another) requestAnimationFrame(() => currentTarget.closest(".opened")?.querySelector(".another input")?.focus());
}

/** The field for another number, which is added or taken off: a phone's keys for figures have no minus. */
function anotherNumber(put) {
  const tap = (sign) => (event) => {
    const input = event.currentTarget.closest(".another").querySelector("input");
    const number = numberIn(input.value);
    if (number === null) {
      input.focus();
      return;
    }
    editor.another = false;
    put(sign * number || 0);
  };
  const enter = (event) => event.key === "Enter" && tap(1)(event);
  return html`<div class="another"><input type="text" inputmode="numeric" maxlength="5" autocomplete="off" aria-label=${_("Another number")} @keydown=${enter}>
    <button type="button" class="button" aria-label=${_("adds")} @click=${tap(1)}>+</button>
    <button type="button" class="button" aria-label=${_("takes off")} @click=${tap(-1)}>−</button></div>`;
}

function isSet(entry, _keys, change) {
  const { target } = editor.draft.rules;
  const value = entry.set;
  const isSpan = value !== null && typeof value === "object";
  const set = (to) => change((now) => withChange(now, { set: to }));
  const number = (limit) => (limit === "target" ? target : limit);
  const end = (to) => (to === target ? "target" : to);
  return html`${chips(_("How much"), html`
    ${chip(_("the target, {n}", { n: figures(target) }), value === "target", () => set("target"))}
    ${chip(pgettext("sets", "another number"), typeof value === "number", () => typeof value === "number" || set(0))}
    ${chip(_("as called"), isSpan, () => isSpan || set({ from: 0, to: "target" }))}`)}
  ${typeof value === "number" ? html`<div class="fields">${field(_("Number"), value, set)}</div>` : nothing}
  ${isSpan ? html`<div class="fields">${field(_("From"), value.from, (from) => set({ ...value, from }))}${field(pgettext("range", "Up to"), number(value.to), (to) => set({ ...value, to: end(to) }))}</div>` : nothing}`;
}

function multiplied(entry, _keys, change) {
  return html`<div class="fields">${field(_("By how much"), entry.multiply, (by) => change((now) => withChange(now, { multiply: by })))}</div>`;
}

/** Which cards are meant: one of several ranks, or of a rank one suit, which then has a row of its own. */
function which(keys) {
  const rank = rankOf(keys[0]);
  if (rank === "JK") return nothing;
  if (keys.length > 1 && RANKS.includes(keys[0])) {
    return chips(_("Which cards"), html`${chip(pgettext("cards", "all"), true, () => {})}
      ${keys.map((key) => chip(rankLetter(key), false, () => openRow([key]), cardWords(key)))}`);
  }
  const isSingle = !RANKS.includes(keys[0]);
  return chips(_("Which suits"), html`${chip(pgettext("cards", "all"), !isSingle, () => isSingle && joinRank(keys))}
    ${[..."SHDC"].map((suit) => chip(suitSign(suit), keys.includes(rank + suit), () => keys.includes(rank + suit) || openAlone(rank, suit), suitWords(suit)))}`);
}

/** What the row makes of a few totals, where all its cards make the same. */
function results(keys, { makes }) {
  const { totals, cards } = editor.checked;
  const isSame = cards.filter(({ card }) => keys.includes(card)).every((line) => JSON.stringify(line.makes) === JSON.stringify(makes));
  if (!makes.length || !isSame) return nothing;
  return html`<dl class="makes">${makes.map(({ makes: made, over }, at) => html`<div class=${over ? "over" : ""}>
    <dt>${_("from {total}", { total: figures(totals[at]) })}</dt><dd aria-label=${over ? _("goes over") : nothing}>${drawText(made)}</dd></div>`)}</dl>`;
}
