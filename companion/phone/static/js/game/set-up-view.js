// The set-up of a game: who plays, which game, house rules, start. On a phone the last two are a line each, and unfold.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { inWords } from "/shared/js/card-words.js";
import { _, drawn, ngettext } from "/shared/js/language.js";
import { cardsWords, chipsWords } from "/shared/js/words.js";
import { app, changed, goTo, interrupt, openSheet, rule, say } from "/phone/js/app.js";
import { drawText } from "/phone/js/cards.js";
import { familyOf } from "/phone/js/families.js";
import { wide } from "/phone/js/layout.js";
import { shelf } from "./asking.js";
import { chooser } from "./chooser.js";
import { openEditor } from "./editor.js";
import { filesGroup } from "./files.js";
import { houseGroup } from "./house.js";
import { switchRow } from "./rule-rows.js";
import { cardsGroup, rulesGroup } from "./rules-table.js";
import { choose, deals, forget, howMany, isByLot, isUnderWay, keepChips, opening, setUp, show, startOrder, whyNotYet } from "./set-up.js";
import { carry, takeOverRow } from "./take-over.js";
import { whoPlays, whoSits } from "./who.js";

const SURE_FOR = 5000; // ms within which a second tap abandons the current game

let trouble = "";
let awaited = ""; // the players whose game begins once a question about its first round is answered

/** The whole set-up, in one column on a phone and two on a desk. */
export function setUpView() {
  const game = shelf.games.find(({ name }) => name === setUp.variant);
  if (wide.matches) {
    return html`<div class="set-up">
      <div class="column">${whoSits()}${whoPlays()}${takeOverRow()}${keepChipsRow()}${startGroup()}${packGroup()}</div>
      <div class="column">${gameGroup(game)}${houseGroup(houseActs(game))}${filesGroup(game)}</div>
    </div>`;
  }
  const { told, shows } = setUp;
  const laid = Object.keys(setUp.house).length;
  return html`<div class="set-up on-a-phone">
    ${shows === "game" || shows === "rules" ? nothing : html`${whoSits()}${whoPlays()}`}
    ${takeOverRow()}
    ${keepChipsRow()}
    <div class="folds">
      ${fold("game", game?.title ?? _("Which game?"), dealt(told))}
      ${shows === "game" ? html`<div class="column" id="fold-game">${gameGroup(game)}${filesGroup(game)}</div>` : nothing}
      ${fold("rules", _("House rules"), laid ? ngettext("{n} changed", "{n} changed", laid) : _("none changed"))}
      ${shows === "rules" ? html`<div class="column" id="fold-rules">${houseGroup(houseActs(game))}</div>` : nothing}
    </div>
    ${packGroup()}
    ${startGroup()}
  </div>`;
}

/** Offers to keep the chips of the game that this one replaces, if the players and the number of chips are the same. */
function keepChipsRow() {
  const chips = setUp.told?.keepsChips;
  if (!chips) return nothing;
  const label = _("Keep the chips: {chips}", { chips });
  return switchRow({ label, isOn: setUp.keepsChips, turn: () => keepChips(!setUp.keepsChips) });
}

/** One line that unfolds in place of the people. */
function fold(what, title, beside) {
  const isOpen = setUp.shows === what;
  return html`<button type="button" class="fold" id=${`open-${what}`} aria-expanded=${isOpen} aria-controls=${isOpen ? `fold-${what}` : nothing} @click=${() => show(what)}>
    <b>${title}</b><span class="secondary">${beside}</span><span class="tip" aria-hidden="true">›</span></button>`;
}

/** What is dealt, in few words. What is to be done with the cards first stands below. */
function dealt(told) {
  if (!told) return "";
  const each = [told.each ? cardsWords(told.each) : "", told.chips ? chipsWords(told.chips) : ""].filter(Boolean);
  return each.length ? _("{things} each", { things: each.join(", ") }) : "";
}

function gameGroup(game) {
  const { told, variant } = setUp;
  return html`${chooser(shelf.games, variant, setUp, choose)}${cardsGroup(told)}${rulesGroup(told)}`;
}

/** What to do with the cards before they are shuffled. */
function packGroup() {
  const pack = setUp.told?.pack;
  return pack ? html`<p class="pack"><b>${pack.headline}</b> ${pack.sentence}</p>` : nothing;
}

function houseActs(game) {
  if (!game) return nothing;
  return html`<div class="doing">
    <button type="button" class="button" @click=${() => openEditor(game.name, setUp.house)}>${_("Make your own variant")}</button>
  </div>`;
}

function startGroup() {
  const { told, sure } = setUp;
  const many = howMany();
  const why = many || whyNotYet();
  const begins = many || (isByLot() ? _("Start: draw lots who deals") : familyOf(told).starts(opening()));
  const game = app.game?.title;
  const leaves = game ? _("{game} is being played.", { game }) : _("A game is being played.");
  const sends = app.sending?.cmd === "new";
  return html`<section class="start" aria-label=${_("Start")}>
    ${(why && !many) || trouble ? html`<p class="not-yet">${many ? drawText(trouble) : why || drawText(trouble)}</p>` : nothing}
    ${sure ? html`<p class="secondary">${leaves} ${_("It ends as it is; undo the start to reopen it.")}</p>` : nothing}
    <button type="button" id="start" class="main ${sends ? "sending" : ""} ${many ? "says-why" : ""}" aria-disabled=${Boolean(why) || !told || app.link.is !== "live"} @click=${start}>
      ${sure ? _("Yes, leave that game") : begins}</button>
  </section>`;
}

async function start() {
  const why = whyNotYet();
  trouble = "";
  if (why || !setUp.told) {
    if (why) interrupt(why);
    return;
  }
  if (isUnderWay() && !setUp.sure) {
    const asked = Date.now();
    setUp.sure = asked;
    setTimeout(() => {
      if (setUp.sure !== asked) return;
      setUp.sure = 0;
      changed();
    }, SURE_FOR);
    changed();
    return;
  }
  setUp.sure = 0;
  const order = startOrder();
  if (isByLot()) {
    const answer = await rule({ cmd: "lot", players: order.players });
    if (!answer.drawn) return heard(answer);
    order.dealer = answer.drawn;
    deals(setUp.seats[order.players.indexOf(answer.drawn)].id);
    say(_("By lot: {name} deals", { name: answer.drawn }));
  }
  carry(order);
  const awaits = order.players.join("\n");
  if (setUp.told.turnUp) {
    awaited = awaits;
    setUp.waits = { order, number: app.game?.number };
    openSheet({ kind: "upcard", order, dealer: order.dealer, keys: setUp.told.keys });
    return;
  }
  const answer = await rule(order);
  if (answer.question) awaited = awaits; // the players still choose the round or the trump
  else heard(answer);
}

window.addEventListener("new-game", ({ detail: { players } }) => {
  if (players.join("\n") !== awaited) return;
  awaited = "";
  heard({ done: true });
});

/** Shows the table after the start, or the refusal beside the button. */
function heard(answer) {
  if (answer.done) {
    forget();
    goTo("table");
    return;
  }
  const said = answer.refused ? drawn(_("{sentence}."), answer.refused).flat() : answer.meanwhile ?? answer.problem;
  if (!said) return;
  app.refusal = null;
  trouble = said;
  interrupt(inWords(trouble));
  changed();
}
