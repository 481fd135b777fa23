// The felt of a trick game: the costs, then the trick in order of play, on a desk also the tricks left.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { trickPlaces } from "/shared/js/trick.js";
import { cardFace, drawText } from "../cards.js";
import { ownName } from "../owner.js";

/** The round's costs and the current trick. */
export function trickBoard(app) {
  const { link, now: { trick } } = app;
  const isOld = link.is === "lost" || link.is === "off";
  return html`<section class=${`felt trick-board ${isOld ? "old" : ""}`} aria-label=${_("The trick")}>
    ${costs(app)}
    <div class="row led"><h2 class="heading">${trick.title}</h2><p>${drawText(trick.says)}</p></div>
    ${trickPlaces(app).length ? html`<ol class=${`trick ${crowd(app.state.players.length)}`}>${trickPlaces(app).map((each) => place(each, app))}</ol>` : nothing}
  </section>`;
}

const crowd = (players) => (players > 6 ? "many crowd" : players > 4 ? "many" : "");

function costs({ game, now }) {
  const { card, beside } = game.card_costs ?? {};
  return html`<p class="where">${now.where}</p>
    <div class="costs">${card ? cardFace(card, "tall") : nothing}
      <div><p class="cost" aria-label=${game.costs_said}>${drawText(beside ?? game.costs)}</p>${now.trick?.lead ? html`<p class="lead">${now.trick.lead}</p>` : nothing}</div></div>`;
}

function place({ name, card, said, wins, acts, taken }, app) {
  const { beside } = app.now;
  const says = card ? said : acts ? beside[name] : _("to come");
  return html`<li class=${`${acts ? "moves" : ""} ${wins ? "wins" : ""} ${taken && !wins ? "beaten" : ""}`}>
    <span class="at">${card ? cardFace(card, "tall") : html`<span class="to-come" aria-hidden="true">${acts ? beside[name] : ""}</span>`}</span>
    <b class=${ownName(app, name)} title=${name}>${name}</b><span class="unseen">${says}</span></li>`;
}
