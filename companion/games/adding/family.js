// The adding games on the page: the board with the total, and what is beside it; as keys ranks, bust, and the check of a
// called total.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, ngettext, pgettext } from "/shared/js/language.js";
import { bustKey } from "/shared/js/typing.js";
import { chipsWords } from "/shared/js/words.js";
import { app, changed, say } from "/phone/js/app.js";
import { cardSign } from "/phone/js/cards.js";
import { wide } from "/phone/js/layout.js";
import { anySuitCounts, askFor, clear, gather, gathered, keying, keyRank, less, playSet, suitCounts, tell } from "/phone/js/rule/keying.js";
import { blocked, pressed, rankKeys } from "/phone/js/rule/keys.js";
import { overActs, overArea } from "/phone/js/rule/over.js";
import { whyNotKey } from "/phone/js/rule/why.js";
import { lastOf, overBoard, overNext, overSides } from "/phone/js/table/over.js";
import { lastPlay, playsView } from "/phone/js/table/plays.js";
import { board } from "./board.js";
import { bustsSheet } from "./busts.js";
import { handView } from "./hand.js";
import { chipsView } from "./seats.js";

const COLUMNS = 4;
const HIDDEN = "?"; // a total that its player has to call

export const adding = {
  board,
  sides,
  where,
  area: () => (app.state.phase === "play" ? keys() : overArea()),
  acts: () => (app.state.phase === "play" ? acts() : overActs()),
  cards: {
    hasSuit: suitCounts,
    wanted: _("enter a rank, or scan the card"),
    letters: (letters) => _("{letters} on the keyboard", { letters }),
    areCounted: false,
  },
  hasTotal: true,
  shortcuts: () => ({ [bustKey()]: bust, "+": several, "=": check }),
  help: () => [`${bustKey()}, +, =`, _("bust, several, check a total")],
  call: { figures: 3, ofAllRounds: false, belowZero: true },
  group: "",
  rules: _("What the cards do"),
  ways: (count) => ngettext("One variant", "{n} variants", count),
  starts: ({ first }) => _("Start: {player} plays first", { player: first }),
  cardTable: true,
  mends: "cards",
  setsByHand: true,
};

/** The facts of a hand; when it is over what happened, in place of the board, and who has what. */
function sides() {
  const { phase } = app.state;
  const right = [handView(app), playsView(app)];
  if (app.now.result) return overSides(app, right);
  if (phase !== "hand-over") return { left: [factsView(), wide.matches ? nothing : lastPlay(app)], right };
  return { board: app.link.is === "live" ? overBoard(app) : undefined, left: [overPlayers(), overNext(app)], right };
}

/** At most four, each a figure or a name with its label. */
function factsView() {
  return html`<dl class="facts">${facts(app).slice(0, 4).map(([value, short, long]) => html`
    <div><dt>${wide.matches ? long ?? short : short}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** The most useful ones for the game. */
function facts({ state, game, now }) {
  const stock = [state.stock, _("in the stock"), ngettext("card in the stock", "cards in the stock", state.stock)];
  const pile = [state.pile.length, _("on the pile")];
  const dealt = [html`<span class="name">${state.dealer}</span>`, _("dealt"), _("dealt this hand")];
  const last = now.last ? [cardSign(now.last), _("last card")] : dealt;
  if (game.chips !== null) {
    const pot = wide.matches ? chipsWords(state.pot) : state.pot;
    return [stock, pile, [pot, _("in the pot")], dealt];
  }
  if (game.bust === "out") {
    return [stock, pile, [state.players.filter((player) => player.in).length, _("still in")], last];
  }
  return [stock, pile, last, ...(last === dealt ? [] : [dealt])];
}

/** All players' chips after a hand, payments, the next dealer. */
function overPlayers() {
  const { state, game } = app;
  const ended = lastOf(app);
  return html`<section class="group over-players" aria-label=${_("Players")}>
    <ul>${state.players.map((player) => html`<li><div><b>${player.name}</b>${note(player, ended)}</div>
      ${player.chips === null ? html`<span></span>` : chipsView(player.chips, game.chips, game.look, paid(player, ended))}
      <b class="after">${player.chips ?? ""}</b></li>`)}
      ${game.chips === null ? nothing : html`<li><div><b>${_("Pot")}</b></div><span class="secondary">${ended?.paid ? _("one more from {player}", { player: ended.paid }) : ""}</span>
        <b class="after">${state.pot}</b></li>`}
    </ul>
  </section>`;
}

const paid = ({ name }, ended) => (ended?.paid === name ? 1 : 0);

function note(player, ended) {
  const about = app.now.beside[player.name];
  return about ? html`<small class=${paid(player, ended) ? "no" : ""}>${about}</small>` : nothing;
}

/** Above the keys: the direction of play, and the hand. */
function where() {
  const { state: { direction }, now } = app;
  return html`<svg class=${direction === "clockwise" ? "way" : "way back"} viewBox="0 0 24 24" aria-hidden="true"
    ><path d="M7.5 19.4A8.6 8.6 0 1 1 17 19"></path><path class="tip" d="M21.5 21.5H13.5L19 14.5Z"></path></svg><span>${now.way}, ${now.where}</span>`;
}

/** The keys during a hand. */
function keys() {
  const { game } = app;
  return html`<div class="keys ranks" role="group" aria-label=${_("Ranks")}>
    ${rankKeys({ keys: game.keys, tap: tapRank, count: gathered })}
    ${game.sets ? severalKey() : nothing}
    ${anySuitCounts() ? suitKey() : nothing}
  </div>`;
}

function tapRank(rank, control) {
  keyRank(rank, control, keying.suitToo ? anySuitCounts() : keying.several && suitCounts(rank));
}

function severalKey() {
  const on = keying.several !== null;
  return html`<button type="button" class=${on ? "key span-1 on" : "key span-1"} id="several" aria-pressed=${String(on)}
    aria-disabled=${blocked()} @click=${several}>
    <b>${_("Several")}</b><span class="does">${on ? _("on: OK plays") : _("off")}</span>
  </button>`;
}

/** Begins to collect a set, or stops. */
function several() {
  const why = whyNotKey(app, { cmd: "several" });
  if (why) tell(why);
  else gather();
}

function suitKey() {
  const { suitToo } = keying;
  const toggle = () => {
    clear();
    keying.suitToo = !suitToo;
    say(suitToo ? _("Enter the suit, too: off.") : _("Enter the suit, too: on."));
    changed();
  };
  const before = app.game.keys.length + (app.game.sets ? 1 : 0);
  const room = COLUMNS - (before % COLUMNS);
  return html`<button type="button" class="key span-${room} ${suitToo ? "on" : ""}" id="suit-too" aria-pressed=${String(suitToo)}
    @click=${toggle}><b>${room > 1 ? _("Enter the suit, too") : _("Suit too")}</b><span class="does">${suitToo ? _("on: every card") : room > 1 ? _("off: asked when it counts") : _("off")}</span></button>`;
}

/** Bust and check; while a set is collected, remove a card and OK. */
function acts() {
  const { several: set } = keying;
  if (set) {
    return html`<div class="rule-acts">
      <button type="button" class="button" id="less" @click=${set.length ? less : gather}>${set.length ? _("Remove card") : pgettext("key", "Not a set")}</button>
      <button type="button" class=${pressed("main", "set")} id="play-set" aria-disabled=${blocked()} @click=${playSet}>
        ${set.length > 1 ? ngettext("Play all {n}", "Play all {n}", set.length) : "OK"}</button>
    </div>`;
  }
  const { call } = app.now;
  return html`<div class="rule-acts">
    <button type="button" class=${pressed("button bust", "bust")} id="bust" aria-disabled=${blocked({ cmd: "bust" })}
      @click=${bust}><span class="words">${_("{player} busts", { player: app.state.turn })}</span></button>
    <button type="button" class="button" id="check" aria-disabled=${blocked({ cmd: "claim" })}
      @click=${check}>${app.state.total === HIDDEN ? _("Call the total") : _("Check a total")}${call ? html`<span class="unseen">, ${_("{player} called it", { player: call.player })}</span>` : nothing}</button>
  </div>`;
}

/** Asks whether the player to act busts. */
function bust() {
  askFor("bust", { kind: "busts", draw: bustsSheet, shown: null });
}

/** Asks which total was called. */
function check() {
  askFor("claim", { kind: "claim" });
}
