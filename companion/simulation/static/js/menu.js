// The switches of a narrow page: shown by their button, put away by Escape or a click elsewhere.

export class Menu {
  #button;

  /** The button's next sibling is what it shows. */
  constructor(button) {
    this.#button = button;
    button.addEventListener("click", () => { this.#open = !this.#isOpen; });
    document.addEventListener("click", ({ target }) => {
      if (!button.parentElement.contains(target)) this.#open = false;
    });
    // Before anything else that Escape does on the page.
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#isOpen) return;
      this.close();
      event.preventDefault();
      event.stopImmediatePropagation();
    }, { capture: true });
  }

  /** Puts the switches away; a focus among them goes back to the button. */
  close() {
    if (this.#button.nextElementSibling.contains(document.activeElement)) this.#button.focus();
    this.#open = false;
  }

  get #isOpen() {
    return this.#button.getAttribute("aria-expanded") === "true";
  }

  set #open(open) {
    this.#button.setAttribute("aria-expanded", open);
  }
}
