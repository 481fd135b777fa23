// The cards that lie before the box: hands, or the whole deck. Draws them, moves the focus along them.

import { ngettext } from "/panel/shared/js/language.js";
import { mark, still } from "/panel/shared/js/motion.js";
import { back, face, isFaceDown, labelWords } from "./cards.js";

const RISE = 160;
const RETURN = 180;

export class CardTable {
  #area;
  #cards = new Map();
  #sections = new Map();
  #groups = [];
  #places = [];
  #away = new Set();
  #decks = 1;
  #passing = null;

  constructor(area) {
    this.#area = area;
    area.addEventListener("keydown", (event) => this.#walk(event));
    area.addEventListener("focusin", (event) => this.#stopAt(event.target));
  }

  /**
   * Shows groups at their places.
   * @param {object[]} groups as from groups.js
   * @param {object[]} places as from layout.js, one for each group
   * @param {number} decks whether a card's deck must be told
   * @param {(label: string) => DOMRect|null} origin where a card that appears comes from, if that is known
   */
  show(groups, places, decks, origin = () => null) {
    const focused = document.activeElement.dataset.label ?? this.#leftFocus();
    const next = focused && this.#nextTo(focused, groups);
    [this.#groups, this.#places, this.#decks] = [groups, places, decks];
    const before = new Set(this.#cards.keys());
    const shown = new Map();
    const sections = groups.map((group, at) => this.#section(group, places[at], shown));
    this.#cards = shown;
    settle(this.#area, sections);
    for (const section of sections) this.#oneStop(section, next);
    if (focused && !document.activeElement.dataset.label) shown.get(next)?.focus({ preventScroll: true });
    const { label: now } = document.activeElement.dataset;
    if (now && !this.#away.has(now)) this.#passing = null;
    if (before.size) {
      for (const [label, card] of shown) if (!before.has(label)) this.#arrive(card, origin(label));
    }
  }

  /** The card element of a label, or null while it is not shown. */
  card(label) {
    return this.#cards.get(label) ?? null;
  }

  /** Takes a card up from its place, which stays as a gap, or puts it back. */
  set(label, { away }) {
    if (away && document.activeElement.dataset.label === label) this.#passing = label;
    this.#away[away ? "add" : "delete"](label);
    if (this.#cards.has(label)) this.show(this.#groups, this.#places, this.#decks);
  }

  /** The card that had the focus and is being passed, unless the focus has gone elsewhere meanwhile. */
  #leftFocus() {
    return document.activeElement === document.body ? this.#passing : null;
  }

  /** Where the focus goes when its card has left: to the card that has taken its place, else the hand's first. */
  #nextTo(label, groups) {
    const old = this.#groups.find(({ slots }) => slots.includes(label));
    const { slots } = groups.find(({ key }) => key === old?.key) ?? groups[0] ?? { slots: [] };
    if (slots.includes(label)) return label;
    return slots[old?.slots.indexOf(label)] ?? slots.find(Boolean);
  }

  #section(group, place, shown) {
    const section = this.#sections.get(group.key) ?? document.createElement("div");
    this.#sections.set(group.key, section);
    section.className = "hand";
    section.classList.toggle("act", group.act);
    section.setAttribute("role", "group");
    const count = group.slots.filter(Boolean).length;
    section.setAttribute("aria-label", ngettext("{group}, {n} card", "{group}, {n} cards", count, { group: group.name }));
    section.style.left = `${place.x}px`;
    section.style.top = `${place.y}px`;
    section.style.width = `${place.w}px`;
    section.style.height = `${place.cardW * 1.4}px`;
    section.style.setProperty("--w", `${place.cardW}px`);
    const gaps = [];
    const cards = [];
    group.slots.forEach((label, at) => {
      if (!label || this.#away.has(label)) gaps.push(this.#put(gap(), place.places[at]));
      if (!label) return;
      const card = this.#cards.get(label) ?? this.#newCard(label);
      if (!isFaceDown(label)) card.setAttribute("aria-label", labelWords(label, this.#decks));
      card.classList.toggle("away", this.#away.has(label));
      shown.set(label, card);
      cards.push(this.#put(card, place.places[at]));
    });
    const names = [];
    if (place.name !== null) {
      const name = document.createElement("div");
      name.className = "whose";
      name.textContent = group.said;
      name.style.top = `${place.name}px`;
      name.style.left = name.style.right = place.wider ? `${-place.wider}px` : "";
      names.push(name);
    }
    settle(section, [...gaps, ...cards, ...names]);
    return section;
  }

  #put(element, { x, y, turn }) {
    element.style.setProperty("--x", `${x}px`);
    element.style.setProperty("--y", `${y}px`);
    element.style.setProperty("--turn", `${turn}deg`);
    return element;
  }

  #newCard(label) {
    if (isFaceDown(label)) return faceDown();
    const card = document.createElement("button");
    card.type = "button";
    card.className = "card";
    card.dataset.label = label;
    card.append(face(label));
    return card;
  }

  #arrive(card, from) {
    if (still()) return mark(card);
    const to = card.getBoundingClientRect();
    const [dx, dy] = from ? [from.x - to.x, from.y - to.y] : [0, -26];
    const resting = getComputedStyle(card).transform;
    return card.animate(
      [{ transform: `translate(${dx}px, ${dy}px) ${resting}`, opacity: from ? 1 : 0 }, { transform: resting, opacity: 1 }],
      { duration: from ? RETURN : RISE, easing: "ease-out" },
    );
  }

  /** Each hand is one stop of the Tab key. */
  #oneStop(section, focused) {
    const cards = [...section.querySelectorAll(".card:not(.away)")];
    const stop = cards.find((card) => card.dataset.label === focused)
      ?? cards.find((card) => card.tabIndex === 0 && card.hasAttribute("tabindex")) ?? cards[0];
    for (const card of cards) card.tabIndex = card === stop ? 0 : -1;
  }

  #stopAt(card) {
    const section = card.closest(".hand");
    if (section) for (const other of section.querySelectorAll(".card")) other.tabIndex = other === card ? 0 : -1;
  }

  #walk(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const cards = [...event.target.closest(".hand").querySelectorAll(".card:not(.away)")];
    const at = Math.max(0, Math.min(cards.indexOf(event.target) + step, cards.length - 1));
    cards[at].focus();
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Makes `wanted` the children of `parent`; one that is there already is not moved, so it keeps focus and pointer. */
function settle(parent, wanted) {
  for (const child of [...parent.children]) if (!wanted.includes(child)) child.remove();
  let next = parent.firstChild;
  for (const child of wanted) {
    if (child === next) next = next.nextSibling;
    else parent.insertBefore(child, next);
  }
}

function faceDown() {
  const card = document.createElement("div");
  card.className = "back";
  card.setAttribute("aria-hidden", "true");
  card.append(back());
  return card;
}

function gap() {
  const element = document.createElement("div");
  element.className = "gap";
  return element;
}
