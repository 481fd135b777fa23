// The tab while no card is expected: a shield, hand or round over, game over, no game.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { chipsWords, figures, whoseMove } from "/shared/js/words.js";
import { app, goTo, preview } from "/phone/js/app.js";
import { cardFace, drawText } from "/phone/js/cards.js";
import { resultView } from "/phone/js/table/result.js";
import { ask, askFor, keying, send, tell } from "./keying.js";
import { blocked, pressed } from "./keys.js";
import { acted } from "./twice.js";
import { whyNot, whyNotKey } from "./why.js";

const CHIPS_SHOWN = 7;

/** The area in place of the keys. */
export function overArea() {
  const { state, now } = app;
  if (state.phase === "shield") return shieldAsked();
  if (now.result) return html`<div class="over">${resultView(app)}</div>`;
  return html`<div class="group over">${everybody()}</div>`;
}

function shieldAsked() {
  const { now, game } = app;
  return html`<div class="group over shield">
    ${game.shield ? cardFace(game.shield, "tall") : nothing}
    <h2>${whoseMove(app)}</h2>
    <p class="secondary">${drawText(now.unshielded)}</p>
  </div>`;
}

/** All players with chips or points; the dealer, and who is out. */
function everybody() {
  const { state, now } = app;
  return rows(state.players.map((player) => ({
    name: player.name,
    note: now.beside[player.name],
    chips: player.chips ?? null,
    figure: player.chips ?? player.points,
    more: player.round_points === undefined ? "" : `+${player.round_points}`,
  })));
}

function rows(people) {
  return html`<ul class="people">${people.map(({ name, note, chips = null, figure, more }) => html`<li>
    <span class="name">${name}${note ? html`<span class="aside">${note}</span>` : nothing}</span>
    ${chips === null ? html`<span class="secondary">${more ?? ""}</span>` : pips(chips)}
    <b>${figure === null || figure === undefined ? "" : figures(figure)}</b></li>`)}</ul>`;
}

function pips(chips) {
  const most = Math.max(app.game.chips ?? 0, chips);
  if (most > CHIPS_SHOWN) return html`<span class="pips" role="img" aria-label=${chipsWords(chips)}><i class="held"></i></span>`;
  return html`<span class="pips" role="img" aria-label=${chipsWords(chips)}>${Array.from({ length: most }, (_, at) => html`<i
    class=${at < chips ? "held" : ""}></i>`)}</span>`;
}

/** The next step, in place of bust and check. */
export function overActs() {
  const { state, now } = app;
  if (state.phase === "shield") return shieldActs();
  if (state.phase === "game-over") return againActs();
  return html`<div class="rule-acts">
    ${dealKey()}
    ${now.can.points.length ? html`<button type="button" class="button" id="check" aria-disabled=${blocked()} @click=${checkPoints}>${_("Check points")}</button>` : nothing}
  </div>`;
}

/** Opens the sheet for a call of points. */
export function checkPoints() {
  askFor("claim", { kind: "points" });
}

/** Says who deals which hand or round next. */
function dealKey() {
  return html`<button type="button" class=${pressed("main", "deal")} id="deal" aria-disabled=${blocked({ cmd: "deal" })}
    @click=${deal}><span class="words">${app.now.deal}</span></button>`;
}

/** Deals the next hand or round; asks for the up-card first if there is one. */
function deal() {
  const why = whyNotKey(app, { cmd: "deal" });
  if (why) tell(why);
  else if (app.now.can.upCard) ask({ kind: "upcard", order: { cmd: "deal" }, dealer: app.now.deals });
  else send({ cmd: "deal" }, "deal");
}

function shieldActs() {
  const { now, game } = app;
  const show = () => send({ cmd: "shield", card: game.shield }, "shield");
  return html`<div class="rule-acts">
    <button type="button" class=${pressed("button", "shield")} id="shield" aria-disabled=${blocked()} @click=${show}
      ><span class="words">${_("{player} has it", { player: now.shield })}</span></button>
    <button type="button" class=${pressed("button bust", "accept")} id="accept" aria-disabled=${blocked()}
      @click=${() => send({ cmd: "accept" }, "accept")}><span class="words">${_("{player} is out", { player: now.shield })}</span></button>
  </div>`;
}

function againActs() {
  const { again } = app.now;
  return html`<div class="rule-acts">
    ${again ? html`<button type="button" class=${pressed("main", "again")} id="again" aria-disabled=${blocked(again)}
      @click=${playAgain}>${_("Play again")}</button>` : nothing}
    <button type="button" class=${again ? "button" : "main"} id="another" @click=${() => goTo("game")}>${_("Another game")}</button>
  </div>`;
}

/** Starts the same game again. Asks the box first whether a card must be turned up. */
export async function playAgain() {
  const { again } = app.now;
  const why = whyNot(app, again);
  if (why) {
    tell(why);
    return;
  }
  if (keying.pressed) return;
  acted();
  keying.pressed = "again";
  const { refused } = await preview(again);
  keying.pressed = "";
  if (refused?.code === "bad-field") {
    ask({ kind: "upcard", order: again, dealer: again.dealer ?? again.players[again.players.length - 1] });
  } else send(again, "again");
}

/** No game: the link to the set-up. */
export function nobody() {
  return html`<div class="group over nobody">
    <h2>${whoseMove(app)}</h2>
    <p class="secondary">${_("Choose a game on the box with LEFT, RIGHT and OK, or set one up here.")}</p>
  </div>
  <div class="rule-acts">
    <button type="button" class="main" id="set-up" @click=${() => goTo("game")}>${_("Set up a game")}</button>
    ${app.now?.again ? html`<button type="button" class=${pressed("button", "again")} id="again" aria-disabled=${blocked(app.now.again)}
      @click=${playAgain}>${_("As last time")}</button>` : nothing}
  </div>`;
}
