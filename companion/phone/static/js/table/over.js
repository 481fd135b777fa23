// The end of a hand or game: what happened, who won, and what is next.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { inSigns } from "/shared/js/card-words.js";
import { _, ngettext } from "/shared/js/language.js";
import { whoseMove } from "/shared/js/words.js";
import { openSheet } from "../app.js";
import { overActs } from "../rule/over.js";
import { undoKey } from "../rule/undo.js";
import { crownView, resultView } from "./result.js";

/** What happened, in large letters on the felt. */
export function overBoard(app) {
  const { state, now, game } = app;
  const { result } = now;
  const ended = lastOf(app);
  const head = result ? whoseMove(app) : ended?.headline ?? now.over;
  const sum = ended?.kind === "over" ? `${inSigns(ended.text)}.` : "";
  const said = result ? [result.forfeit && `${result.forfeit}.`, ended && `${ended.headline}.`] : [];
  return html`<section class="felt over-board" aria-label=${now.over}>
    ${result ? crownView(app) : nothing}
    <p class="where">${result ? result.game : now.over}</p>
    <h2>${head}</h2>
    <p>${[...said, sum, state.total === undefined ? "" : `${plays(now.plays)}.`, atTarget({ now, game })].filter(Boolean).join(" ")}</p>
  </section>`;
}

/** Once a hand or round is over: for paired phones deal, new game, and undo; for others, who does it, and the way in. */
export function overNext({ me, now, state }, acts = overActs) {
  if (state.phase === "play") return nothing;
  if (me.rules) return html`<div class="over-acts">${acts()}${undoKey()}</div>`;
  return html`<div class="over-acts">${now.deals ? html`<p class="secondary next">${now.standing.move}</p>` : nothing}
    <button type="button" class="button" id="enter-code" @click=${() => openSheet({ kind: "pair" })}>${_("Play from this phone")}</button></div>`;
}

/** What is beside the board of a game that is over: the winner on the felt, the final standing, and what is next. */
export function overSides(app, right) {
  return { board: app.link.is === "live" ? overBoard(app) : undefined, left: [overNext(app), resultView(app)], right };
}

/** The row of the current hand that ended it, or null. */
export function lastOf({ plays, state }) {
  const ends = plays.filter(({ kind, hand }) => hand === state.hand && ["bust", "over", "out", "left"].includes(kind));
  return ends[ends.length - 1] ?? null;
}

/** "17 plays". */
export const plays = (count) => ngettext("{n} play", "{n} plays", count);

/** "once", "twice", "3 times". */
export const times = (count) => [_("once"), _("twice")][count - 1] ?? ngettext("{n} time", "{n} times", count);

/** How often the total was at the target, in words, or "". */
function atTarget({ now, game }) {
  if (!now.twice) return "";
  return _("The total was {target} {times}.", { target: game.target, times: times(now.twice) });
}
