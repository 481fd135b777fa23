// When the page announces the messages from the box and the state of the connection.

import { _ } from "/shared/js/language.js";
import { happened, heardAgain, noWord } from "/shared/js/speech.js";

const CLOSE = 1500; // ms: of two changes closer together only the later total and turn are announced

/** Announces the messages from the box and the state of the connection. */
export class Told {
  #say;
  #interrupt;
  #last = -Infinity;
  #is = "asking";
  #hasSpoken = false;

  constructor(say, interrupt) {
    [this.#say, this.#interrupt] = [say, interrupt];
  }

  /** Handles a message: the page before and after it, and what is said of it besides. */
  heard(before, after, besides = "") {
    const back = this.#is === "lost" || this.#is === "off";
    this.#is = "live";
    if (back) {
      this.#say(heardAgain(after));
      return;
    }
    if (!this.#hasSpoken) {
      this.#hasSpoken = true;
      return;
    }
    const { said, brief, urgent } = happened(before, after);
    if (urgent) this.#interrupt(urgent);
    if (!said && !besides) return;
    const close = Date.now() - this.#last < CLOSE;
    this.#last = Date.now();
    this.#say([close ? brief : said, besides].filter(Boolean).join(" "));
  }

  /** Handles a change of the connection: lost, or the box switched off. Announced once. */
  standing(page) {
    const { is } = page.link;
    if (is === this.#is) return;
    if (is === "lost") this.#interrupt(noWord(page));
    if (is === "off") this.#interrupt(_("The box is off."));
    if (is !== "live") this.#is = is;
  }
}
