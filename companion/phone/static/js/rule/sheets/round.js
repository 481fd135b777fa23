// Enters the points of a round: a row for each player, the sum that must hold, and the keypad.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { app, changed, drawNow } from "/phone/js/app.js";
import { familyOf } from "/phone/js/families.js";
import { leftWords, sidesOf } from "/phone/js/words.js";
import { send } from "../keying.js";
import { blocked, figureKeys, pressed, withFigure, withMinus } from "../keys.js";
import { frame, leaveButton } from "./frame.js";

const FIGURES = 4; // points of a round are from -9999 to 9999

/**
 * What was entered for the round `of`, as text by name: it outlives its sheet, so that neither a closed sheet nor
 * a round that is taken back loses it. `name` is whose points the keypad writes, `fresh` that its next figure begins anew, `corrects` the round as it was.
 */
const entry = { of: "", texts: {}, name: "", fresh: true, corrects: undefined };

/** The points of everybody still in; of a round that `corrects` has, the points as they were entered. */
export function roundSheet(sheet) {
  const { game, state, now } = app;
  begin(sheet);
  const open = missing();
  return frame({
    title: sheet.corrects ? _("Correct round {round}", { round: sheet.corrects.round }) : _("Points of round {round}", { round: state.round }),
    text: sheet.corrects ? _("All later rounds are counted again.") : game.costs ?? [game.says, ...game.about, now.dealt].filter(Boolean).join(", "),
    refused: sheet.refused,
    body: html`<ul class="entries">${players().map((player) => row(sheet, player))}</ul>
      <div class="sum">${sumView()}${offers(sheet, open)}</div>
      ${keypad(sheet)}`,
    foot: html`${leaveButton(sheet.corrects ? _("Leave as is") : _("Not yet"))}${mainKey(sheet, open)}`,
  });
}

function begin({ corrects, seen }) {
  const of = corrects ? `${app.game.number} ${corrects.round} ${seen}` : `${app.game.number} ${app.state.round}`;
  const texts = corrects ? Object.fromEntries(Object.entries(corrects.points).map(([name, points]) => [name, String(points)])) : {};
  if (entry.of !== of) Object.assign(entry, { of, texts, name: "", corrects });
  if (!players().some(({ name }) => name === entry.name)) choose(missing()[0] ?? players()[0].name);
}

const players = () => sidesOf(app.state, ({ name, in: isIn }) => (entry.corrects ? name in entry.corrects.points : isIn ?? true));
/** The players of a side, as it is called. */
const labelOf = (name) => players().find((side) => side.name === name).label;
const isGiven = (text) => /\d/.test(text ?? "");
const missing = () => players().map(({ name }) => name).filter((name) => !isGiven(entry.texts[name]));
const pointsOf = (name) => (isGiven(entry.texts[name]) ? Number(entry.texts[name]) : 0);
const together = () => players().reduce((sum, { name }) => sum + pointsOf(name), 0);

function choose(name) {
  Object.assign(entry, { name, fresh: true });
}

function write(sheet, texts) {
  Object.assign(entry.texts, texts);
  sheet.refused = "";
  changed();
}

/** The standing before and after, and the points between two steppers; a tap on them is for the keypad. */
function row(sheet, { name, label: called, points }) {
  const text = entry.texts[name] ?? "";
  const given = isGiven(text);
  const foreseen = given && !app.game.adjusts; // else the points may become others
  const after = points + about().times * (pointsOf(name) - (entry.corrects?.points[name] ?? 0));
  const { step = 1 } = app.game;
  const give = (value) => {
    choose(name);
    write(sheet, { [name]: String(goesBelowZero() ? value : Math.max(0, value)) });
  };
  const label = given ? _("Points of {player}: {points}", { player: called, points: figures(text) }) : _("Points of {player}: not entered", { player: called });
  return html`<li><div><span class="name">${called}</span>
      <span class="secondary" aria-hidden="true">${foreseen ? `${figures(points)} → ${figures(after)}` : figures(points)}</span>
      <span class="unseen">${foreseen ? _("has {before}, then {after}", { before: figures(points), after: figures(after) }) : _("has {before}", { before: figures(points) })}</span></div>
    <button type="button" class="button" aria-label=${_("{player}: {points} less", { player: called, points: step })} @click=${() => give(pointsOf(name) - step)}>−</button>
    <button type="button" class="given" aria-pressed=${String(name === entry.name)} aria-label=${label} ?data-first=${name === entry.name}
      @click=${() => { choose(name); changed(); }}>${figures(text)}</button>
    <button type="button" class="button" aria-label=${_("{player}: {points} more", { player: called, points: step })} @click=${() => give(pointsOf(name) + step)}>+</button></li>`;
}

/** How many times each point of the round counts, and the sums that it may have. */
const about = () => (entry.corrects ? app.rounds.find(({ round }) => round === entry.corrects.round) : app.game);

/** The points so far beside the sum that must hold, the nearest one if there are several. */
function sumView() {
  const { sums, sum_words: either } = about();
  const sum = together();
  if (!sums.length) return html`<p role="status"><b>${_("{points} together", { points: figures(sum) })}</b></p>`;
  const due = sums.reduce((best, one) => (Math.abs(one - sum) < Math.abs(best - sum) ? one : best));
  const part = due > 0 ? Math.min(1, Math.max(0, sum / due)) : Number(sum === due);
  const left = due - sum;
  return html`<p role="status"><b>${_("{points} of {sums}", { points: figures(sum), sums: either })}</b> <span class="secondary">${leftWords(left)}</span></p>
    <svg class=${left ? "bar" : "bar full"} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width=${100 * part} height="4"></rect></svg>`;
}

/** What would complete the round, for a tap: the rest for the last open player, nothing for the others. */
function offers(sheet, open) {
  const { sums } = about();
  const sum = together();
  if (open.length === 1) {
    return sums.map((due) => html`<button type="button" class="button" @click=${() => { choose(open[0]); write(sheet, { [open[0]]: String(due - sum) }); }}>${
      _("The {points} left: {player}", { points: figures(due - sum), player: labelOf(open[0]) })}</button>`);
  }
  if (!open.length || open.length === players().length || (sums.length && !sums.includes(sum))) return nothing;
  return html`<button type="button" class="button" @click=${() => write(sheet, Object.fromEntries(open.map((name) => [name, "0"])))}>${_("0 for all others")}</button>`;
}

const goesBelowZero = () => familyOf(app.game).call.belowZero ?? app.game.below_zero;

function keypad(sheet) {
  const key = (next) => {
    const text = entry.fresh ? "" : entry.texts[entry.name] ?? "";
    entry.fresh = false;
    write(sheet, { [entry.name]: next(text) });
  };
  return figureKeys({
    digit: (digit) => key((text) => withFigure(text, digit, FIGURES)),
    back: () => { entry.fresh = false; key((text) => text.slice(0, -1)); },
    minus: goesBelowZero() ? () => { entry.fresh = false; key(withMinus); } : undefined,
    sign: "±",
  });
}

/** While somebody is missing it goes on to the next one; then it enters the round. */
function mainKey({ corrects }, open) {
  if (!open.length) {
    const points = Object.fromEntries(players().map(({ name }) => [name, pointsOf(name)]));
    if (corrects) return correctKey(corrects, points);
    return html`<button type="button" class=${pressed("main", "score")} aria-disabled=${blocked({ cmd: "score" })}
      @click=${() => send({ cmd: "score", points }, "score", { stays: true })}>${_("Enter round {round}", { round: app.state.round })}</button>`;
  }
  const [next] = after(entry.name, open);
  const isAlone = next === entry.name;
  const goOn = () => {
    choose(next);
    drawNow();
    document.querySelector('#sheet .given[aria-pressed="true"]')?.focus();
  };
  return html`<button type="button" class="main" aria-disabled=${isAlone ? "true" : nothing} @click=${isAlone ? nothing : goOn}>${
    isAlone ? _("{player} is missing", { player: labelOf(next) }) : _("Next: {player}", { player: labelOf(next) })}</button>`;
}

function correctKey({ round, points: before, back, later }, points) {
  const isSame = Object.entries(points).every(([name, each]) => each === before[name]);
  const order = { cmd: "repair", back, steps: [{ cmd: "score", points }, ...later] };
  return html`<button type="button" class=${pressed("main", "correct")} aria-disabled=${isSame ? "true" : blocked(order)}
    @click=${() => (isSame ? null : send(order, "correct", { stays: true }))}>${isSame ? _("Nothing changed yet") : _("Correct round {round}", { round })}</button>`;
}

/** The `open` ones, from the next one after `name` on. */
function after(name, open) {
  const seats = players().map((player) => player.name);
  const from = seats.indexOf(name) + 1;
  return [...seats.slice(from), ...seats.slice(0, from)].filter((each) => open.includes(each));
}
