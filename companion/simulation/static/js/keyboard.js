// Keys of the page: letters write a card, the rest are the six caps (docs/reference/panel.md, "Keyboard").

import { bustKey, erase, write, writtenCard } from "/panel/shared/js/typing.js";

const CAPS = { ArrowLeft: "LEFT", ArrowRight: "RIGHT", "+": "MORE", "=": "OK" };

export class Keyboard {
  #caps;
  #written = "";
  #held = new Map();
  #show;
  #type;
  letters = true;

  /**
   * @param {Caps} caps pressed by keys
   * @param {(text: string) => void} show shows what is written so far
   * @param {(text: string) => void} type passes a written card to the reader
   * @param {() => void} help opens the list of keys
   */
  constructor(caps, { show, type, help }) {
    [this.#caps, this.#show, this.#type] = [caps, show, type];
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target.closest("input, select")) return;
      if (event.repeat) {
        // A key that stays down holds its cap; it does not pass the next card as well.
        if (this.#held.has(event.code) || event.key === "Enter" || event.key === "Backspace") event.preventDefault();
        return;
      }
      if (event.key === "?") help();
      else if (!this.#down(event)) return;
      event.preventDefault();
    });
    document.addEventListener("keyup", (event) => this.#up(event.code));
    window.addEventListener("blur", () => [...this.#held.keys()].forEach((code) => this.#up(code)));
  }

  /** What is written so far, letter by letter. */
  get written() {
    return this.#written;
  }

  set written(text) {
    this.#written = text;
    this.#show(writtenCard(text));
  }

  #down(event) {
    const { key, code, target } = event;
    const cap = target.closest(".cap")?.dataset.key;
    if (cap && (key === " " || (key === "Enter" && !this.#written))) return this.#hold(code, cap);
    if (key === "Enter") return this.#enter(target, code);
    if (key === "Backspace") return this.#erase(code);
    if (key === "Escape") {
      this.written = "";
      target.blur();
      return true;
    }
    const named = key.toUpperCase() === bustKey() ? "BUST" : CAPS[key];
    if (named && (this.letters || key.startsWith("Arrow"))) return this.#hold(code, named);
    const written = this.letters ? write(this.#written, key) : null;
    if (written !== null) this.written = written;
    return written !== null;
  }

  #enter(target, code) {
    if (this.#written) {
      const text = writtenCard(this.#written);
      this.written = "";
      this.#type(text);
      return true;
    }
    if (target.closest("button")) return false;
    return this.#hold(code, "OK");
  }

  #erase(code) {
    if (!this.#written) return this.#hold(code, "UNDO");
    this.written = erase(this.#written);
    return true;
  }

  #hold(code, cap) {
    this.#held.set(code, cap);
    this.#caps.hold(cap, code);
    return true;
  }

  #up(code) {
    const cap = this.#held.get(code);
    if (cap === undefined) return;
    this.#held.delete(code);
    this.#caps.release(cap, code);
  }
}
