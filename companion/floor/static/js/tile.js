// One table on the wall.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, ngettext } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";

const SECOND = 1000; // ms
const MINUTE = 60 * SECOND;

/** The tile of a table at the time `now`; `isTwice`: another one has its number. `come(box)` ends a call. */
export function tileView(table, now, isTwice, come) {
  const { number, box, address, kind, game, players } = table;
  return html`<article class="tile ${kind}" aria-label=${_("Table {n}", { n: number })}>
    <a href=${`http://${address}/`} target="_blank" rel="noopener">
      <h2><b>${number}</b>${isTwice ? html` <em>${_("this number twice")}</em>` : nothing}<span>${game}</span></h2>
      ${content(table, now)}
      ${players.length && !table.problem ? html`<ul>${players.map(playerView)}</ul>` : nothing}
    </a>
    ${kind === "calls" && table.caller ? html`<button type="button" @click=${() => come(box)}>${_("The director has come")}</button>` : nothing}
  </article>`;
}

function content({ kind, figure, won, move, facts, at, since, caller, problem }, now) {
  const big = html`<p class="figure">${won || figure || "–"}</p>`;
  const told = [...facts, ...(at ? [ago(now - at)] : [])].join(" · ");
  if (kind === "calls" && caller) {
    const asked = _("{time} · {who} asked", { time: lasting(now - since), who: caller });
    return html`${big}<p class="move">${_("Call: director")}</p><p class="facts">${asked}</p>`;
  }
  if (problem) return html`${big}<p class="settle">${problem}</p>`;
  if (kind === "silent") {
    const silent = since ? _("Silent for {time}", { time: lasting(now - since) }) : _("Silent");
    return html`${big}<p class="move">${silent}</p><p class="facts">${_("last: {move}", { move })}</p>`;
  }
  return html`<p class="figure ${won ? "won" : ""}">${won || figure || "–"}</p>
    <p class="move">${won ? _("ready") : move}</p><p class="facts">${told}</p>`;
}

function playerView({ name, count, is_out: isOut }) {
  return html`<li class=${isOut ? "out" : nothing}><span>${name}</span>${count === null ? nothing : html` <b>${figures(count)}</b>`}</li>`;
}

/** How long ago the last card was: "19 s ago". */
function ago(time) {
  const passed = Math.max(0, time);
  if (passed < MINUTE) return ngettext("{n} s ago", "{n} s ago", Math.floor(passed / SECOND));
  return ngettext("{n} min ago", "{n} min ago", Math.floor(passed / MINUTE));
}

/** How long something lasts: "40 s", "2 min". */
function lasting(time) {
  const passed = Math.max(0, time);
  if (passed < MINUTE) return ngettext("{n} s", "{n} s", Math.floor(passed / SECOND));
  return ngettext("{n} min", "{n} min", Math.floor(passed / MINUTE));
}
