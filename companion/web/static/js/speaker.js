// What a screen reader is told, and when.

const QUIET = 1500; // ms

/** Speaks into two live regions; of what comes within a moment only the last is said. */
export class Speaker {
  #polite;
  #urgent;
  #last = -Infinity;
  #later = 0;

  constructor(polite, urgent) {
    [this.#polite, this.#urgent] = [polite, urgent];
  }

  /** Says `sentence` when the listener is done with what was said before. */
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
