// The last resort: the total, who is next, chips, points, cards and who is in, set by hand and kept as exactly that.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, colon, pgettext } from "/shared/js/language.js";
import { chipsWords, figures } from "/shared/js/words.js";
import { app, changed, openSheet } from "/phone/js/app.js";
import { send } from "../keying.js";
import { blocked, figureKeys, pressed, withFigure, withMinus } from "../keys.js";
import { acted } from "../twice.js";
import { weighed } from "../weigh.js";
import { frame, leaveButton, next } from "./frame.js";

const FIGURES = 4;
const PARTS = {
  total: () => _("Total and turn"), chips: () => _("Chips"), points: () => _("Points"), cards: () => _("Cards"), in: () => _("Who is in"),
};

/** Opens the sheet with what was said before; where chips were `counted`, with those of the players. */
export function openSetting({ text = "", turn = null, counted = null } = {}) {
  const { state, now } = app;
  acted();
  const hasTotal = state.total !== undefined && state.phase === "play";
  openSheet({
    kind: "setting", seen: now.sequence, part: counted ? "chips" : hasTotal ? "total" : "in", text, turn: turn ?? state.turn, direction: state.direction,
    chips: counted ?? {}, points: {}, cards: {}, against: "pot", in: {}, step: "",
  });
}

/** What is set: one part at a time, chosen above it. */
export function settingSheet(sheet) {
  const order = orderOf(sheet);
  const comes = order ? weighed(sheet, order) : null;
  return frame({
    title: _("Change by hand"),
    text: _("It is saved as a change by hand."),
    refused: sheet.refused || comes?.refused || "",
    body: html`${partKeys(sheet)}${BODIES[sheet.part](sheet)}`,
    foot: html`${leaveButton(_("Leave it as it was"))}<button type="button" class=${pressed("main", "set-by-hand")} aria-disabled=${order ? blocked(order) : "true"}
      @click=${() => (order ? send(order, "set-by-hand", { stays: true }) : null)}>${order ? _("Change it") : _("Nothing changed yet")}</button>`,
  });
}

const hasChips = () => (app.game.chips ?? null) !== null;

function partKeys(sheet) {
  const { state } = app;
  const hasTotal = state.total !== undefined, plays = hasTotal && state.phase === "play";
  const keepsPoints = hasTotal && (state.players[0].points ?? null) !== null;
  const parts = [plays ? "total" : "", hasChips() ? "chips" : "", keepsPoints ? "points" : "", plays ? "cards" : "", "in"].filter(Boolean);
  if (parts.length < 2) return nothing;
  return html`<div class="choices thirds" role="group" aria-label=${_("What to change")}>${parts.map((part) => html`
    <button type="button" class="button person" aria-pressed=${String(sheet.part === part)} @click=${() => next(sheet, { part, step: part })}><span class="name">${PARTS[part]()}</span></button>`)}</div>`;
}

const BODIES = {
  total: totalBody, chips: chipsBody, in: inBody,
  points: (sheet) => steppers(sheet, { part: "points", lowest: -Infinity, less: (player) => _("{player}: one point less", { player }), more: (player) => _("{player}: one point more", { player }) }),
  cards: (sheet) => steppers(sheet, { part: "cards", lowest: 0, less: (player) => _("{player}: one card less", { player }), more: (player) => _("{player}: one card more", { player }) }),
};

function totalBody(sheet) {
  const write = (change) => {
    sheet.text = change(sheet.text);
    sheet.refused = "";
    changed();
  };
  const choose = (changes) => {
    acted();
    Object.assign(sheet, changes, { refused: "" });
    changed();
  };
  const names = app.state.players.filter((player) => player.in).map(({ name }) => name);
  return html`<div class="figure-place" role="status"><b>${figures(sheet.text) || "\u00a0"}</b><p class="secondary">${_("the box has {total}", { total: figures(app.state.total) })}</p></div>
    ${figureKeys({
      digit: (digit) => write((from) => withFigure(from, digit, FIGURES)),
      back: () => write((from) => from.slice(0, -1)),
      minus: () => write(withMinus),
    })}
    <h3 class="heading">${_("Who is next?")}</h3>
    <div class="choices seats" role="group" aria-label=${_("Who is next?")}>${names.map((name) => html`
      <button type="button" class="button person" aria-pressed=${String(sheet.turn === name)} @click=${() => choose({ turn: name })}><span class="name">${name}</span></button>`)}</div>
    <div class="choices ways-round" role="group" aria-label=${_("Direction of play")}>${[["clockwise", _("clockwise")], ["counterclockwise", _("counterclockwise")]].map(([direction, words]) => html`
      <button type="button" class="button" aria-pressed=${String(sheet.direction === direction)} @click=${() => choose({ direction })}>${words}</button>`)}</div>`;
}

/** A row for each player with the number of what is counted, and a key for one less and one more. */
function steppers(sheet, { part, lowest, less, more, words = String }) {
  const give = (name, number) => {
    acted();
    sheet[part] = { ...sheet[part], [name]: Math.max(lowest, number) };
    sheet.refused = "";
    changed();
  };
  return html`<ul class="steppers">${app.state.players.map((player) => {
    const { name } = player, has = sheet[part][name] ?? player[part];
    return html`<li><span class="name">${name}</span>
      <button type="button" class="button" aria-label=${less(name)} @click=${() => give(name, has - 1)}>−</button>
      <b role="status" aria-label=${`${name}${colon}${words(has)}`}>${has}</b>
      <button type="button" class="button" aria-label=${more(name)} @click=${() => give(name, has + 1)}>+</button></li>`;
  })}</ul>`;
}

/** How many chips lie before everybody, and where a difference comes from or goes to. */
function chipsBody(sheet) {
  const against = ["pot", ...app.state.players.map(({ name }) => name).filter((name) => !(name in changedOf(sheet, "chips")))];
  return html`${steppers(sheet, { part: "chips", lowest: 0, less: (player) => _("{player}: one chip less", { player }), more: (player) => _("{player}: one chip more", { player }), words: chipsWords })}
    <p role="status"><b>${_("The pot then has {n}.", { n: potThen(sheet) })}</b> ${isPotCounted(sheet) ? _("You counted {n}.", { n: sheet.chips.pot }) : nothing}</p>
    <h3 class="heading">${_("The difference comes from, or goes to")}</h3>
    <div class="choices seats" role="group" aria-label=${_("The difference comes from, or goes to")}>${against.map((name) => html`
      <button type="button" class="button person" aria-pressed=${String(sheet.against === name)} @click=${() => next(sheet, { against: name })}><span class="name">${name === "pot" ? pgettext("chips", "the pot") : name}</span></button>`)}</div>`;
}

const isPotCounted = ({ chips }) => "pot" in chips && !app.state.players.some(({ name }) => name === "pot");

/** What the pot has once the players hold what is set. */
function potThen(sheet) {
  const { players, pot } = app.state;
  if (sheet.against !== "pot") return pot;
  const set = changedOf(sheet, "chips");
  return players.reduce((left, { name, chips }) => left - ((set[name] ?? chips) - chips), pot);
}

function changedOf(sheet, part) {
  const set = sheet[part];
  return Object.fromEntries(app.state.players.filter((player) => player.name in set && set[player.name] !== player[part]).map(({ name }) => [name, set[name]]));
}

function inBody(sheet) {
  const turn = (player) => {
    acted();
    sheet.in = { ...sheet.in, [player.name]: !(sheet.in[player.name] ?? player.in) };
    sheet.refused = "";
    changed();
  };
  return html`<div class="choices" role="group" aria-label=${_("Who is in")}>${app.state.players.map((player) => {
    const isIn = sheet.in[player.name] ?? player.in;
    return html`<button type="button" class="button person" aria-pressed=${String(isIn)} @click=${() => turn(player)}><span class="name">${player.name}</span>
      <span class="secondary">${isIn ? pgettext("player", "in") : pgettext("player", "out")}</span></button>`;
  })}</div>`;
}

/** The order for what differs from what the box has; null while nothing does. */
function orderOf(sheet) {
  const { state } = app;
  const order = { cmd: "set" };
  if (sheet.part === "total") {
    if (/\d/.test(sheet.text) && Number(sheet.text) !== state.total) order.total = Number(sheet.text);
    if (sheet.turn && sheet.turn !== state.turn) order.turn = sheet.turn;
    if (sheet.direction !== state.direction) order.direction = sheet.direction;
  } else if (sheet.part !== "in") {
    const counted = changedOf(sheet, sheet.part);
    if (Object.keys(counted).length) order[sheet.part === "cards" ? "hands" : sheet.part] = counted;
    if (order.chips) order.against = sheet.against;
  } else {
    const changes = state.players.filter(({ name, in: isIn }) => (sheet.in[name] ?? isIn) !== isIn).map(({ name, in: isIn }) => [name, !isIn]);
    if (changes.length) order.in = Object.fromEntries(changes);
  }
  return Object.keys(order).length > 1 ? order : null;
}
