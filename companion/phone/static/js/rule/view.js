// The tab for playing: last event, keys, bust and check, undo.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { app } from "/phone/js/app.js";
import { familyOf } from "/phone/js/families.js";
import { wide } from "/phone/js/layout.js";
import { overBoard } from "/phone/js/table/over.js";
import { lastPlays } from "/phone/js/table/plays.js";
import { pairView } from "/phone/js/pair/view.js";
import { listen } from "./keyboard.js";
import { ask, keying, unblock } from "./keying.js";
import { nobody } from "./over.js";
import { blocked } from "./keys.js";
import { notRight } from "./openers.js";
import { place } from "./place.js";
import { undoKey } from "./undo.js";

listen();

/** The tab "Rule": pairing for an unpaired phone, else the keys. */
export function ruleView() {
  if (!app.me.rules) return pairView(app);
  unblock();
  if (!app.now) return html`<div class="rule"><p class="secondary">${_("Waiting for the box")}</p></div>`;
  if (!app.game) return html`<div class="rule none">${nobody()}${undoKey()}${moreKey()}</div>`;
  forget(app);
  const { board, area, acts } = familyOf(app.game);
  const keys = html`<div class="rule ${app.game.family}">${place(wide.matches)}
    <div class="area">${area()}</div>${acts()}${undoKey()}<div class="rule-acts">${notRightKey()}${moreKey()}</div></div>`;
  if (!wide.matches) return keys;
  const felt = app.now.result && app.link.is === "live" ? overBoard : board;
  return html`<div class="beside"><div>${felt(app)}${lastPlays(app)}</div>${keys}</div>`;
}

/** Clears the input in progress when its game or hand is over. */
function forget({ game, state }) {
  const where = `${game.number} ${state.hand ?? state.round} ${state.phase} ${state.led ?? ""}`;
  if (keying.where !== undefined && keying.where !== where) Object.assign(keying, { several: null, suit: null });
  keying.where = where;
}

/** Opens "Not right?", once something has been played. */
function notRightKey() {
  if (!app.now.steps) return nothing;
  return html`<button type="button" class="button" id="not-right" aria-disabled=${blocked({ cmd: "repair" })} @click=${() => notRight()}>${_("Not right?")}</button>`;
}

const moreKey = () => html`<button type="button" class="button" id="more" @click=${() => ask({ kind: "more" })}>${_("More")}</button>`;
