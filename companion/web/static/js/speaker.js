// Announcements to a screen reader, and their timing.

const QUIET = 1500; // ms

/** Speaks through two live regions; of several sentences in quick succession only the last is spoken. */
export class Speaker {
  #polite;
  #urgent;
  #last = -Infinity;
  #later = 0;

  constructor(polite, urgent) {
    [this.#polite, this.#urgent] = [polite, urgent];
  }

  /** Speaks `sentence` politely, after the current speech. */
  say(sentence) {
    clearTimeout(this.#later);
    const wait = Math.max(0, this.#last + QUIET - performance.now());
    this.#later = setTimeout(() => {
      this.#last = performance.now();
      this.#polite.textContent = sentence;
    }, wait);
  }

  /** Says `sentence` at once; what was about to be said no longer matters. */
  interrupt(sentence) {
    clearTimeout(this.#later);
    this.#urgent.textContent = "";
    this.#urgent.textContent = sentence;
  }
}
