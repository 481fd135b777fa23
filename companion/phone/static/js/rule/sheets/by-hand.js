// The last plays, put right by hand: each can be another card, have another value, be taken out, or get one beside it.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { whichWords } from "/shared/js/card-words.js";
import { _ } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { app, changed, openSheet } from "/phone/js/app.js";
import { cardFaces, drawText } from "/phone/js/cards.js";
import { familyOf } from "/phone/js/families.js";
import { consult } from "../consult.js";
import { send } from "../keying.js";
import { blocked, figureKeys, pressed, rankKeys, suitKeys, withFigure, withMinus } from "../keys.js";
import { acted } from "../twice.js";
import { frame, leaveButton, next } from "./frame.js";
import { saidWords, standsWords } from "./said.js";
import { openSetting } from "./setting.js";

/** Opens the list with what was said on the sheet before it. */
export function openByHand({ seen, text = "", turn = null }) {
  acted();
  const sheet = { kind: "mend", seen, text, turn, view: null, open: null, pick: null, step: "" };
  openSheet(sheet);
  look(sheet, {});
}

/** Asks the box how the plays are, or how they would be with other `steps`. */
const look = (sheet, changes) => consult(sheet, "/mend", changes, (view) => Object.assign(sheet, { view, pick: null, figures: "" }));

const stepsOf = ({ view }) => view.rows.map(({ step }) => step);

/** The steps with `put` in the place of so many from `at` on. */
const spliced = (steps, at, count, ...put) => [...steps.slice(0, at), ...put, ...steps.slice(at + count)];

/** A play of whoever is to act. */
const ofTurn = ({ player, ...step }) => step;

/** Has other steps judged; the row `open` is open then. */
function change(sheet, steps, open = null) {
  acted();
  Object.assign(sheet, { open, refused: "" });
  look(sheet, { back: sheet.view.back, steps });
}

/** The list, and below it what was said and what it comes to. */
export function mendSheet(sheet) {
  const { view } = sheet;
  return frame({
    title: _("The last plays"),
    text: app.now.where,
    refused: sheet.refused,
    body: view ? html`<ol class="mending">${view.rows.map((row, at) => rowView(sheet, row, at))}</ol>${beyond(sheet)}` : html`<p class="secondary">${_("Waiting for the box")}</p>`,
    foot: view ? foot(sheet) : leaveButton(_("Close")),
  });
}

function rowView(sheet, row, at) {
  const { view, open } = sheet;
  const refused = view.refused?.row === at ? view.refused : null;
  const isOpen = open === at;
  const toggle = () => next(sheet, { open: isOpen ? null : at, pick: null });
  return html`<li class=${[isOpen ? "open" : "", row.number === null ? "new" : ""].join(" ")}>
    <button type="button" class="mend-row" aria-expanded=${String(isOpen)} @click=${toggle}>
      <span class="number">${row.number === null ? _("new") : row.number || ""}</span>
      ${row.cards.length ? cardFaces(row.cards) : html`<span class="sign" aria-hidden="true">·</span>`}
      <span class="said"><b>${row.player}</b> ${drawText(row.text)}</span>
      ${row.total === null ? nothing : html`<b class="after">${figures(row.total)}</b>`}
    </button>
    ${refused ? problem(sheet, refused, at) : nothing}
    ${isOpen ? (sheet.pick ? picking(sheet, at) : things(sheet, row, at)) : nothing}</li>`;
}

/** Why the rules refuse a play, or what must still be said of it; it is never dropped. */
function problem(sheet, { sentence, question }, at) {
  const put = (order) => change(sheet, spliced(stepsOf(sheet), at, 1, order), at);
  if (!question) return html`<p class="not-taken" role="alert"><b aria-hidden="true">✕</b> ${drawText(sentence)}</p>`;
  const { options, dial } = question;
  return html`<div class="still-asked"><p><b>${drawText(question.title)}</b> ${drawText(question.text)}</p>
    ${dial ? dialView(sheet, dial, put) : html`<div class="answers">${options.filter(({ order }) => order).map(({ label, makes, order }) => html`
      <button type="button" class="button" @click=${() => put(order)}>${drawText(label)}${makes ? ` (${makes})` : ""}</button>`)}</div>`}</div>`;
}

function dialView(sheet, dial, put) {
  const write = (text) => {
    sheet.figures = text;
    changed();
  };
  const value = Number(sheet.figures);
  const isOffered = /\d/.test(sheet.figures) && value >= dial.low && value <= dial.high;
  return html`<div class="figure-place"><b>${figures(sheet.figures) || "\u00a0"}</b><p class="secondary">${_("from {low} to {high}", { low: figures(dial.low), high: figures(dial.high) })}</p></div>
    ${figureKeys({
      digit: (digit) => write(withFigure(sheet.figures, digit, 4)),
      back: () => write(sheet.figures.slice(0, -1)),
      minus: dial.low < 0 ? () => write(withMinus(sheet.figures)) : undefined,
    })}
    <button type="button" class="button" aria-disabled=${isOffered ? nothing : "true"} @click=${() => (isOffered ? put({ ...dial.order, [dial.field]: value }) : null)}>${_("OK, use this")}</button>`;
}

/** The things to do with a play. */
function things(sheet, row, at) {
  const steps = stepsOf(sheet);
  const pick = (mode) => () => next(sheet, { pick: { mode, rank: null }, step: `${mode} ${at}` });
  const thing = (words, tap) => html`<button type="button" class="button" @click=${tap}>${words}</button>`;
  const isPlay = row.step.cmd === "play" || row.step.cmd === "bust";
  return html`<div class="things">
    ${isPlay ? [
      row.other.length === 1 ? thing(drawText(row.other[0].label), () => change(sheet, spliced(steps, at, 1, row.other[0].order), at)) : nothing,
      row.other.length > 1 ? thing(_("Another value"), pick("value")) : nothing,
      thing(_("Another card"), pick("card")),
      row.player ? thing(_("Not {player}’s play", { player: row.player }), pick("player")) : nothing,
      thing(row.number === null ? _("Remove it again") : _("Remove it"), () => change(sheet, spliced(steps, at, 1))),
    ] : nothing}
    ${thing(_("Insert before"), pick("before"))}
    ${thing(_("Insert after"), pick("after"))}
  </div>`;
}

function picking(sheet, at) {
  const { mode, rank } = sheet.pick;
  const { rows } = sheet.view;
  if (mode === "value") {
    return html`<div class="answers">${rows[at].other.map(({ label, order }) => html`<button type="button" class="button" @click=${() => change(sheet, spliced(stepsOf(sheet), at, 1, order), at)}>${drawText(label)}</button>`)}</div>`;
  }
  if (mode === "player") return whose(sheet, at);
  const put = (order) => {
    const steps = stepsOf(sheet);
    if (mode === "card") change(sheet, spliced(steps, at, 1, order), at);
    else {
      const place = mode === "before" ? at : at + 1;
      change(sheet, spliced(steps, place, 0, order), place);
    }
  };
  if (rank) return html`<p><b>${whichWords(rank)}</b></p><div class="keys suits">${suitKeys({ tap: (suit) => put({ cmd: "play", card: rank + suit }) })}</div>`;
  const tap = (of) => {
    if (familyOf(app.game).cards.hasSuit(of)) next(sheet, { pick: { mode, rank: of }, step: `suit ${at}` });
    else put({ cmd: "play", card: of });
  };
  return html`<div class="keys ranks small" role="group" aria-label=${_("Ranks")}>${rankKeys({ keys: app.game.keys.map((key) => ({ ...key, does: "" })), tap, about: "mend" })}</div>
    ${familyOf(app.game).hasTotal ? html`<button type="button" class="button" @click=${() => put({ cmd: "bust" })}>${_("A bust")}</button>` : nothing}`;
}

/** Whose play it was: the two plays change their places. */
function whose(sheet, at) {
  const { rows } = sheet.view;
  const names = app.state.players.map(({ name }) => name).filter((name) => name !== rows[at].player);
  const swap = (name) => {
    const places = rows.map((row, place) => (row.player === name ? place : -1)).filter((place) => place >= 0);
    const other = places.sort((one, two) => Math.abs(one - at) - Math.abs(two - at))[0];
    if (other === undefined) {
      next(sheet, { refused: _("None of these plays is {player}’s", { player: name }) });
      return;
    }
    const steps = stepsOf(sheet);
    change(sheet, spliced(spliced(steps, at, 1, ofTurn(steps[other])), other, 1, ofTurn(steps[at])), other);
  };
  return html`<p><b>${_("Whose was it?")}</b> ${_("The two plays swap places.")}</p>
    <div class="choices">${names.map((name) => html`<button type="button" class="button person" @click=${() => swap(name)}><span class="name">${name}</span></button>`)}</div>`;
}

/** What stands below the plays, as the last resort. */
function beyond(sheet) {
  if (!familyOf(app.game).setsByHand) return nothing;
  return html`<button type="button" class="button" @click=${() => openSetting(sheet)}>${_("Change by hand")}</button>`;
}

function foot(sheet) {
  const { view } = sheet;
  const said = saidWords(sheet);
  const fits = view.then && fitsSaid(sheet, view.then);
  const stands = view.then ? (fits ? html`✓ ${_("it would then be")}` : _("as it is {box}", { box: standsWords(view.then) })) : _("not possible like this");
  return html`<div class="last-words"><p class=${fits ? "you-say fits" : "you-say"} role="status"><span>${_("You say {said}", { said })}</span> <span>${stands}</span></p>
    ${view.order ? html`<button type="button" class=${pressed("main", "mend")} aria-disabled=${blocked(view.order)} @click=${() => send(view.order, "mend", { stays: true })}>${_("Correct it: {box}", { box: standsWords(view.then) })}</button>`
      : html`<p class="unchanged">${view.refused ? _("One play needs an answer") : _("Nothing changed yet")}</p>`}
    ${leaveButton(_("Leave it as it was"))}</div>`;
}

function fitsSaid({ text, turn }, then) {
  const isSame = !/\d/.test(text) || Number(text) === then.total;
  return isSame && (turn === null || turn === then.turn) && (turn !== null || /\d/.test(text));
}
