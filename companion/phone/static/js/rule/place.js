// The area above the keys, of fixed height so that no key moves: total and player to act, last play, refusal, input in progress.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { inSigns, joined } from "/shared/js/card-words.js";
import { _, colon, court, pgettext } from "/shared/js/language.js";
import { writtenCard } from "/shared/js/typing.js";
import { figures } from "/shared/js/words.js";
import { app } from "/phone/js/app.js";
import { cardFace, cardFaces, drawText } from "/phone/js/cards.js";
import { familyOf } from "/phone/js/families.js";
import { isLongMove, moveView } from "/phone/js/move.js";
import { isPast } from "/phone/js/table/plays.js";
import { crownView } from "/phone/js/table/result.js";
import { heldView } from "./held.js";
import { ask, isForAnother, keying, send, told } from "./keying.js";
import { blocked, pressed } from "./keys.js";
import { notRight } from "./openers.js";

const BESIDE = new Set(["refused", "right", "miscount"]); // rows that change nothing at the table
const LONG = 34; // letters of a refusal that fit in two large lines

/** The area on a phone, or beside the board if `wide`. */
export function place(wide) {
  const refusal = shownRefusal();
  if (refusal) return html`<section class="place" aria-label=${_("Not allowed")}>${refused(refusal)}</section>`;
  return html`<section class="place" aria-label=${_("Total and last play")}>${wide ? nothing : strip()}${below(wide)}</section>`;
}

/** This phone's refusal, else the newest one from elsewhere, until the next input here. */
function shownRefusal() {
  if (app.refusal) return app.refusal;
  const newest = app.plays[app.plays.length - 1];
  if (keying.heard === undefined) keying.heard = newest?.id ?? null;
  if (newest?.kind !== "refused" || isPast(newest) || newest.id === keying.heard || newest.by === app.me.name) return null;
  return { sentence: newest.text, cards: newest.cards };
}

/** A card of somebody whose turn it is not for the box: then either of the two is wrong. */
function refused({ sentence, cards, code }) {
  return html`<div class=${inSigns(sentence).length > LONG ? "refused long" : "refused"}>
    ${cards?.length ? cardFace(cards[cards.length - 1], "tall") : nothing}
    <p class="verdict"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 5L19 19M19 5L5 19"></path></svg>${_("Not allowed")}</p>
    <p class="why">${drawText(sentence)}</p>
    ${code === "not-your-turn" ? html`<button type="button" class="button" @click=${() => notRight()}>${_("Not right?")}</button>`
      : html`<p class="still">${_("Nothing has changed.")} ${app.now.standing.still}</p>`}
  </div>`;
}

function strip() {
  const { state, game, now: { result } } = app;
  const hollow = app.link.is === "live" ? "" : "hollow";
  const total = state.total === undefined || result ? "" : figures(state.total);
  return html`<div class="strip ${hollow}">
    ${total ? html`<p class=${total.length > 2 ? "total many" : "total"}>${total}</p>` : nothing}
    ${result ? crownView(app) : nothing}
    <div><p class=${isLongMove(app) ? "whose long" : "whose"}>${moveView(app)}</p><p class="where">${result ? result.game : familyOf(game).where()}</p></div>
  </div>`;
}

/** Below the total: a sentence about the input, a half-written card, the box's question, or the last play. */
function below(wide) {
  const said = told();
  if (said) return html`<div class="last said"><p>${drawText(said.sentence)}</p></div>`;
  if (keying.written || keying.several) return writing();
  if (app.question) return asking();
  if (keying.held) return heldView();
  if (wide && app.state.turn && !isForAnother()) return wanted();
  return familyOf(app.game).laid?.(isForAnother() ? forAnother() : undefined) ?? lastPlay();
}

function writing() {
  const { written, several } = keying;
  const player = app.state.turn;
  const hint = several && !several.length && !written;
  return html`<div class="last writing">
    <p><b>${app.state.turn ? _("{player} plays", { player }) : app.now.trick?.title ?? _("Nobody is playing")}</b></p>
    <p class="cards">${several?.map((card) => cardFace(card))}${written ? cardFace(writtenCard(written)) : nothing}
      ${hint ? html`<span class="secondary">${_("enter the cards of the set")}</span>` : nothing}</p>
    ${written ? html`<kbd>${_("Enter")}</kbd>` : nothing}
  </div>`;
}

function asking() {
  const { question } = app;
  return html`<div class="last asking">
    <p><b>${_("The box asks")}</b> <span>${drawText(joined([question.title, question.text], colon))}</span></p>
    <button class="button" type="button" @click=${() => ask({ kind: "question", question, ofBox: true })}>${_("Answer here")}</button>
  </div>`;
}

function wanted() {
  const { cards } = familyOf(app.game);
  return html`<div class="last wanted">
    <p><b>${_("{player} plays", { player: app.state.turn })}</b>
      <span>${cards.wanted}</span></p>
    <p class="secondary by-keys">${cards.letters(`${court[0]} 2–9 0 ${court.slice(1).join(" ")}`)}</p>
  </div>`;
}

const forAnother = () => html`<div class="for"><p class="secondary">${forWhom()}</p>${undoFor()}</div>`;

/** For whom the last card was keyed here. */
const forWhom = () => _("for {player}", keying.playedFor);

/** Takes that card back with one tap. */
function undoFor() {
  return html`<button type="button" class=${pressed("button", "for")} aria-disabled=${blocked({ cmd: "undo" })}
    @click=${() => send({ cmd: "undo" }, "for")}>${pgettext("key", "Undo")}</button>`;
}

function lastPlay() {
  const row = [...app.plays].reverse().find(({ kind }) => !BESIDE.has(kind));
  if (!row) return html`<div class="last"><p class="secondary">${_("Nothing has been played yet")}</p></div>`;
  if (row.kind === "repair") return html`<div class="last mended"><p><b>✓ ${drawText(row.text)}</b></p></div>`;
  const total = row.total === null ? "" : figures(row.total);
  return html`<div class="last">
    ${cardFaces(row.cards)}
    <div><p class="who">${isForAnother() ? forWhom() : [row.player, total].filter(Boolean).join(colon)}</p>
      <p class="secondary">${drawText(joined([row.brief, ...row.after], ". "))}</p></div>
    ${isForAnother() ? undoFor() : nothing}
  </div>`;
}
