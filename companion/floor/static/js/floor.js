// The wall of a room: a tile for each table, and the director's page on a phone. The floor tells everything on one line.

import "/shared/js/older.js"; // before all others
import { html, nothing, render } from "/shared/lib/lit-html/lit-html.js";
import { repeat } from "/shared/lib/lit-html/directives/repeat.js";
import { _, ngettext } from "/shared/js/language.js";
import { Link } from "/shared/js/link.js";
import { clock } from "/shared/js/words.js";
import { Alarm } from "./alarm.js";
import { tablesView } from "./tables.js";
import { tileView } from "./tile.js";

const FITS = 24; // tiles on a screen of 1920x1080, readable from five meters
const COLUMNS = 6;
const MINUTE = 60000; // ms
const URGENT = { calls: 0, silent: 1 };
const STEP = 8000; // ms between two rows when the wall scrolls itself
const REST = 30000; // ms after a touch, so that it does not scroll away from the person

const page = document.getElementById("page");
const dialog = document.getElementById("tables");
const state = { link: { is: "asking", since: Date.now(), heard: 0, again: 0 }, parts: {}, problem: "", busy: false };
const alarm = new Alarm(document.getElementById("urgent"));
const narrow = matchMedia("(max-width: 699px)");
let touched = -REST;

/** The tables as they are shown: by number, and if not all fit, first those that need the director. */
function tables() {
  const { floor } = state.parts;
  const all = floor.boxes.map((box) => state.parts[`table ${box}`]).filter(Boolean);
  if (all.length > FITS || narrow.matches) all.sort((a, b) => (URGENT[a.kind] ?? 2) - (URGENT[b.kind] ?? 2) || a.number - b.number);
  return all;
}

function draw() {
  const { floor } = state.parts;
  document.body.dataset.link = state.link.is;
  if (!floor) {
    render(html`<main class="empty"><h1>${_("The floor")}</h1></main>`, page);
    return;
  }
  document.title = floor.room;
  const shown = tables();
  const now = Date.now();
  const tiles = repeat(shown, ({ box }) => box, (table) => tileView(table, now, floor.twice.includes(table.number), come));
  render(html`
    <header>
      <h1>${floor.room}</h1>
      <p class="counts">${counts(shown)}</p>
      <p class="looks">
        <button type="button" aria-pressed=${alarm.isOn} @click=${() => alarm.turn(draw)}>${_("Sound")}</button>
        <button type="button" @click=${open}>${_("Tables")}</button>
        <time>${clock(now)}</time>
      </p>
    </header>
    ${problems(floor)}
    ${shown.length ? html`<main class="tiles">${tiles}</main>` : html`<main class="empty">${tablesView(state, ask)}</main>`}`, page);
  fit(shown.length);
  if (dialog.open) render(tablesView(state, ask, () => dialog.close()), dialog);
}

function problems({ problem }) {
  const said = state.link.is === "lost" ? _("Can’t reach the floor.") : problem || (dialog.open || !tables().length ? "" : state.problem);
  return said ? html`<p class="problem" role="status">${said}</p>` : nothing;
}

/** "24 tables · 22 playing · 2 ready", then calls and silent tables. */
function counts(shown) {
  const of = (kind) => shown.filter((table) => table.kind === kind).length;
  const [calls, silent, playing, ready] = ["calls", "silent", "playing", "ready"].map(of);
  const calm = [
    ngettext("{n} table", "{n} tables", shown.length),
    ...(playing ? [ngettext("{n} playing", "{n} playing", playing)] : []),
    ...(ready ? [ngettext("{n} ready", "{n} ready", ready)] : []),
  ];
  return html`<span>${calm.join(" · ")}</span>
    ${calls ? html`<b class="calls">${ngettext("{n} call", "{n} calls", calls)}</b>` : nothing}
    ${silent ? html`<b class="silent">${ngettext("{n} silent", "{n} silent", silent)}</b>` : nothing}`;
}

/** Sizes the tiles so that up to 24 fill the screen. */
function fit(count) {
  const tiles = page.querySelector(".tiles");
  if (!tiles) return;
  const rows = Math.min(Math.max(1, Math.round(Math.sqrt(count / 1.6))), FITS / COLUMNS);
  const columns = Math.min(Math.ceil(count / rows), COLUMNS);
  tiles.style.setProperty("--rows", rows);
  tiles.style.setProperty("--columns", columns);
}

/** Posts a request; what the floor says against it is shown. Returns the answer, null if it refused. */
async function ask(path, body) {
  if (state.busy) return null;
  [state.busy, state.problem] = [true, ""];
  draw();
  let answer = { problem: _("Can’t reach the floor.") };
  try {
    const given = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    answer = await given.json();
  } catch {
    // the sentence stands
  }
  [state.busy, state.problem] = [false, answer.problem ?? ""];
  draw();
  return answer.problem ? null : answer;
}

/** Tells a table that the director has come. */
const come = (box) => ask("/come", { box });

function open() {
  dialog.showModal();
  draw();
}

function heard(message) {
  Object.assign(state.parts, message.parts);
  alarm.look(tables());
  draw();
}

function scroll() {
  const isLong = document.documentElement.scrollHeight > innerHeight + 1;
  if (!isLong || narrow.matches || dialog.open || performance.now() - touched < REST) return;
  const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  const row = page.querySelector(".tile")?.offsetHeight ?? 0;
  scrollTo({ top: isEnd ? 0 : scrollY + row, behavior: "smooth" });
}

/** Keeps the screen awake; browsers allow it on the machine of the floor itself (w3.org/TR/screen-wake-lock). */
function stayAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}

document.getElementById("too-old").remove();
new Link(state.link, heard, draw);
setInterval(draw, MINUTE / 12);
setInterval(scroll, STEP);
addEventListener("resize", draw);
for (const touch of ["pointerdown", "keydown", "wheel"]) addEventListener(touch, () => (touched = performance.now()), { passive: true });
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
draw();
