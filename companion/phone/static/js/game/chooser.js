// Chooses a variant: groups as keys, the variants of a group as a list.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { changed } from "/phone/js/app.js";
import { familyOf } from "/phone/js/families.js";
import { groups } from "./set-up.js";

/**
 * @param {object[]} games on the shelf
 * @param {string} variant the one that is chosen
 * @param {{choosing: boolean}} place keeps whether the list is open
 * @param {(name: string) => void} choose
 */
export function chooser(games, variant, place, choose) {
  const game = games.find(({ name }) => name === variant);
  const all = groups(games);
  const mine = all.find((group) => group.games.includes(game)) ?? all[0];
  const enter = (group) => {
    if (group !== mine) choose(group.games[0].name);
  };
  const toggle = () => {
    place.choosing = !place.choosing;
    changed();
  };
  return html`
    <div class="groups" role="group" aria-label=${_("Games")}>${all.map((group) => html`
      <button type="button" class="button" aria-pressed=${group === mine} @click=${() => enter(group)}>${group.called}</button>`)}
    </div>
    <div class="chosen">
      <div><h2 class="heading large">${game?.title ?? _("Which game?")}</h2>
        <p class="secondary">${familyOf(mine).ways(mine.games.length)}${game?.own ? ` · ${_("changed")}` : ""}</p></div>
      <button type="button" class="change" aria-expanded=${place.choosing} aria-controls="ways" @click=${toggle}>
        ${place.choosing ? _("Close") : _("Change")}</button>
    </div>
    ${place.choosing ? waysList(mine.games, variant, choose) : nothing}`;
}

/** Variants, each a button with its source; published versions that few tables play are folded away, but the chosen one. */
function waysList(games, variant, choose) {
  const way = (each) => html`<li>
    <button type="button" aria-pressed=${each.name === variant} @click=${() => choose(each.name)}>
      <b>${each.title}</b>${each.own ? html` <span class="badge">${_("changed")}</span>` : nothing}
      <span class="secondary">${each.source}</span>
    </button></li>`;
  const versions = games.filter(({ isVersion, name }) => isVersion && name !== variant);
  return html`<ul id="ways" class="ways" aria-label=${_("Variants")}>${games.filter((each) => !versions.includes(each)).map(way)}</ul>
    ${versions.length ? html`<details class="versions"><summary>${_("Published variants")} · ${versions.length}</summary><ul class="ways">${versions.map(way)}</ul></details>` : nothing}`;
}
