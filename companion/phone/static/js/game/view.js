// The tab of the game: for everybody the current one, for paired phones also the set-up and the editor.

import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _ } from "/shared/js/language.js";
import { changed, openSheet } from "/phone/js/app.js";
import { Asking, loadShelf, shelf } from "./asking.js";
import { chooser } from "./chooser.js";
import { editor } from "./editor.js";
import { editorHeader, editorView } from "./editor-view.js";
import { filesGroup } from "./files.js";
import { loadPeople, people } from "./people.js";
import { cardsGroup, rulesGroup } from "./rules-table.js";
import { begin, commonest } from "./set-up.js";
import { setUpView } from "./set-up-view.js";

/** What an unpaired phone reads: a variant's name, or "" for the current game. */
const reading = { variant: "", asked: "", told: null, choosing: false };
const played = { game: null, told: null };
let asked = false;

const readingAsks = new Asking("/games/preview", (answer) => {
  if (answer.status === 200) reading.told = answer;
});
const playedAsks = new Asking("/games/preview", (answer) => {
  if (answer.status === 200) played.told = answer.cards ? answer : null;
});

/**
 * What the header of the page has on a phone while the tab asks who plays, or a game is edited: its `title`, the way
 * `back`, and perhaps what stands `beside`; null else. Meanwhile Start, or another button, stands where the tabs stand else.
 */
export function ownHeader({ tab, me, now }) {
  if (tab !== "game" || !me.rules || !now) return null;
  if (editor.text !== null) return editorHeader();
  if (!shelf.games?.length || !people.told) return null;
  return { title: _("Who plays?"), back: html`<a class="back" href="#table" aria-label=${_("Back to the table")}>‹</a>` };
}

/** The tab. */
export function gameView({ me, game, state, link, now }) {
  if (!shelf.games) {
    if (!asked && link.is === "live") {
      asked = true;
      loadShelf();
    }
    return html`<section class="group"><h2 class="heading">${shelf.problem || _("Waiting for the box")}</h2></section>`;
  }
  if (!now || !shelf.games.length) return html`<section class="group"><h2 class="heading">${_("Waiting for the box")}</h2></section>`;
  if (editor.text !== null && me.rules) return editorView();
  if (me.rules) {
    loadPeople();
    begin();
    return people.told ? setUpView() : html`<section class="group"><h2 class="heading">${_("Waiting for the box")}</h2></section>`;
  }
  askWhatIsPlayed(game);
  return readingView(game, state?.phase === "game-over" ? now.over : "");
}

/** Requests the card table of the current game once, because it does not change. */
function askWhatIsPlayed(game) {
  const number = game?.number ?? null;
  if (played.game === number) return;
  [played.game, played.told] = [number, null];
  if (number !== null) playedAsks.now({});
}

function readAbout(variant) {
  reading.asked = variant;
  readingAsks.now({ variant });
}

function readingView(game, over) {
  const onShelf = reading.variant !== "" || !game;
  const variant = reading.variant || commonest();
  if (onShelf && reading.asked !== variant) readAbout(variant);
  const told = onShelf ? (reading.told?.variant === variant ? reading.told : null) : played.told;
  const read = (name) => {
    [reading.variant, reading.choosing] = [name, false];
    changed();
  };
  return html`<div class="set-up reading">
    <div class="column">
      ${game ? html`<div class="row playing"><h2 class="heading large">${game.title}</h2>
        ${onShelf ? html`<button type="button" class="button" @click=${() => read("")}>${over ? _("Last game") : _("Current game")}</button>` : html`<p class="secondary">${over || _("is being played")}</p>`}</div>` : nothing}
      ${onShelf ? nothing : cardsGroup(told)}
      ${onShelf ? nothing : rulesGroup(told)}
      <section class="shelf" aria-label=${_("All games")}>${chooser(shelf.games, onShelf ? variant : game.variant, reading, read)}</section>
      ${onShelf ? html`${cardsGroup(told)}${rulesGroup(told)}` : nothing}
    </div>
    <div class="column">
      <section class="group"><h2 class="heading">${_("Set up a game")}</h2>
        <p class="secondary">${_("Enter the code shown on the box’s display to play from this phone.")}</p>
        <button type="button" class="main" id="enter-code" @click=${() => openSheet({ kind: "pair" })}>${_("Enter the code")}</button></section>
      ${filesGroup(shelf.games.find(({ name }) => name === (onShelf ? variant : game.variant)))}
    </div>
  </div>`;
}
