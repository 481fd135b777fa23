// Somebody joins, goes home, or changes seats: the gap is tapped, and what follows is said before the button.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, ngettext } from "/shared/js/language.js";
import { chipsWords } from "/shared/js/words.js";
import { app, ask as request, changed } from "/phone/js/app.js";
import { ask, send } from "../keying.js";
import { blocked, pressed } from "../keys.js";
import { acted } from "../twice.js";
import { weighed } from "../weigh.js";
import { frame, leaveButton, next, people } from "./frame.js";

const MAX_NAME_LENGTH = 24; // letters of a name
const EVENING_TIMEOUT = 4000; // ms for the names of the evening, without which one can be typed

/** Opens "Somebody joins" with the people of this evening who do not sit here. */
export async function openJoin() {
  const sheet = { kind: "join", name: null, text: "", after: null, chips: null, when: null, known: [], step: "" };
  ask(sheet);
  const evening = await request("/evening", {}, EVENING_TIMEOUT);
  const sitting = app.state.players.map(({ name }) => name);
  sheet.known = (evening.players ?? []).map(({ name }) => name).filter((name) => !sitting.includes(name));
  changed();
}

const hasChips = () => (app.game.chips ?? null) !== null;
const hasPoints = () => app.state.players.some((player) => "last" in player);
const fewest = () => Math.min(...app.state.players.filter((player) => player.in).map(({ chips }) => chips));

/** Who joins, the gap, the chips, from when. */
export function joinSheet(sheet) {
  const name = sheet.name ?? (sheet.text.trim() || null);
  const after = sheet.after;
  const chips = sheet.chips ?? (hasChips() ? fewest() : null);
  const order = (when) => ({ cmd: "join", player: name, after, ...(chips === null ? {} : hasChips() ? { chips } : { points: chips }), ...(when ? { when } : {}) });
  const isSaid = name && after;
  const ways = isSaid ? whens(sheet, (way) => ({ cmd: "join", player: name, after, ...(way ? { when: way } : {}) })) : [];
  const when = ways.includes(sheet.when) || !ways.length ? sheet.when : ways[0];
  const comes = isSaid ? weighed(sheet, order(when)) : null;
  const choose = (changes) => () => {
    acted();
    Object.assign(sheet, changes, { refused: "" });
    changed();
  };
  return frame({
    title: _("Player joins"),
    text: app.now.where,
    refused: sheet.refused || comes?.refused || "",
    body: html`<h3 class="heading">${_("Who?")}</h3>
      <div class="choices seats" role="group" aria-label=${_("Who?")}>${sheet.known.map((known) => html`
        <button type="button" class="button person" aria-pressed=${String(sheet.name === known)} @click=${choose({ name: known, text: "" })}><span class="name">${known}</span></button>`)}</div>
      <label class="field"><span class="unseen">${_("Name")}</span><input type="text" data-first maxlength=${MAX_NAME_LENGTH} autocomplete="off" placeholder=${_("New player")} .value=${sheet.text}
        @input=${({ target }) => { Object.assign(sheet, { text: target.value, name: null, refused: "" }); changed(); }}></label>
      <h3 class="heading">${_("Tap the gap to sit in")}</h3>
      ${ring({ chosen: after, words: name ?? "+", tap: (gap) => choose({ after: gap })() })}
      ${chips === null && !hasPoints() ? nothing : html`<ul class="steppers"><li><span class="name">${hasChips() ? _("Chips") : _("Points")}</span>
        <button type="button" class="button" aria-label=${_("decrease")} @click=${choose({ chips: hasChips() ? Math.max(0, chips - 1) : (chips ?? 0) - 1 })}>−</button>
        <b role="status">${chips ?? 0}</b>
        <button type="button" class="button" aria-label=${_("increase")} @click=${choose({ chips: (chips ?? 0) + 1 })}>+</button></li></ul>`}
      ${ways.length > 1 ? html`<div class="answers" role="group" aria-label=${_("From when")}>${ways.map((way) => html`
        <button type="button" class="button" aria-pressed=${String(way === when)} @click=${choose({ when: way })}>${WHEN[way]()}</button>`)}</div>` : nothing}
      ${comes?.state ? html`<p class="follows" role="status">${joins(name, comes.state)}</p>` : nothing}`,
    foot: html`${leaveButton(_("Nobody"))}<button type="button" class=${pressed("main", "join")} aria-disabled=${isSaid ? blocked(order(when)) : "true"}
      @click=${() => (isSaid ? send(order(when), "join", { stays: true }) : missing(sheet, name))}>${name ? _("{player} joins", { player: name }) : _("Who joins?")}</button>`,
  });
}

const WHEN = { deal: () => _("From the next deal"), now: () => _("At once") };

/** When the rules let a newcomer play: the key of what they refuse is not there. */
function whens(sheet, order) {
  if (app.state.phase !== "play") return [null];
  return ["deal", "now"].filter((when) => weighed(sheet, order(when))?.state);
}

function missing(sheet, name) {
  sheet.refused = name ? _("Tap the gap to sit in") : _("First choose who joins");
  changed();
}

/** What follows of a newcomer, sentence by sentence. */
function joins(name, state) {
  const { players, pot } = state;
  const at = players.findIndex((player) => player.name === name);
  const [before, after] = [-1, 1].map((by) => players[(at + by + players.length) % players.length].name);
  const { waits, chips, cards } = players[at];
  return [
    _("{player} sits between {before} and {after}.", { player: name, before, after }),
    hasChips() ? _("Brings: {chips}.", { chips: chipsWords(chips) }) : "",
    waits ? _("Plays from the next deal on.") : cards ? ngettext("Takes {n} card at once.", "Takes {n} cards at once.", cards) : _("Plays at once."),
    hasChips() ? _("The pot stays {n}.", { n: pot }) : "",
  ].filter(Boolean).join(" ");
}

/** The seats round the table, clockwise, with a gap to tap after each; `without` is who gets up for it. */
function ring({ chosen, words, tap, without = null }) {
  const names = app.state.players.map(({ name }) => name).filter((name) => name !== without);
  const cells = names.flatMap((name, at) => [
    html`<span class="sits">${name}</span>`,
    html`<button type="button" class="gap" aria-pressed=${String(chosen === name)} aria-label=${_("between {before} and {after}", { before: name, after: names[(at + 1) % names.length] })}
      @click=${() => tap(name)}>${chosen === name ? words : "+"}</button>`,
  ]);
  return html`<div class=${names.length < 3 ? "ring two" : "ring"} role="group" aria-label=${_("The table")}>${around(cells)}</div>`;
}

/** The cells clockwise along the edge of a grid of three columns, which has as many; row by row, the middle left empty. */
function around(cells) {
  if (cells.length < 6) return cells.length === 4 ? [cells[0], cells[1], cells[3], cells[2]] : cells;
  const rows = cells.length / 2 - 1;
  return Array.from({ length: rows }, (_row, row) => {
    if (row === 0) return cells.slice(0, 3);
    const [left, right] = [cells[cells.length - row], cells[2 + row]];
    const middle = row === rows - 1 ? cells[3 + row] : html`<span></span>`;
    return [left, middle, right];
  }).flat();
}

const LEFT = {
  pot: { words: () => _("Into the pot"), says: ({ pot }) => ngettext("then {n} in the pot", "then {n} in the pot", pot) },
  taken: { words: () => _("Taken home"), says: () => _("they leave the table") },
  shared: { words: () => _("Shared"), says: () => _("equal parts for those who stay, the rest for the pot") },
};

/** Who goes home, and what becomes of the chips. */
export function leaveSheet(sheet) {
  const { player } = sheet;
  if (!player || !app.now.can.leave.includes(player)) {
    return frame({
      title: _("Who leaves?"),
      refused: sheet.refused,
      body: people({ names: app.now.can.leave, tap: (name) => next(sheet, { player: name, step: "sure" }) }),
      foot: leaveButton(_("Nobody")),
    });
  }
  const chips = app.state.players.find(({ name }) => name === player)?.chips ?? null;
  const where = sheet.chips ?? "pot";
  const order = (to) => ({ cmd: "leave", player, ...(to === "pot" ? {} : { chips: to }) });
  const comes = weighed(sheet, order(where));
  const choose = (to) => () => {
    acted();
    Object.assign(sheet, { chips: to, refused: "" });
    changed();
  };
  return frame({
    title: _("{player} leaves?", { player }),
    text: chips === null ? app.game.leaving : _("{player} has {chips}; the cards are set aside.", { player, chips: chipsWords(chips) }),
    refused: sheet.refused,
    body: html`${chips === null ? nothing : html`<div class="accounts" role="group" aria-label=${_("Chips")}>${Object.entries(LEFT).map(([to, { words, says }]) => html`
      <button type="button" class="button" aria-pressed=${String(to === where)} @click=${choose(to)}><b>${words()}</b>
        <span class="secondary">${says({ pot: app.state.pot + chips })}</span></button>`)}</div>`}
      ${comes?.state ? html`<p class="follows" role="status">${goes(comes.state)}</p>` : nothing}`,
    foot: html`${leaveButton(_("{player} stays", { player }))}<button type="button" class=${pressed("main", "leave")} ?data-first=${chips === null} aria-disabled=${blocked(order(where))}
      @click=${() => send(order(where), "leave", { stays: true })}>${_("{player} leaves", { player })}</button>`,
  });
}

/** Who is next once somebody has left, and what lies in the pot. */
function goes({ turn, total, pot }) {
  return [
    turn && total !== undefined ? _("Then {player} plays, at {total}.", { player: turn, total }) : "",
    hasChips() ? _("In the pot: {chips}.", { chips: chipsWords(pot) }) : "",
  ].filter(Boolean).join(" ");
}

/** Somebody moves to another seat. */
export function seatSheet(sheet) {
  const { player, after } = sheet;
  const names = app.state.players.map(({ name }) => name);
  if (!player) {
    return frame({
      title: _("Who changes seat?"),
      refused: sheet.refused,
      body: people({ names, tap: (name) => next(sheet, { player: name, step: "gap" }) }),
      foot: leaveButton(_("Nobody")),
    });
  }
  const order = { cmd: "seat", player, after };
  return frame({
    title: _("Where does {player} sit?", { player }),
    text: _("Tap the gap to sit in"),
    refused: sheet.refused,
    body: ring({ chosen: after, words: player, without: player, tap: (gap) => next(sheet, { after: gap }) }),
    foot: html`${leaveButton(_("Leave as is"))}<button type="button" class=${pressed("main", "seat")} aria-disabled=${after ? blocked(order) : "true"}
      @click=${() => (after ? send(order, "seat", { stays: true }) : null)}>${_("{player} sits there", { player })}</button>`,
  });
}
