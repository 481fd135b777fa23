// The page: header, tabs, the current view, the sheet over it; applies the messages from the box.

import { html, nothing, render } from "/shared/lib/lit-html/lit-html.js";
import { whoseMove } from "/shared/js/words.js";
import { accepted, app, askMe, changed, closeSheet, drawWith, interrupt, say } from "./app.js";
import { eveningView } from "./evening/view.js";
import { gameView } from "./game/view.js";
import { hasLargeLetters } from "./letters.js";
import { Link } from "./link.js";
import { noticesView } from "./notices.js";
import { sheetView } from "./rule/sheets.js";
import { ruleView } from "./rule/view.js";
import { SheetBox } from "./sheet-box.js";
import { tableView } from "./table/view.js";
import { onTheme, switchTheme, theme } from "./theme.js";
import { Told } from "./told.js";

const VIEWS = { table: tableView, rule: ruleView, evening: eveningView, game: gameView };
const NAMES = { table: "Table", rule: "Rule", evening: "Evening", game: "Game" };
const TITLES = { rule: "Rule", evening: "This evening", game: "Game" };

const page = document.getElementById("page");
const sheet = new SheetBox(document.getElementById("sheet"), closeSheet);
const wide = matchMedia("(min-width: 900px)");

function draw() {
  document.title = pageTitle(app);
  document.body.dataset.link = app.link.is;
  document.body.dataset.tab = app.tab;
  document.body.classList.toggle("large", hasLargeLetters());
  render(pageView(), page);
  sheet.show(app.sheet ? sheetView(app) : null);
}

function pageView() {
  return html`
    <header>
      <h1>${heading(app)}</h1>
      <nav aria-label="Views">
        ${Object.entries(NAMES).map(([tab, name]) => html`
          <a href=${`#${tab}`} aria-current=${tab === app.tab ? "page" : nothing}>${name}</a>`)}
      </nav>
      <p class="standing ${app.link.is}"><i aria-hidden="true"></i>${standing(app)}</p>
      <button type="button" class="button theme" @click=${switchTheme}>${theme() === "dark" ? "Light" : "Dark"}</button>
    </header>
    ${noticesView(app)}
    <main>${VIEWS[app.tab](app)}</main>`;
}

function heading({ tab, game, now, link }) {
  if (TITLES[tab] && !wide.matches) return TITLES[tab];
  if (game) return game.title;
  return now ? "No game" : link.is === "asking" ? "Card table" : "No word";
}

/** The state of the connection and of this phone, in the header's corner. */
function standing({ link, me, tab, game, now }) {
  if (link.is === "lost") return "connection lost";
  if (link.is === "off") return "switched off";
  if (link.is === "asking") return "asking";
  if (me.rules) return wide.matches ? "live, you may rule" : "you may rule";
  if (tab === "rule") return "looking only";
  const hands = tab === "table" && game?.family === "adding" && game.chips !== null;
  return hands && now.hand ? `hand ${now.hand}, live` : "live";
}

/** The title in the browser's tab: "97, Bo to play". */
function pageTitle({ game, state, link }) {
  if (link.is === "lost") return "No word from the box";
  if (link.is === "off") return "The box is off";
  if (!game || !state) return link.is === "asking" ? "Card table" : "Nobody is playing";
  const move = whoseMove(app);
  return state.total === undefined ? `${game.title}: ${move}` : `${total(state)}, ${move}`;
}

const total = (state) => String(state.total).replace("-", "\u2212");

const told = new Told(say, interrupt);
let rulers = null;

function heard(message) {
  const before = { ...app, plays: app.plays };
  Object.assign(app, message.parts);
  if (message.plays) app.plays = [...app.plays.slice(0, message.plays.from), ...message.plays.rows];
  if (before.now && app.now && app.now.sequence !== before.now.sequence) accepted();
  if (app.ruling && app.ruling.version !== rulers) {
    rulers = app.ruling.version;
    askMe();
  }
  told.heard(before, app);
  if (message.parts || message.plays) changed();
}

drawWith(draw);
const link = new Link(app.link, heard, () => {
  told.standing(app);
  changed();
});
page.addEventListener("try-now", () => link.open());
wide.addEventListener?.("change", changed);
window.addEventListener("resize", changed);
onTheme(changed);
changed();
