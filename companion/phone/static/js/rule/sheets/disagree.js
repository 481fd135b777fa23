// "Not right?": what the table has, what may have happened, and with one more tap it is put right.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, ngettext } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { app, changed, closeSheet, say } from "/phone/js/app.js";
import { cardFace, cardFaces } from "/phone/js/cards.js";
import { familyOf } from "/phone/js/families.js";
import { consult } from "../consult.js";
import { ask, send } from "../keying.js";
import { blocked, figureKeys, pressed, withFigure, withMinus } from "../keys.js";
import { acted } from "../twice.js";
import { openByHand } from "./by-hand.js";
import { explanation, slip, whatDiffers } from "./explanation.js";
import { frame, leaveButton, next } from "./frame.js";
import { isGiven, saidWords, standsWords } from "./said.js";

const FIGURES = 4;

/** Opens the sheet; with a `called` total that was judged wrong it asks the box at once. `known` is put in. */
export function notRight(called = null, known = {}) {
  const { state, now } = app;
  if (familyOf(app.game).mends === "rounds") {
    ask({ kind: "rounds" });
    return;
  }
  const sheet = { kind: "disagree", seen: now.sequence, text: called === null ? "" : String(called), turn: null, lie: null, found: null, step: "", ...known };
  ask(sheet);
  if (isKnown(sheet) && (called !== null || !hasTotal())) explain(sheet);
}

/**
 * Opens the sheet for a card of the phone's owner while the box has somebody else to play: the box's total until they change
 * it, and that they are next.
 */
export function outOfTurn(order) {
  const { turn, total } = app.state;
  notRight(null, {
    title: _("It is {turn}’s turn, not {player}’s.", { turn, player: order.player }),
    text: total === undefined ? "" : String(total),
    isProposed: total !== undefined,
    turn: order.player,
    held: order,
  });
}

/** The card on such a sheet. */
const heldCards = ({ held }) => (held ? html`<div class="instead">${cardFaces(held.cards ?? [held.card])}</div>` : nothing);

const hasTotal = () => familyOf(app.game).hasTotal;

/** Whether the players have said enough to ask for explanations. */
const isKnown = (sheet) => (hasTotal() ? isGiven(sheet) : sheet.turn !== null || sheet.lie !== null);

/** The sheet: what people know, then what may have happened, then which card where several do the same. */
export function disagreeSheet(sheet) {
  if (sheet.step.startsWith("which")) return whichSheet(sheet);
  return sheet.step === "found" ? foundSheet(sheet) : knownSheet(sheet);
}

function knownSheet(sheet) {
  const write = (change) => {
    acted();
    Object.assign(sheet, { text: change(sheet.isProposed ? "" : sheet.text), isProposed: false, refused: "", found: null, asked: null });
    if (isKnown(sheet) && isWhole(sheet)) explain(sheet, true);
    changed();
  };
  return frame({
    title: sheet.title ?? _("Not right?"),
    text: app.now.where,
    refused: sheet.refused,
    body: html`${sheet.held ? heldCards(sheet) : whatDiffers("total")}<div class="box-has">${hasTotal() ? html`<b>${figures(app.state.total)}</b>` : nothing}
        <p>${hasTotal() ? html`${_("is what the box has.")}<br>` : nothing}${app.now.standing.move} ${_("Enter what is on the table.")}</p></div>
      ${hasTotal() ? html`<h3 class="heading" id="total-title">${_("The total on the table")}</h3>
        <div class="figure-place" role="status"><b>${figures(sheet.text) || "\u00a0"}</b><p class="secondary">${differs(sheet)}</p></div>
        ${figureKeys({
          digit: (digit) => write((from) => withFigure(from, digit, FIGURES)),
          back: () => write((from) => from.slice(0, -1)),
          minus: () => write(withMinus),
        })}` : nothing}
      ${hasTotal() && !sheet.held ? nothing : seats(sheet, () => explainAgain(sheet))}`,
    foot: html`<button type="button" class="button narrow" @click=${() => { acted(); closeSheet(); }}>${_("Close")}</button><button type="button" class=${pressed("main", "explain")} ?data-first=${!hasTotal() || Boolean(sheet.held)}
      aria-disabled=${blocked()} @click=${() => askBox(sheet)}>${_("What may have happened?")}</button>`,
  });
}

/** How many cards lie in the trick; a second tap on a number leaves none chosen. */
function inTrick(sheet, then) {
  const choose = (n) => {
    acted();
    Object.assign(sheet, { lie: sheet.lie === n ? null : n, refused: "", asked: null });
    then();
    changed();
  };
  return html`<h3 class="heading">${_("Cards in the trick?")}</h3>
    <div class="choices seats" role="group" aria-label=${_("Cards in the trick?")}>${app.state.players.map((_player, n) => html`
      <button type="button" class="button" aria-pressed=${String(sheet.lie === n)} @click=${() => choose(n)}>${n}</button>`)}</div>`;
}

/** Who acts next, and where they are counted how many cards lie; a second tap on a name leaves nobody chosen. */
function seats(sheet, then) {
  const names = app.state.players.filter((player) => player.in !== false).map(({ name }) => name);
  const choose = (name) => {
    acted();
    Object.assign(sheet, { turn: sheet.turn === name ? null : name, refused: "", asked: null });
    then();
    changed();
  };
  return html`${familyOf(app.game).cards.areCounted ? inTrick(sheet, then) : nothing}<h3 class="heading">${_("Who is next?")}</h3>
    <div class="choices seats" role="group" aria-label=${_("Who is next?")}>${names.map((name) => html`
      <button type="button" class="button person" aria-pressed=${String(sheet.turn === name)} @click=${() => choose(name)}><span class="name">${name}</span></button>`)}</div>
    ${sheet.step || sheet.held ? nothing : html`<p class="secondary">${_("Not sure? Choose no player.")}</p>`}`;
}

/** "7 more", "3 less" than the box has. */
function differs(sheet) {
  if (!isGiven(sheet)) return "";
  const by = Number(sheet.text) - app.state.total;
  if (!by) return _("as the box has it");
  return by > 0 ? _("{n} more", { n: by }) : _("{n} less", { n: -by });
}

/** Whether no further figure can follow: with one more the total would be beyond every one that is allowed. */
function isWhole({ text }) {
  const most = app.game.target ?? 0;
  return Math.abs(Number(text)) * 10 > most && hasTwo(text);
}

const hasTwo = (text) => text.replace("-", "").length > 1;

function askBox(sheet) {
  if (isKnown(sheet)) {
    explain(sheet);
    return;
  }
  sheet.refused = hasTotal() ? _("First enter the total on the table") : _("Choose who is next");
  changed();
}

/** Asks the box what may have happened; `isSudden` where nobody has pressed for it. */
function explain(sheet, isSudden = false) {
  const said = { total: hasTotal() && isGiven(sheet) ? Number(sheet.text) : undefined, turn: sheet.turn ?? undefined, trick: sheet.lie ?? undefined };
  consult(sheet, "/explain", said, ({ before, agrees, decides, explanations }) => {
    Object.assign(sheet, { before, agrees, decides, found: explanations, step: "found", isSudden });
    say(ngettext("{n} explanation.", "{n} explanations.", explanations.length));
  });
}

/** Asks the box again if a tap came before its answer; without a total each tap asks it. */
function explainAgain(sheet) {
  if ((sheet.awaited || !hasTotal()) && isKnown(sheet)) explain(sheet);
}

function foundSheet(sheet) {
  const { before, found, agrees } = sheet;
  if (agrees && !found.length) return agreedSheet(sheet);
  return frame({
    title: hasTotal() ? saidWords(sheet) : sheet.title ?? saidWords(sheet),
    text: found.length ? _("The box has {box}. Each of these would explain what you entered. Tap what happened.", { box: standsWords(before) })
      : _("The box has {box}. It finds no explanation for what you entered.", { box: standsWords(before) }),
    refused: sheet.refused,
    body: html`${heldCards(sheet)}${sheet.decides || sheet.turn || !hasTotal() ? seats(sheet, () => explain(sheet)) : nothing}
      <div class="explanations" role="group" aria-label=${_("What may have happened")}>${found.map((one, at) => explanation(sheet, one, at))}</div>`,
    foot: html`<div class="last-words two"><button type="button" class="button" @click=${() => openByHand(sheet)}>${_("None of these: by hand")}</button>
      <button type="button" class="button" @click=${() => next(sheet, { step: "", found: null })}>${_("Change what you entered")}</button>
      <button type="button" class=${pressed("button", "right")} aria-disabled=${blocked(slip(sheet))} @click=${() => send(slip(sheet), "right", { stays: true })}>
        ${_("{box} is right after all", { box: standsWords(before) })}</button></div>`,
  });
}

/** The players say what the box has. */
function agreedSheet(sheet) {
  return frame({
    title: saidWords(sheet),
    text: _("The box agrees. There is nothing to correct."),
    body: seats(sheet, () => explain(sheet)),
    foot: html`<div class="last-words two"><button type="button" class="button" @click=${() => openByHand(sheet)}>${_("Show the last plays anyway")}</button>
      <button type="button" class="button" @click=${() => next(sheet, { step: "", found: null })}>${_("Change what you entered")}</button>
      ${leaveButton(_("Close"))}</div>`,
  });
}

/** Which card it was, of those that would do the same; where two cards are open, one after the other. */
function whichSheet(sheet) {
  const { one, which } = sheet;
  const choose = ({ order, which: more }, control) => {
    if (more.length) next(sheet, { step: `${sheet.step} more`, which: more });
    else send(order, control, { stays: true });
  };
  return frame({
    title: _("Which card was it?"),
    text: one.sentence,
    refused: sheet.refused,
    body: html`<h3 class="heading">${which[0].player}</h3>
      <div class="answers cards" role="group" aria-label=${_("Answers")}>${which.map((answer, at) => html`
      <button type="button" class=${pressed("key answer", `which ${at}`)} aria-disabled=${blocked(answer.order)} @click=${() => choose(answer, `which ${at}`)}>${cardFace(answer.card)}</button>`)}</div>`,
    foot: html`<button type="button" class="button" @click=${() => next(sheet, { step: "found" })}>${_("Back")}</button>`,
  });
}
