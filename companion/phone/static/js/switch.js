// A switch: its label says what is on or off, and beside it stands which.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, colon } from "/shared/js/language.js";

/** A button that switches something on and off; `turn()` does. `look` is a class of its own. */
export function switchButton({ label, isOn, turn, id, look = "" }) {
  return html`<button type="button" class=${`button ${look}`} id=${id ?? nothing} role="switch" aria-checked=${String(isOn)} @click=${turn}><span>${label}<span aria-hidden="true">${colon}${isOn ? _("on") : _("off")}</span></span></button>`;
}
