// The sheet over the page: a dialog where the browser has one, else an element that behaves like it.

import { drawingIn } from "./drawing-in.js";

export class SheetBox {
  #dialog;
  #draw;
  #before = null;

  /** `leave()` is called when the sheet is closed by Esc or by a touch beside it. */
  constructor(dialog, leave) {
    [this.#dialog, this.#draw] = [dialog, drawingIn(dialog)];
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      leave();
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog && isBeside(dialog, event)) leave();
    });
    dialog.addEventListener("keydown", (event) => {
      if (event.key === "Escape") leave();
    });
  }

  /** Draws `content`, or closes with null; the focus enters with the first and returns after the last. */
  show(content) {
    const dialog = this.#dialog;
    this.#draw(content ?? "");
    const isOpen = dialog.hasAttribute("open");
    if (content && !isOpen) {
      this.#before = document.activeElement;
      if (dialog.showModal) dialog.showModal();
      else this.open();
    } else if (!content && isOpen) {
      if (dialog.close) dialog.close();
      else dialog.removeAttribute("open");
      document.getElementById("page").removeAttribute("aria-hidden");
      if (this.#before?.isConnected) this.#before.focus();
    }
  }

  open() {
    this.#dialog.setAttribute("open", "");
    this.#dialog.setAttribute("role", "dialog");
    this.#dialog.setAttribute("aria-modal", "true");
    document.getElementById("page").setAttribute("aria-hidden", "true");
    this.#dialog.querySelector("[autofocus], button, input")?.focus();
  }
}

function isBeside(dialog, { clientX: x, clientY: y }) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}
