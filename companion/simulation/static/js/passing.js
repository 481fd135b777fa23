// Passing a card over the reader: taken from its place, shown to the slot, then on the pile or back.
// Nothing is decided here: whether it was played is what the box tells afterwards.

import { still } from "/panel/shared/js/motion.js";

const TO_SLOT = 220;
const BACK = 180;
const NOD = 160;
const ANSWER_TIMEOUT = 700; // ms without an answer and without a question until a card goes home
const DRAG_FROM = 6; // px: less is a tap

export class Passing {
  #area;
  #table;
  #flight;
  #slot;
  #pass;
  #ready;
  #waiting = new Map();
  #asking = false;
  #dragged = null;

  /**
   * @param {object} parts area: where cards lie; table: the CardTable; flight: the layer above all;
   *   slot(): the slot's DOMRect; pass(label): tells the box; ready(bool): a card is over the slot
   */
  constructor({ area, table, flight, slot, pass, ready }) {
    [this.#area, this.#table, this.#flight, this.#slot] = [area, table, flight, slot];
    [this.#pass, this.#ready] = [pass, ready];
    area.addEventListener("pointerdown", (event) => this.#take(event));
    area.addEventListener("pointermove", (event) => this.#drag(event));
    area.addEventListener("pointerup", (event) => this.#drop(event, true));
    area.addEventListener("pointercancel", (event) => this.#drop(event, false));
    area.addEventListener("click", (event) => {
      const card = event.target.closest(".card");
      if (card && !card.dataset.justDragged) this.tap(card.dataset.label);
      if (card) delete card.dataset.justDragged;
    });
  }

  /** A card is passed by itself: it flies to the slot. */
  tap(label) {
    if (!this.#waiting.has(label) && this.#table.card(label)) this.#show(label, this.#lift(label));
  }

  /** The slot's place on the page, for cards that come back from the pile. */
  get origin() {
    return this.#target(0);
  }

  /**
   * The box has told something: cards that wait at the slot land or go home.
   * @param {(label: string) => boolean} played whether that card lies on the table now
   * @param {boolean} refused the red light is on
   * @param {boolean} asking the box waits for an answer or for more cards
   */
  judge(played, refused, asking) {
    this.#asking = asking;
    for (const [label, waiting] of this.#waiting) {
      if (!waiting.read) continue;
      // A card that was refused with a question about itself waits for the table's answer.
      const disputed = asking && !waiting.interrupts;
      if (played(label)) this.#land(label, waiting);
      else if (refused && waiting.newest && !disputed) this.#home(label, waiting, true);
      else if (!asking && !refused && performance.now() - waiting.since > ANSWER_TIMEOUT) this.#home(label, waiting, false);
    }
  }

  #take(event) {
    const card = event.target.closest(".card");
    if (!card || event.button !== 0 || this.#dragged || this.#waiting.has(card.dataset.label)) return;
    const box = card.getBoundingClientRect();
    this.#dragged = {
      card, pointer: event.pointerId, from: [event.clientX, event.clientY], ghost: null,
      grip: [event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2],
    };
  }

  #drag(event) {
    const drag = this.#dragged;
    if (drag?.pointer !== event.pointerId) return;
    const [x, y] = [event.clientX, event.clientY];
    if (!drag.ghost) {
      if (Math.hypot(x - drag.from[0], y - drag.from[1]) < DRAG_FROM) return;
      this.#area.setPointerCapture(drag.pointer);
      drag.ghost = this.#lift(drag.card.dataset.label);
    }
    move(drag.ghost, x - drag.grip[0], y - drag.grip[1]);
    this.#ready(this.#isOverSlot(x, y, drag.ghost));
  }

  #drop(event, dropped) {
    const drag = this.#dragged;
    if (drag?.pointer !== event.pointerId) return;
    this.#dragged = null;
    if (!drag.ghost) return;
    this.#ready(false);
    const { label } = drag.card.dataset;
    drag.card.dataset.justDragged = "yes";
    setTimeout(() => delete drag.card.dataset.justDragged);
    if (dropped && this.#isOverSlot(event.clientX, event.clientY, drag.ghost)) this.#show(label, drag.ghost);
    else this.#home(label, { ghost: drag.ghost }, false);
  }

  #isOverSlot(x, y, ghost) {
    const slot = this.#slot();
    const card = ghost.getBoundingClientRect();
    const touches = card.left < slot.right && card.right > slot.left && card.top < slot.bottom && card.bottom > slot.top;
    return touches || (x > slot.left - 20 && x < slot.right + 20 && y > slot.top - 30 && y < slot.bottom + 60);
  }

  /** A copy of the card above everything; its place is left as a gap. */
  #lift(label) {
    const card = this.#table.card(label);
    const box = card.getBoundingClientRect();
    const width = card.offsetWidth;
    const ghost = card.cloneNode(true);
    ghost.removeAttribute("data-label");
    ghost.tabIndex = -1;
    ghost.classList.add("lifted");
    ghost.style.setProperty("--w", `${width}px`);
    ghost.dataset.turn = getComputedStyle(card).getPropertyValue("--turn");
    this.#flight.append(ghost);
    move(ghost, box.x + box.width / 2, box.y + box.height / 2);
    this.#table.set(label, { away: true });
    return ghost;
  }

  async #show(label, ghost) {
    for (const other of this.#waiting.values()) other.newest = false;
    const waiting = { ghost, read: false, newest: true, since: 0, interrupts: false };
    this.#waiting.set(label, waiting);
    await this.#fly(ghost, this.#target(this.#waiting.size - 1), TO_SLOT);
    [waiting.read, waiting.interrupts] = [true, this.#asking];
    waiting.since = performance.now();
    this.#pass(label);
  }

  #target(others) {
    const slot = this.#slot();
    const width = Math.min(96, slot.width * 0.5);
    const middle = slot.x + slot.width / 2 + others * 22;
    return { x: middle - width / 2, y: slot.y + slot.height * 0.35, width, middle, top: slot.y + slot.height * 0.35 };
  }

  async #land(label, { ghost }) {
    this.#waiting.delete(label);
    this.#table.set(label, { away: false });
    const { middle, top, width } = this.#target(0);
    const scale = width / ghost.offsetWidth;
    if (!still()) {
      await ghost.animate(
        [{ opacity: 1, clipPath: "inset(-10px)" }, { opacity: 1, transform: placed(middle, top - 30 + (ghost.offsetHeight * scale) / 2, scale, -2, ghost), clipPath: "inset(100% -10px -10px -10px)" }],
        { duration: BACK, easing: "ease-in" },
      ).finished;
    }
    ghost.remove();
  }

  async #home(label, { ghost }, refused) {
    this.#waiting.delete(label);
    const card = this.#table.card(label);
    if (refused && !still()) await nod(ghost);
    if (card) {
      const box = card.getBoundingClientRect();
      await this.#fly(ghost, { middle: box.x + box.width / 2, center: box.y + box.height / 2, width: card.offsetWidth }, BACK);
    }
    ghost.remove();
    this.#table.set(label, { away: false });
  }

  async #fly(ghost, { middle, top, center, width }, duration) {
    const scale = width / ghost.offsetWidth;
    const y = center ?? top + (ghost.offsetHeight * scale) / 2;
    const end = placed(middle, y, scale, center === undefined ? -2 : parseFloat(ghost.dataset.turn), ghost);
    if (!still()) {
      await ghost.animate([{ transform: ghost.style.transform }, { transform: end }], { duration, easing: "ease-out" }).finished;
    }
    ghost.style.transform = end;
  }
}

function move(ghost, x, y) {
  ghost.style.transform = placed(x, y, 1, parseFloat(ghost.dataset.turn) * 0.4, ghost);
}

/** The transform that brings a card's middle to x, y. */
function placed(x, y, scale, turn, ghost) {
  return `translate(${x - ghost.offsetWidth / 2}px, ${y - ghost.offsetHeight / 2}px) rotate(${turn}deg) scale(${scale})`;
}

async function nod(ghost) {
  const rest = ghost.style.transform;
  await ghost.animate(
    [{ transform: rest }, { transform: `translate(0, 6px) ${rest}` }, { transform: rest }],
    { duration: NOD, easing: "ease-in-out" },
  ).finished;
}
