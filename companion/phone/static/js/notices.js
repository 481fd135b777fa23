// The lines under the header: problems of the box or of the connection.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, ngettext } from "/shared/js/language.js";
import { clock } from "/shared/js/words.js";
import { isNow, post } from "./app.js";

const ASKED = 6000; // ms without a message after which the connection first counts as lost

/** All current problems, worst first; nothing if there are none. */
export function noticesView({ box, link, me, plays, tab, welcome }) {
  if (link.is === "lost") return silence(link);
  if (link.is === "off") {
    return html`<section class="notice"><h2>${_("The box is off")}</h2>
      <p>${_("Nothing is lost: the game continues when the box is on again.")}</p></section>`;
  }
  return [
    welcome && me.rules ? html`<p class="notice line paired">${pairedWords()}</p>` : nothing,
    tab === "rule" ? nothing : guessingView(me),
    box?.director ? html`<p class="notice line" id="director">${_("The director is called")}.</p>` : nothing,
    box?.stopped ? stopped(box.stopped, plays) : nothing,
    box?.disk ? html`<p class="notice line">${box.disk}.</p>` : nothing,
    box?.missing?.length ? html`<p class="notice line">${missing(box.missing)}</p>` : nothing,
    box?.noise?.map((line) => html`<p class="notice line">${line}.</p>`),
  ];
}

/**
 * What phones that rule are told of an address that guesses, until one of them or the box has answered. Beside keys it
 * stands below them, so that none moves away from under a finger.
 */
export function guessingView({ guesser }) {
  if (!guesser) return nothing;
  const { address, count, since } = guesser;
  const judge = (shut) => async () => {
    const answer = await post("/me", { shut });
    if (answer.status === 200) isNow(answer);
  };
  return html`<section class="notice guessing" aria-labelledby="guessing-title">
    <h2 id="guessing-title"><b aria-hidden="true">!</b> ${_("Someone is guessing codes")}</h2>
    <p>${ngettext("{n} wrong code from {address} since {time}.", "{n} wrong codes from {address} since {time}.", count, { address, time: clock(since * 1000) })}
      ${_("None got in; play continues.")}</p>
    <div class="row"><button type="button" class="button" id="shut-out" @click=${judge(true)}>${_("Block it")}</button>
      <button type="button" class="button" id="let-be" @click=${judge(false)}>${_("It’s one of us")}</button></div></section>`;
}

/** What a phone hears that a scan has paired. */
export const pairedWords = () => html`<b aria-hidden="true">✓</b> <b>${_("This phone can play now.")}</b> ${_("For this evening. Nothing to type.")}`;

function silence({ heard, since }) {
  const quiet = Date.now() - (heard || since - ASKED);
  const told = heard
    ? _("The connection to the box is lost. This is the table as last seen.")
    : _("The box has not answered yet.");
  return html`<section class="notice bad">
    <h2>${cross()} ${noWordFor(quiet)}</h2><p>${told}</p>
  </section>`;
}

function noWordFor(quiet) {
  const seconds = Math.max(1, Math.round(quiet / 1000));
  if (seconds < 100) return ngettext("Last heard {n} second ago", "Last heard {n} seconds ago", seconds);
  if (seconds < 5400) return ngettext("Last heard {n} minute ago", "Last heard {n} minutes ago", Math.round(seconds / 60));
  return ngettext("Last heard {n} hour ago", "Last heard {n} hours ago", Math.round(seconds / 3600));
}

function stopped(sentence, plays) {
  const last = plays[plays.length - 1];
  return html`<section class="notice bad">
    <h2>${cross()} ${sentence}</h2>
    <p>${_("The game is stopped; nothing is lost.")} ${last ? _("Last saved: {play}", { play: last.said }) : nothing}
      ${_("Undo the last play, or start a new game.")}</p>
  </section>`;
}

function missing(parts) {
  return _("Not answering: {parts}. Everything else still works.", { parts: parts.join(", ") });
}

const cross = () => html`<b class="cross" aria-hidden="true">✕</b>`;
