// The page: header, tabs, the current view, the sheet over it; applies the messages from the box.

import "/shared/js/older.js"; // before all others
import { html, nothing } from "/shared/lib/lit-html/lit-html.js";
import { _, colon, language, pgettext, printedWith } from "/shared/js/language.js";
import { figures, whoseMove } from "/shared/js/words.js";
import { accepted, app, askMe, changed, closeSheet, drawWith, interrupt, onCode, orderOver, say } from "./app.js";
import { keepAwake, staysAwake } from "./awake.js";
import { drawingIn } from "./drawing-in.js";
import { languageChoice } from "./language-choice.js";
import { hasLargeLetters, wide } from "./layout.js";
import { later } from "./later.js";
import { Link } from "/shared/js/link.js";
import { guessingView, noticesView } from "./notices.js";
import { buzz, isOwnTurn, nameNow, ownSeat, turnComes, yourTurn } from "./owner.js";
import { comeIn, scan } from "./pair/pairing.js";
import { heldNews } from "./rule/held.js";
import { isOrdering } from "./rule/keying.js";
import { sheetView } from "./rule/sheets.js";
import { ruleView } from "./rule/view.js";
import { SheetBox } from "./sheet-box.js";
import { tableView } from "./table/view.js";
import { darken, onTheme, themeSwitch } from "./theme.js";
import { Told } from "./told.js";
import { call } from "./voice.js";

let ownHeader = () => null; // of the tab of the game, once it is loaded
let own = null;

const VIEWS = {
  table: tableView,
  rule: ruleView,
  evening: later("eveningView"),
  game: later("gameView", (late) => { ({ ownHeader } = late); }),
};
const wallView = later("wallView");
const NAMES = { table: _("Table"), rule: pgettext("tab", "Play"), evening: _("Evening"), game: _("Game") };
const TITLES = { rule: NAMES.rule, evening: _("Evenings"), game: NAMES.game };

const page = document.getElementById("page");
const drawPage = drawingIn(page);
const sheet = new SheetBox(document.getElementById("sheet"), closeSheet);

function draw() {
  document.title = pageTitle(app);
  document.body.dataset.link = app.link.is;
  document.body.dataset.tab = app.tab;
  document.body.classList.toggle("large", hasLargeLetters());
  own = ownHeader(app);
  document.body.classList.toggle("setting-up", Boolean(own));
  document.body.classList.toggle("ordering", isOrdering());
  darken(app.tab === "wall");
  keepAwake(staysAwake(app.tab));
  drawPage(app.tab === "wall" ? wallView(app) : pageView());
  sheet.show(app.sheet ? sheetView(app) : null);
}

function pageView() {
  return html`
    <header>
      ${own && !wide.matches && (own.beside !== undefined || !hasLargeLetters()) ? own.back : nothing}
      <h1>${heading(app)}</h1>
      <nav class="views" aria-label=${_("Views")}>
        ${Object.entries(NAMES).map(([tab, name]) => html`
          <a href=${`#${tab}`} aria-current=${tab === app.tab ? "page" : nothing}>${name}</a>`)}
      </nav>
      <p class="standing ${app.link.is} ${isOwnTurn(app) ? "yours" : own?.beside ? "edits" : ""}"><i aria-hidden="true"></i><span class="name">${standing(app)}</span></p>
      <div class="looks">${languageChoice()}${themeSwitch()}</div>
    </header>
    ${noticesView(app)}
    <main>${VIEWS[app.tab](app)}${app.tab === "rule" ? guessingView(app.me) : nothing}</main>`;
}

function heading({ tab, game, now, link }) {
  if (own && (own.beside !== undefined || !wide.matches)) return own.title;
  if (TITLES[tab] && !wide.matches) return TITLES[tab];
  if (game) return game.title;
  return now ? _("No game") : link.is === "asking" ? _("Card table") : _("No connection");
}

/** The state of the connection and of this phone, in the header's corner. */
function standing(page) {
  const { link, me, tab, game, now } = page;
  if (link.is === "lost") return _("connection lost");
  if (link.is === "off") return _("box is off");
  if (link.is === "asking") return _("waiting");
  if (isOwnTurn(page)) return yourTurn();
  if (own?.beside) return own.beside;
  if (me.rules && ownSeat(page)) return me.name;
  if (me.rules) return wide.matches ? _("live, you can play") : _("you can play");
  if (tab === "rule") return _("view only");
  const hasChips = tab === "table" && (game?.chips ?? null) !== null;
  return hasChips ? _("{where}, live", { where: now.where }) : _("live");
}

/** The title in the browser's tab: "97, Bo to play". */
function pageTitle({ game, state, now, link }) {
  if (link.is === "lost") return _("Can’t reach the box");
  if (link.is === "off") return _("The box is off");
  if (!now) return _("Card table");
  const move = isOwnTurn(app) ? yourTurn() : whoseMove(app);
  if (!game || !state) return move;
  return state.total === undefined ? `${game.title}${colon}${move}` : `${figures(state.total)}, ${move}`;
}

const told = new Told(say, interrupt);
let rulers = null;

function heard(message) {
  const before = { ...app, plays: app.plays };
  Object.assign(app, message.parts);
  if (message.parts?.box) printedWith(app.box.court);
  if (message.plays) app.plays = [...app.plays.slice(0, message.plays.from), ...message.plays.rows];
  if (app.me.player) app.me = { ...app.me, player: nameNow(before, app) };
  if (before.now && app.now && app.now.sequence !== before.now.sequence) accepted();
  if (app.ruling && app.ruling.version !== rulers) {
    rulers = app.ruling.version;
    askMe();
  }
  heldNews(before, app);
  comeIn();
  const comes = turnComes(before, app);
  if (comes) buzz();
  call(before, app);
  told.heard(before, app, comes ? _("Your turn.") : "");
  if (message.parts || message.plays) changed();
}

document.documentElement.lang = language;
page.replaceChildren(); // what the HTML shows until here
document.getElementById("too-old").remove();
drawWith(draw);
const link = new Link(app.link, heard, () => {
  told.standing(app);
  changed();
});
orderOver(link);
page.addEventListener("try-now", () => link.open());
window.addEventListener("other-rights", () => link.open());
wide.addEventListener?.("change", changed);
window.addEventListener("resize", changed);
onTheme(changed);
onCode(scan);
changed();
