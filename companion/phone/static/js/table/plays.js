// The history, newest first: card, player, call or choice, total; refusals and miscounts in between, marked by a cross and by words.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { joined } from "/shared/js/card-words.js";
import { _, ngettext, pgettext } from "/shared/js/language.js";
import { clock, figures } from "/shared/js/words.js";
import { cardFaces, drawText } from "../cards.js";
import { app, changed } from "../app.js";
import { keying, takeBack, takenBack } from "../rule/keying.js";
import { blocked, pressed } from "../rule/keys.js";
import { notRight } from "../rule/openers.js";

const FEW = 40;
const BESIDE = 4;

let showAll = null;

/** The newest play in one row; refusals do not replace it. */
export function lastPlay({ plays }) {
  const row = newest(plays);
  return html`<section class="last-play" aria-label=${_("Last play")}>${row ? brief(row) : html`<p class="secondary">${_("Nothing has been played yet")}</p>`}</section>`;
}

/** The last few plays, for beside the keys. */
export function lastPlays({ plays }) {
  const rows = plays.filter(isPlay).slice(-BESIDE).reverse();
  if (!rows.length) return nothing;
  return html`<section class="group last-plays" aria-label=${_("Last plays")}><ol class="plays">${rows.map((row) => html`<li>${brief(row)}</li>`)}</ol></section>`;
}

/** The history with times; of a long game only the newest rows, until all are requested. */
export function playsView({ plays, game }) {
  const rows = [...plays].reverse();
  const shown = showAll === game.number ? rows : rows.slice(0, FEW);
  const all = () => {
    showAll = game.number;
    changed();
  };
  return html`<section class="all-plays" aria-labelledby="plays-title">
    <h2 class="heading" id="plays-title">${_("Last plays")}</h2>
    ${rows.length ? nothing : html`<p class="secondary">${_("Nothing has been played yet")}</p>`}
    <ol class="plays">${shown.map((row) => html`<li>${full(row)}</li>`)}</ol>
    ${shown.length < rows.length ? html`<button type="button" class="button" @click=${all}>${ngettext("All {n} play", "All {n} plays", rows.length)}</button>` : nothing}
  </section>`;
}

const isPlay = ({ kind }) => !["refused", "right", "miscount", "lot", "deal"].includes(kind);
const newest = (plays) => [...plays].reverse().find(isPlay) ?? [...plays].reverse().find(({ kind }) => kind === "deal");

function brief(row) {
  return html`<div class="play">${face(row)}<p class="said"><b>${row.player}</b> ${drawText(joined([row.text, ...row.after], ", "))}</p>${total(row)}</div>`;
}

function full(row) {
  const at = row.at === null ? "" : html`<time>${clock(row.at * 1000)}</time>`; // only paired phones are told when
  const more = [at, ...row.after.map(drawText), row.by ?? ""].filter(Boolean);
  return html`<div class="play">${face(row)}
    <div class="telling"><p class="said"><b>${row.player}</b> ${what(row)}</p>
      <p class="secondary">${more.map((part, place) => html`${place ? " · " : nothing}${part}`)}</p></div>
    ${acts(row)}${total(row)}</div>`;
}

/** What a phone that may rule can do about a row. */
function acts(row) {
  if (!app.me.rules) return nothing;
  const [asks, takes] = [why(row), undo(row)];
  if (asks === nothing && takes === nothing) return nothing;
  const isWide = asks !== nothing || isAsked(row);
  return html`<div class=${isWide ? "acts wide" : "acts"}>${asks}${takes}</div>`;
}

/** Whether a refusal or a call is about an earlier table: something was played or undone since. */
export const isPast = ({ id }) => id.includes(".") && id.split(".")[0] !== String(app.now.sequence);

/** Beside a wrong call that is about the table as it is: one tap asks what may have happened. */
function why(row) {
  const { struck, kind } = row;
  if (kind !== "miscount" || !struck || app.state.total === undefined || isPast(row)) return nothing;
  const called = Number(struck.name.replace("\u2212", "-"));
  return html`<button type="button" class="button" @click=${() => notRight(called)}>${_("Not right?")}</button>`;
}

/** Takes back exactly this row: a call that was judged, also an earlier one, or the newest command. */
function undo(row) {
  const back = backOf(row);
  if (!back) return nothing;
  return html`<button type="button" class=${pressed("button", "undo")} aria-disabled=${blocked(back.order)} @click=${() => takeBack(back)}>${
    isAsked(row) ? _("Yes, undo") : pgettext("key", "Undo")}</button>`;
}

function backOf({ kind, at, step, said }) {
  const order = kind === "right" || kind === "miscount" ? { cmd: "undo-call", at } : step && step === app.now.steps ? { cmd: "undo" } : null;
  return order && { order, said: `${_("Undo?")} ${said}` };
}

const isAsked = (row) => Boolean(backOf(row)) && keying.asked === takenBack(backOf(row));

function what(row) {
  if (row.kind === "refused") return html`<strong class="no">${_("– not allowed:")}</strong> ${drawText(row.text)}`;
  if (row.struck) return html`${row.struck.before}<s>${row.struck.name}</s>${row.struck.after}`;
  return drawText(row.text);
}

const CROSS = html`<span class="sign no" aria-hidden="true">✕</span>`;

function face({ kind, cards }) {
  if (kind === "miscount" || (kind === "refused" && !cards.length)) return CROSS;
  if (kind === "right") return html`<span class="sign yes" aria-hidden="true">✓</span>`;
  return cards.length ? cardFaces(cards) : html`<span class="sign" aria-hidden="true">·</span>`;
}

/** The total after a play; a refused card has a cross instead. */
function total({ total: value, kind, cards }) {
  if (kind === "refused") return cards.length ? CROSS : nothing;
  return value === null ? nothing : html`<b class="after">${figures(value)}</b>`;
}
