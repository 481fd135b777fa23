// Asks what a card still needs: suit, choice, value, player; or whether a disputed card stands.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { joined } from "/shared/js/card-words.js";
import { _ } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { app, changed } from "/phone/js/app.js";
import { cardFace, drawText } from "/phone/js/cards.js";
import { send } from "../keying.js";
import { SUITS, blocked, figureKeys, pressed, suitKeys, withMinus } from "../keys.js";
import { weighed } from "../weigh.js";
import { frame, leaveButton } from "./frame.js";

const DEALS = new Set(["new", "deal"]);

/** The sheet of a question from the box. */
export function questionSheet(sheet) {
  const { title, text, cards = [], options = [], dial } = sheet.question;
  const leaves = sheet.ofBox ? _("Leave it to the box") : DEALS.has(sheet.order?.cmd) ? _("Not yet") : _("Not this card");
  const body = dial ? dialBody(sheet, dial) : options.some(({ suit }) => suit) ? suitBody(options) : answers(options);
  const mayLeave = !options.some(({ order }) => order === null);
  return frame({
    title, text, body, refused: sheet.refused,
    picture: cards.length ? html`<span class="about">${cardFace(cards[0], "tall")}</span>` : nothing,
    foot: html`${mayLeave ? leaveButton(leaves) : nothing}${dial ? playButton(sheet, dial) : nothing}`,
  });
}

function suitBody(options) {
  const bySuit = new Map(options.map((option) => [option.suit, option]));
  return html`<div class="keys suits" role="group" aria-label=${_("Suit")}>${suitKeys({
    suits: SUITS.filter((suit) => bySuit.has(suit)),
    tap: (suit, control) => send(bySuit.get(suit).order, control),
    makes: (suit) => ({ text: bySuit.get(suit).makes, refused: bySuit.get(suit).refused }),
  })}</div>`;
}

function answers(options) {
  return html`<div class=${options.some(({ makes }) => makes) ? "answers large" : "answers"} role="group" aria-label=${_("Answers")}>
    ${options.map((option, at) => (option.order === null ? leaveButton(option.label) : answer(option, at)))}</div>`;
}

function answer({ label, makes, order, refused }, at) {
  const control = `answer ${at}`;
  return html`<button type="button" class=${pressed("key answer", control)} aria-disabled=${blocked(order)} @click=${() => send(order, control)}>
    <span>${drawText(label)}</span>
    ${makes ? html`<b aria-hidden="true">${makes}</b><span class="unseen">${_("makes {total}", { total: makes })}</span>` : nothing}
    ${refused ? html`<span class="no">✕ ${drawText(refused)}</span>` : nothing}
  </button>`;
}

function dialBody(sheet, dial) {
  const value = valueOf(sheet, dial);
  const comes = isOffered(value, dial) ? weighed(sheet, { ...dial.order, [dial.field]: value }) : null;
  const says = !isOffered(value, dial) ? _("from {low} to {high}", range(dial))
    : comes?.refused ? joined(["✕", comes.refused], " ") : comes?.text ? _("makes {total}", { total: comes.text }) : "";
  const write = (text) => {
    sheet.text = text;
    changed();
  };
  return html`<div class="figure-place" role="status"><b>${figures(sheet.text ?? dial.start) || "\u00a0"}</b><p class="secondary">${drawText(says)}</p></div>
    ${figureKeys({
      digit: (digit) => write(`${sheet.text ?? ""}${digit}`.replace(/^(-?)0+(?=\d)/, "$1").slice(0, 5)),
      back: () => write((sheet.text ?? String(dial.start)).slice(0, -1)),
      minus: dial.low < 0 ? () => write(withMinus(sheet.text ?? "")) : undefined,
    })}`;
}

const valueOf = (sheet, dial) => (sheet.text === undefined ? dial.start : /\d/.test(sheet.text) ? Number(sheet.text) : NaN);
const range = ({ low, high }) => ({ low: figures(low), high: figures(high) });
const isOffered = (value, { low, high }) => value >= low && value <= high;

function playButton(sheet, dial) {
  const play = () => {
    const value = valueOf(sheet, dial);
    if (isOffered(value, dial)) send({ ...dial.order, [dial.field]: value }, "dial", { stays: true });
    else {
      sheet.refused = _("From {low} to {high}", range(dial));
      changed();
    }
  };
  return html`<button type="button" class=${pressed("main", "dial")} aria-disabled=${blocked(app.sheet.question.dial.order)} @click=${play}>${
    dial.order.cmd === "play" ? _("Play it") : _("OK, use this")}</button>`;
}
