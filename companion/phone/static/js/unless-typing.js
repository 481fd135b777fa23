// Draws a field's value again with every change at the table, except while the user types in it.

import { noChange } from "/shared/lib/lit-html/lit-html.js";
import { Directive, directive } from "/shared/lib/lit-html/directive.js";
import { setCommittedValue } from "/shared/lib/lit-html/directive-helpers.js";

class UnlessTyping extends Directive {
  #isTyping = false;
  #field = null;

  render(value) {
    return value;
  }

  update(part, [value]) {
    const field = part.element;
    if (!this.#field) {
      this.#field = field;
      field.addEventListener("input", () => { this.#isTyping = true; });
      field.addEventListener("change", () => { this.#isTyping = false; });
    }
    if ((this.#isTyping && field === document.activeElement) || field.value === value) return noChange;
    setCommittedValue(part);
    return value;
  }
}

/** `.value=${unlessTyping(text)}`: a field keeps what is typed until it loses the focus. */
export const unlessTyping = directive(UnlessTyping);
