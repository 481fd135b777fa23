// The set-up of a game: variant, cards, seats, house rules, start.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { inWords } from "/shared/js/card-words.js";
import { _, drawn } from "/shared/js/language.js";
import { app, changed, goTo, interrupt, openSheet, rule } from "/phone/js/app.js";
import { drawText } from "/phone/js/cards.js";
import { familyOf } from "/phone/js/families.js";
import { shelf } from "./asking.js";
import { chooser } from "./chooser.js";
import { openEditor } from "./editor.js";
import { filesGroup } from "./files.js";
import { houseGroup } from "./house.js";
import { cardsGroup, rulesGroup } from "./rules-table.js";
import { seatsGroup } from "./seats.js";
import { choose, forget, isLaid, isUnderWay, opening, setUp, startOrder, whyNotYet } from "./set-up.js";

const SURE_FOR = 5000; // ms within which a second tap abandons the current game

let trouble = "";

/** The whole set-up, in one column on a phone and two on a desk. */
export function setUpView() {
  const { told, variant } = setUp;
  const game = shelf.games.find(({ name }) => name === variant);
  return html`<div class="set-up">
    <div class="column">
      ${chooser(shelf.games, variant, setUp, choose)}
      ${cardsGroup(told)}
      ${rulesGroup(told)}
    </div>
    <div class="column">
      ${seatsGroup()}
      ${houseGroup(houseActs(game))}
      ${startGroup()}
    </div>
    <div class="column last">${filesGroup(game)}</div>
  </div>`;
}

function houseActs(game) {
  if (!game || !familyOf(game).cardTable) return nothing;
  const open = () => openEditor(game.name, setUp.house);
  return html`<div class="doing">
    <button type="button" class="button" @click=${open}>${_("Change the card table")}</button>
    ${isLaid() ? html`<button type="button" class="button" @click=${open}>${_("Save as your own")}</button>` : nothing}
  </div>`;
}

function startGroup() {
  const { told, sure } = setUp;
  const why = whyNotYet();
  const begins = familyOf(told).starts(opening());
  const game = app.game?.title;
  const leaves = game ? _("{game} is being played.", { game }) : _("A game is being played.");
  const sends = app.sending?.cmd === "new";
  return html`<section class="start" aria-label=${_("Start")}>
    ${told?.pack ? html`<p class="pack"><b>${told.pack.headline}</b> ${told.pack.sentence}</p>` : nothing}
    ${why || trouble ? html`<p class="not-yet">${why || drawText(trouble)}</p>` : nothing}
    ${sure ? html`<p class="secondary">${leaves} ${_("It ends where it is; taking the start back opens it again.")}</p>` : nothing}
    <button type="button" id="start" class="main ${sends ? "sending" : ""}" aria-disabled=${Boolean(why) || !told || app.link.is !== "live"} @click=${start}>
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
  if (setUp.told.turnUp) {
    setUp.waits = { order, number: app.game?.number };
    openSheet({ kind: "upcard", order, dealer: order.dealer, keys: setUp.told.keys });
  } else heard(await rule(order));
}

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
