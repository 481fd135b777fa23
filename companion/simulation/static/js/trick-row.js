// The trick on the table: a small card for each that was played, in order of play, and who is still to come.

import { still } from "/panel/shared/js/motion.js";
import { trickPlaces } from "/panel/shared/js/trick.js";
import { smallFace } from "./cards.js";
import { isTricks, trickWords } from "./trick.js";

const ARRIVE = 180;

export class TrickRow {
  #row;
  #what;
  #whose;
  #places;
  #shown = new Set();

  /** `row` holds a paragraph of two parts and a list. */
  constructor(row) {
    this.#row = row;
    [this.#what, this.#whose] = row.querySelectorAll("p > *");
    this.#places = row.querySelector("ol");
  }

  /** Shows the trick of `table`, or nothing in a game without tricks. */
  show(table) {
    this.#row.hidden = !isTricks(table);
    if (this.#row.hidden) return;
    const { what, whose } = trickWords(table);
    [this.#what.textContent, this.#whose.textContent] = [what, whose];
    const places = trickPlaces(table);
    const before = this.#shown;
    this.#shown = new Set(places.map(({ card }) => card));
    this.#places.classList.toggle("taken", table.now.trick.taken);
    this.#places.replaceChildren(...places.map((place) => this.#place(place, !before.has(place.card))));
  }

  /** `at`: where the row lies and how it looks there, from geometry.js. */
  place(at) {
    if (!at) return;
    this.#row.className = at.standing ? "standing" : "lying";
    for (const side of ["left", "top", "width"]) this.#row.style[side] = `${at[side]}px`;
    this.#row.style.setProperty("--card", `${at.card}px`);
    this.#row.style.setProperty("--shown", `${at.shown}px`);
    this.#row.style.setProperty("--gap", `${at.gap}px`);
  }

  #place({ name, card: lying, said, wins, acts }, fresh) {
    const place = document.createElement("li");
    place.classList.toggle("wins", wins);
    place.classList.toggle("acts", acts);
    place.setAttribute("aria-current", acts);
    const card = document.createElement("span");
    card.className = lying ? "small-card" : "to-come";
    if (lying) {
      card.setAttribute("role", "img");
      card.setAttribute("aria-label", said);
      card.append(...smallFace(lying));
      if (fresh) arrive(card);
    }
    const whose = document.createElement("b");
    whose.textContent = name;
    whose.title = name;
    place.append(card, whose);
    return place;
  }
}

function arrive(card) {
  if (still()) return;
  card.animate([{ transform: "translateY(-14px)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: ARRIVE, easing: "ease-out" });
}
