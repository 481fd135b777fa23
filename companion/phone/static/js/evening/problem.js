// What is shown in place of an answer of the box.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";

/** Why the box has not answered a `reading`, and the request again. */
export function problemView(reading) {
  return html`<section class="group problem" role="status">
    <p>${reading.problem}</p>
    <button type="button" class="button" @click=${() => reading.again()}>${_("Try again")}</button>
  </section>`;
}

/** Until the first answer. */
export const waitingView = () => html`<p class="secondary">${_("Waiting for the box")}</p>`;
