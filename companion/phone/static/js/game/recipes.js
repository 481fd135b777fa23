// The first step of a game of one's own: the game to start from, and recipes, small changes to lay over it.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, ngettext } from "/shared/js/language.js";
import { changed, drawNow } from "/phone/js/app.js";
import { drawText } from "/phone/js/cards.js";
import { familyOf } from "/phone/js/families.js";
import { shelf } from "./asking.js";
import { waysList } from "./chooser.js";
import { editor, startFrom, stay, tapRecipe } from "./editor.js";

const FEW = 6; // recipes that stand there before somebody asks for all

/** The games to start from; a game of one's own keeps the one that it was built on. */
export function startGroup() {
  const { draft, checked, allGames, sure } = editor;
  if (draft.name || !checked?.parent) return nothing;
  const titles = new Map(shelf.games.map(({ name, title }) => [name, title]));
  const few = [...new Set([...checked.startFrom, draft.extends])].filter((name) => titles.has(name));
  const toggle = () => {
    editor.allGames = !allGames;
    changed();
  };
  return html`<section class="starts" aria-labelledby="start-from"><h2 class="heading" id="start-from">${_("Start from a game")}</h2>
    <div class="choices">${few.map((name) => html`<button type="button" class="button" aria-pressed=${name === draft.extends} @click=${() => startFrom(name)}>${titles.get(name)}</button>`)}
      <button type="button" class="button" aria-expanded=${allGames} @click=${toggle}>${_("All games")}</button></div>
    ${titles.has(sure) ? asked(_("What you have changed in the card table is lost."), _("Start from {game}", { game: titles.get(sure) }), () => startFrom(sure)) : nothing}
    ${allGames ? waysList(shelf.games.filter((game) => familyOf(game).cardTable), draft.extends, startFrom) : nothing}
  </section>`;
}

/** What would be lost, with the tap that loses it and the one that does not. */
export function asked(words, act, tap) {
  return html`<div class="against lost" role="alert"><p>${words}</p><div class="doing">
    <button type="button" class="button" @click=${tap}>${act}</button><button type="button" class="button" @click=${stay}>${_("Leave it")}</button></div></div>`;
}

/** The recipes; those that lie there are always in sight. */
export function recipesGroup() {
  const all = editor.checked?.recipes ?? [];
  const shown = all.filter(({ laid, printed }, at) => editor.all || at < FEW || (laid && !printed));
  return html`<section class="recipes" aria-labelledby="recipes-of"><h2 class="heading" id="recipes-of">${_("Lay a recipe over it")}</h2>
    <ul>${shown.map(recipe)}</ul></section>`;
}

/** Shows all recipes, or few of them again. */
export function allRecipes() {
  const toggle = () => {
    editor.all = !editor.all;
    changed();
  };
  const count = editor.checked?.recipes.length ?? 0;
  return html`<button type="button" class="button filled" aria-expanded=${editor.all} @click=${toggle}>${editor.all ? _("Fewer recipes") : ngettext("All {n} recipes", "All {n} recipes", count)}</button>`;
}

function recipe({ name, title, about, laid, printed, against }) {
  const ask = () => {
    editor.asks = editor.asks === name ? "" : name;
    drawNow();
    document.querySelector(".recipes .against")?.scrollIntoView({ block: "nearest" });
  };
  const state = printed ? _("in it already") : laid ? _("laid ✓") : _("use");
  return html`<li class=${laid ? "laid" : ""}>
    <button type="button" class="recipe" aria-pressed=${laid} aria-disabled=${printed} @click=${() => printed || (against ? ask() : tapRecipe(name))}>
      <span><b>${drawText(title)}</b><span class="secondary">${drawText(about)}</span></span><span class="state">${state}</span></button>
    ${editor.asks === name && against ? html`<div class="against" role="alert"><p>${drawText(against)}</p><div class="doing">
      <button type="button" class="button" @click=${() => tapRecipe(name)}>${_("Lay it all the same")}</button>
      <button type="button" class="button" @click=${ask}>${_("Leave it")}</button></div></div>` : nothing}
  </li>`;
}
