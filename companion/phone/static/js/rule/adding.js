// The keys of an adding game: ranks, bust, and the check of a called total.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, ngettext, pgettext } from "/shared/js/language.js";
import { app, changed, say } from "/phone/js/app.js";
import { anySuitCounts, askFor, clear, gather, gathered, keying, keyRank, less, playSet, tell } from "./keying.js";
import { blocked, pressed, rankKeys } from "./keys.js";
import { whyNotKey } from "./why.js";

const COLUMNS = 4;

/** Above the keys: the direction of play, and the hand. */
export function addingWhere() {
  const { state: { direction }, now } = app;
  return html`<svg class=${direction === "clockwise" ? "way" : "way back"} viewBox="0 0 24 24" aria-hidden="true"
    ><path d="M7.5 19.4A8.6 8.6 0 1 1 17 19"></path><path class="tip" d="M21.5 21.5H13.5L19 14.5Z"></path></svg><span>${now.way}, ${now.where}</span>`;
}

/** The keys during a hand. */
export function addingKeys() {
  const { game } = app;
  return html`<div class="keys ranks" role="group" aria-label=${_("Ranks")}>
    ${rankKeys({ keys: game.keys, tap: keyRank, count: gathered })}
    ${game.sets ? severalKey() : nothing}
    ${anySuitCounts() ? suitKey() : nothing}
  </div>`;
}

function severalKey() {
  const on = keying.several !== null;
  return html`<button type="button" class=${on ? "key span-1 on" : "key span-1"} id="several" aria-pressed=${String(on)}
    aria-disabled=${blocked()} @click=${several}>
    <b>${_("Several")}</b><span class="does">${on ? _("on: OK plays") : _("off")}</span>
  </button>`;
}

/** Begins to collect a set, or stops. */
export function several() {
  const why = whyNotKey(app, { cmd: "several" });
  if (why) tell(why);
  else gather();
}

function suitKey() {
  const { suitToo } = keying;
  const toggle = () => {
    clear();
    keying.suitToo = !suitToo;
    say(suitToo ? _("Name its suit too: off.") : _("Name its suit too: on."));
    changed();
  };
  const keys = app.game.keys.length + (app.game.sets ? 1 : 0);
  const room = COLUMNS - (keys % COLUMNS);
  return html`<button type="button" class="key span-${room} ${suitToo ? "on" : ""}" id="suit-too" aria-pressed=${String(suitToo)}
    @click=${toggle}><b>${room > 1 ? _("Name its suit too") : _("Suit too")}</b><span class="does">${suitToo ? _("on: every card") : room > 1 ? _("off: asked where it counts") : _("off")}</span></button>`;
}

/** Bust and check; while a set is collected, remove a card and OK. */
export function addingActs() {
  const { several: set } = keying;
  if (set) {
    return html`<div class="rule-acts">
      <button type="button" class="button" id="less" @click=${set.length ? less : gather}>${set.length ? _("One card less") : pgettext("key", "No set")}</button>
      <button type="button" class=${pressed("main", "set")} id="play-set" aria-disabled=${blocked()} @click=${playSet}>
        ${set.length > 1 ? ngettext("Play all {n}", "Play all {n}", set.length) : "OK"}</button>
    </div>`;
  }
  const { call } = app.now;
  return html`<div class="rule-acts">
    <button type="button" class=${pressed("button bust", "bust")} id="bust" aria-disabled=${blocked({ cmd: "bust" })}
      @click=${bust}><span class="words">${_("{player} busts", { player: app.state.turn })}</span></button>
    <button type="button" class="button" id="check" aria-disabled=${blocked({ cmd: "claim" })}
      @click=${check}>${_("Check a total")}${call ? html`<span class="unseen">, ${_("{player} called it", { player: call.player })}</span>` : nothing}</button>
  </div>`;
}

/** Asks whether the player to act busts. */
export function bust() {
  askFor("bust", { kind: "busts", shown: null });
}

/** Asks which total was called. */
export function check() {
  askFor("claim", { kind: "claim" });
}
