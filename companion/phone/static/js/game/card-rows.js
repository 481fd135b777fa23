// The editable card table: a row for cards with the same effect, with three columns.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { repeat } from "/shared/lib/lit-html/directives/repeat.js";
import { cardWords, suitWords } from "/shared/js/card-words.js";
import { _, drawn, pgettext, rankLetter } from "/shared/js/language.js";
import { unlessTyping } from "/phone/js/unless-typing.js";
import { changed } from "/phone/js/app.js";
import { cardSign, suitSign } from "/phone/js/cards.js";
import { wide } from "/phone/js/layout.js";
import { alike } from "./asking.js";
import { RANKS, asPrinted, editor, joinRank, rankOf, rows, setCards, standAlone } from "./editor.js";
import { amountOf, kindOf, turningOf, withAmount, withCall, withKind, withTurning } from "./entry.js";

/** The table, and the picker that gives a card a row of its own. */
export function cardRows() {
  const all = rows();
  return html`<div class="card-rows" role="group" aria-label=${pgettext("what the cards do", "Card table")}>
    <div class="columns" aria-hidden="true"><span>${_("Card")}</span><span>${_("Total")}</span><span>${pgettext("column", "By")}</span><span>${_("And then")}</span></div>
    ${repeat(all, ({ keys }) => keys.join(" "), row)}
    ${callRows(all)}
    ${picker()}
    <div class="doing">
      <button type="button" class="button filled" aria-expanded=${editor.picking !== null} @click=${pick}>${_("One card alone")}</button>
      <button type="button" class="button" aria-disabled=${!editor.checked?.parent} @click=${asPrinted}>${_("As printed")}</button>
    </div>
  </div>`;
}

function row({ keys, entry, yours, wrong, single }) {
  const words = keys.map(cardWords).join(", ");
  const kind = kindOf(entry);
  const changes = editor.checked?.changes ?? [];
  const does = turningOf(entry);
  const turnings = [{ does: {}, words: wide.matches ? _("nothing else") : "–" }, ...editor.checked?.turns ?? []];
  if (!turnings.some((each) => alike(each.does, does))) turnings.push({ does, words: "…" }); // until the box has worded it
  // The last change may not be drawn yet, so each change applies to the current entry.
  const change = (how) => setCards(keys, how(editor.draft.cards[keys[0]] ?? entry));
  return html`<div class="card-row ${wrong ? "wrong" : ""}" role="group" aria-label=${words}>
    <p class="of"><b>${called(keys)}${wrong ? html` <span class="cross">✕</span>` : nothing}</b>${yours ? html`<span class="secondary">${_("yours")}</span>` : nothing}
      ${single ? html`<button type="button" class="join" aria-label=${_("{card} as every other {rank}", { card: words, rank: cardWords(rankOf(keys[0])) })} @click=${() => joinRank(keys[0])}>✕</button>` : nothing}</p>
    <span class="select"><select aria-label=${_("To the total")} @change=${({ target }) => change((now) => withKind(now, changes[target.selectedIndex]))}>
      ${changes.map((each) => html`<option ?selected=${each.kind === kind}>${each.words}</option>`)}</select></span>
    <input type="text" aria-label=${_("By how much")} autocomplete="off" aria-invalid=${wrong} .value=${unlessTyping(amountOf(entry))}
      @change=${({ target }) => change((now) => withAmount(now, target.value))}>
    <span class="select"><select class=${alike(does, {}) ? "none" : ""} aria-label=${_("And then")} @change=${({ target }) => change((now) => withTurning(now, turnings[target.selectedIndex].does))}>
      ${turnings.map((each) => html`<option ?selected=${alike(each.does, does)}>${each.words}</option>`)}</select></span>
  </div>`;
}

/** "5–8", "J Q", a single card with its suit drawn. */
function called(keys) {
  const [first] = keys;
  if (!RANKS.includes(first)) return cardSign(first);
  if (keys.length < 3) return keys.map(rankLetter).join(" ");
  return `${rankLetter(first)}–${rankLetter(keys[keys.length - 1])}`;
}

/** The words said with cards: a line for each entry that has any. */
function callRows(all) {
  return all.filter(({ entry }) => entry.call !== undefined).map(({ keys, entry }) => html`<label class="call">
    <span>${saidWith(called(keys))}</span>
    <input type="text" maxlength="24" autocomplete="off" .value=${unlessTyping(editor.checked?.calls[entry.call] ?? entry.call)} @change=${({ target }) => setCards(keys, withCall(editor.draft.cards[keys[0]] ?? entry, target.value.trim()))}></label>`);
}

const saidWith = (cards) => drawn(_("Said with {cards}"), { cards: html`<b>${cards}</b>` });

function pick() {
  editor.picking = editor.picking === null ? "" : null;
  changed();
}

/** Chooses the card that gets a row of its own: its rank, then its suit or all four. */
function picker() {
  const { picking, draft } = editor;
  if (picking === null) return nothing;
  const choose = (rank) => {
    editor.picking = rank;
    changed();
  };
  return html`<div class="picker" role="group" aria-label=${_("Which card alone?")}>
    <div class="ranks">${RANKS.filter((rank) => rank !== "JK").map((rank) => html`
      <button type="button" class="key" aria-pressed=${picking === rank} @click=${() => choose(rank)}>${rankLetter(rank)}</button>`)}</div>
    ${picking ? html`<div class="suits">
      ${[..."CDHS"].map((suit) => html`<button type="button" class="key suited" aria-label=${_("Only the {card}", { card: cardWords(picking + suit) })}
        aria-disabled=${!draft.cards[picking]} @click=${() => standAlone(picking, suit)}>${suitSign(suit)} ${suitWords(suit)}</button>`)}
      <button type="button" class="key" @click=${() => standAlone(picking, "")}>${_("All four")}</button></div>
      <label class="call"><span>${saidWith(rankLetter(picking))}</span><input type="text" maxlength="24" autocomplete="off" placeholder=${_("pass to you")}
        @change=${(event) => say(picking, event.target.value.trim())}></label>` : nothing}
  </div>`;
}

/** Adds words to a rank that had none. */
function say(rank, call) {
  const entry = editor.draft.cards[rank];
  if (!entry || !call) return;
  editor.picking = null;
  setCards([rank], withCall(entry, call));
}
