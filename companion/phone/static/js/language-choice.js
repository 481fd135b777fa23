// The choice of the page's language. Until somebody chooses, the box takes the one that the browser asks for.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, language, languages } from "/shared/js/language.js";

const KEPT = 365 * 24 * 60 * 60; // s

/** The languages, each by its own name; nothing where there is only one. */
export function languageChoice() {
  if (languages.length < 2) return nothing;
  return html`<span class="select language"><select aria-label=${_("Language")} @change=${({ target }) => choose(target.value)}>
    ${languages.map(([code, name]) => html`<option value=${code} lang=${code} ?selected=${code === language}>${name}</option>`)}</select></span>`;
}

/** The box renders sentences too, so the whole page is loaded again. */
function choose(code) {
  document.cookie = `language=${code}; path=/; max-age=${KEPT}; samesite=strict`;
  location.reload();
}
