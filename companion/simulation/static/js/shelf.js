// What lies before the box: which hand or suit is looked at, and the tabs to choose it where not all fit.

import { _ } from "/panel/shared/js/language.js";
import { suitPicture } from "/panel/shared/js/shapes.js";
import { pointsWords } from "/panel/shared/js/words.js";
import { isRed, readLabel } from "./cards.js";
import { deckGroups, handGroups, playedCards } from "./groups.js";
import { layDeck, layHands, layOne } from "./layout.js";
import { standing } from "./seats.js";
import { isTricks, pointsOf } from "./trick.js";

/** Where a finger touches cards more of each must be open. */
export const touch = matchMedia("(pointer: coarse)");

export class Shelf {
  #area;
  #tabs;
  #cards;
  #turn;
  #view = { game: null, state: null, deck: [], hands: { seats: [], pile: [] } };
  #size = [0, 0];
  #least = 0;
  #narrow = false;
  #whole = false;

  /** The keys of the hand that is pinned and of the suit that was looked at last. */
  chosen = { hand: null, suit: null };

  /** `turn(whole)` is asked for the whole deck, or for hands, by the last tab of a narrow page. */
  constructor({ area, tabs, cards, turn }) {
    [this.#area, this.#tabs, this.#cards, this.#turn] = [area, tabs, cards, turn];
  }

  /** Whether hands are shown, not the whole deck; without a game there is only the deck. */
  get isHands() {
    return !this.#whole && this.#view.hands.seats.length > 0;
  }

  /** Shows the whole deck, or hands. */
  set whole(whole) {
    this.#whole = whole;
    this.#draw();
  }

  /** The box told something; `origin` says where a card that appears comes from. */
  show(view, origin) {
    this.#view = view;
    this.#draw(origin);
  }

  /** What is not everybody's hands takes the height `least` where less is free. */
  place(width, height, least, narrow) {
    this.#size = [width, height];
    this.#least = least;
    this.#narrow = narrow;
    this.#draw();
  }

  #draw(origin) {
    const { hands, deck } = this.#view;
    const [width, free] = this.#size;
    if (!width) return;
    let height = Math.max(free, this.#least);
    const decks = new Set(deck.map((label) => readLabel(label).deck)).size;
    const groups = this.isHands ? handGroups(hands, this.#view) : deckGroups(deck, playedCards(deck, hands, this.#view));
    let places = null;
    if (!this.#narrow && groups.length) {
      if (this.isHands) places = layHands(groups, width, free, touch.matches);
      else if (decks === 1) places = layDeck(groups, width, height, touch.matches);
    }
    const all = places !== null;
    if (all && this.isHands) height = free;
    const one = all ? null : this.#chosen(groups);
    this.#showTabs(groups, one, all && !this.#narrow);
    const room = height - (all || this.#narrow ? 0 : 62);
    if (all) this.#cards.show(groups, places, decks, origin);
    else if (one) this.#cards.show([one], [layOne(one, width, room, this.#narrow || touch.matches)], decks, origin);
    else this.#cards.show([], [], decks);
    this.#area.style.height = `${room}px`;
  }

  /** The hand that is pinned, else the open one, else the one to act; of the deck the suit that was looked at last. */
  #chosen(groups) {
    if (!this.isHands) return groups.find((group) => group.key === this.chosen.suit) ?? groups[0];
    return groups.find((group) => group.key === this.chosen.hand) ?? (this.#view.others?.level ? groups[0] : groups.find((group) => group.act) ?? groups[0]);
  }

  #showTabs(groups, one, hidden) {
    this.#tabs.classList.toggle("shown", !hidden);
    if (hidden) return;
    const tabs = groups.map((group) => this.#tab(group, one));
    if (this.#narrow && this.#view.hands.seats.length) tabs.push(this.#otherTab());
    if (this.#tabs.dataset.shows !== tabs.map((tab) => tab.outerHTML).join("")) {
      const focused = [...this.#tabs.children].indexOf(document.activeElement);
      this.#tabs.replaceChildren(...tabs);
      this.#tabs.dataset.shows = tabs.map((tab) => tab.outerHTML).join("");
      if (focused >= 0) (tabs[focused] ?? tabs[0]).focus();
      bringIntoView(this.#tabs, tabs[groups.indexOf(one)]);
    }
  }

  #tab(group, one) {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.setAttribute("aria-pressed", group === one);
    tab.classList.toggle("act", group.act);
    const small = document.createElement("small");
    if (this.isHands) {
      const name = document.createElement("b");
      name.textContent = group.name;
      const table = this.#view;
      const player = table.state.players.find(({ name: called }) => called === group.name);
      small.textContent = player.in === false ? standing(player, table) : player.cards;
      const words = [group.said, standing(player, table)];
      if (isTricks(table) && this.#narrow) { // there is no seat beside a light, with its points
        const { all, fresh } = pointsOf(player);
        small.textContent = `${all} ${fresh}`;
        words.splice(1, 0, pointsWords(player.points));
      }
      tab.setAttribute("aria-label", words.join(", "));
      tab.append(name, small);
    } else {
      const { suit, number, slots } = group;
      tab.setAttribute("aria-label", group.name);
      tab.append(suitPicture(suit || "X"));
      tab.classList.toggle("red", isRed({ suit, joker: 0 }));
      small.textContent = this.#view.deck.some((label) => readLabel(label).deck > 1) ? _("deck {number}", { number }) : `${slots.filter(Boolean).length}`;
      tab.append(small);
    }
    tab.addEventListener("click", () => this.#choose(group.key));
    return tab;
  }

  /** On a narrow page the last tab goes to the whole deck and back. */
  #otherTab() {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.className = "other";
    const name = document.createElement("b");
    name.textContent = this.#whole ? _("Hands") : _("Whole deck");
    tab.append(name);
    tab.addEventListener("click", () => this.#turn(!this.#whole));
    return tab;
  }

  #choose(key) {
    if (this.isHands) this.chosen.hand = this.chosen.hand === key ? null : key;
    else this.chosen.suit = key;
    this.#draw();
  }
}

function bringIntoView(row, tab) {
  if (tab) row.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - row.clientWidth / 2;
}
