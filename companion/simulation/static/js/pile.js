// The pile, as far as it can be seen: its last card stands in the slot, its index above the edge.

import { face } from "./cards.js";

const INDEX = 0.6; // of a card's width: how far down rank and suit reach

export class Pile {
  #place;
  #top = null;

  constructor(place) {
    this.#place = place;
  }

  /** Shows the last of these labels, or nothing. */
  show(labels) {
    const top = labels.at(-1) ?? null;
    if (top === this.#top) return;
    this.#top = top;
    this.#place.replaceChildren(...(top ? [face(top)] : []));
  }

  /** `room`: CSS pixels above the slot's middle. */
  resize(room) {
    this.#place.style.height = `${room}px`;
    this.#place.style.width = `${room / INDEX}px`;
  }
}
