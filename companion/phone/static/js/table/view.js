// The tab of the table, for every phone.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, ngettext } from "/shared/js/language.js";
import { goTo } from "../app.js";
import { familyOf } from "../families.js";
import { languageChoice } from "../language-choice.js";
import { wide } from "../layout.js";
import { themeSwitch } from "../theme.js";
import { callSwitch } from "../voice.js";
import { awakeSwitch } from "../wall/controls.js";

/** The table, in two columns if there is room. */
export function tableView(app) {
  const family = familyOf(app.game);
  if (!app.state) return columns([family.board(), app.link.is === "live" ? nobody(app) : nothing, again(app.link), foot()], []);
  const { board = family.board(), left, right } = family.sides();
  return columns([board, again(app.link), ...left], [...right.map(group), foot()]);
}

function columns(left, right) {
  return html`<div class=${right.length ? "look" : "look alone"}><div class="left">${left}</div><div class="right">${right}</div></div>`;
}

/** A panel of its own on a desk, one column on a phone. */
const group = (content) => html`<div class="panel">${content}</div>`;

function nobody() {
  return html`<div class="nobody">
    <p>${_("Choose a game on the box with LEFT, RIGHT and OK, or set one up here.")}</p>
    <button type="button" class="main" @click=${() => goTo("game")}>${_("Set up a game")}</button>
    <button type="button" class="button" @click=${() => goTo("evening")}>${_("The last evening")}</button>
  </div>`;
}

/** While the connection is lost: the next attempt, and a button to try now. */
function again(link) {
  if (link.is !== "lost" && link.is !== "off") return nothing;
  const left = Math.max(0, link.again - Date.now());
  const next = link.again && left > 300 ? _("Trying again in {seconds} s", { seconds: Math.ceil(left / 1000) }) : _("Trying again");
  const tryNow = ({ target }) => target.dispatchEvent(new Event("try-now", { bubbles: true }));
  return html`<div class="again"><div class="row"><p aria-label=${ngettext("Trying again every {n} second", "Trying again every {n} seconds", 8)}>${next}</p>
    <button type="button" class="button" @click=${tryNow}>${_("Try now")}</button></div>
    ${link.is === "lost" ? html`<p class="secondary">${_("Same network? The box’s name is on its display under MORE.")}</p>` : nothing}</div>`;
}

/** The wall, and whether this screen stays awake; on a phone also the language and the theme, which a desk has in its header. */
function foot() {
  return html`<div class="foot">${awakeSwitch()}${callSwitch()}<a class="button" href="#wall">${_("Show on a television")}</a>${wide.matches ? nothing : html`${languageChoice()}${themeSwitch()}`}</div>`;
}
