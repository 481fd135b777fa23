// A user's variant while it is edited: the draft, the box's report on it, and every change. No drawing here.

import { inWords } from "/shared/js/card-words.js";
import { _, ngettext } from "/shared/js/language.js";
import { changed, drawNow, interrupt, post, say } from "/phone/js/app.js";
import { wide } from "/phone/js/layout.js";
import { Asking, alike, loadShelf } from "./asking.js";
import { choose, lay, setUp } from "./set-up.js";

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JK"];
const PER_TABLE = ["decks", "chips", "hand_size"]; // the keys that `from_players` may change

/**
 * `draft` is null while no game is being made; `checked` is what the box said of it last, `first` the draft as it was
 * opened. On a phone one `step` is shown: the "start", the card "table", or the other "rules", which on a desk take the
 * place of the opened card. `open` has the cards of the row that is open, null for none; `more` shows what else they may
 * do and `another` the field for a number. `asks` is the recipe that says first what it contradicts, `all` shows every
 * recipe. `sure` is the game to start from, or "leave", once a tap has said that changes will be lost.
 */
export const editor = {
  draft: null, checked: null, first: null, trouble: "", exists: "", saving: false,
  step: "start", open: null, more: false, another: false, asks: "", all: false, allGames: false, sure: "",
};

let takes = false; // whether the draft of the next answer is the new one, because the box has changed it

const asking = new Asking("/games/check", (answer) => {
  if (answer.status !== 200) editor.trouble = answer.problem;
  else {
    [editor.checked, editor.trouble] = [answer, ""];
    if (takes) editor.draft = answer.draft;
  }
  takes = false;
});

/**
 * Opens a variant: one's own for editing, any other (or without `itself`) as the base of a new one, with house rules
 * merged in.
 */
export async function openEditor(name, house, { itself = false, step = "start" } = {}) {
  const answer = await post("/games/check", { open: name });
  if (answer.status !== 200) {
    interrupt(answer.problem);
    return;
  }
  const { last_card: _good, ...laid } = house;
  let { draft } = answer;
  if (draft.name && !itself) draft = { ...draft, name: "", extends: name, title: _("Another {title}", { title: draft.title }).slice(0, 40), cards: {}, rules: {} };
  const closed = { trouble: "", exists: "", open: null, more: false, another: false, asks: "", sure: "" };
  Object.assign(editor, closed, { draft, checked: answer, step });
  if (!draft.rules.target) await fill();
  if (Object.keys(laid).length) put(withHouse(editor.draft, laid));
  editor.first = editor.draft;
  window.scrollTo(0, 0);
  changed();
}

/** Starts anew from another game, over which the same recipes are laid; what else was changed is asked for first. */
export async function startFrom(name) {
  const { draft, first } = editor;
  if (name === draft.extends) return;
  const recipes = Object.keys(draft.under);
  if (!recipes.length && isChanged() && editor.sure !== name) {
    ask(name);
    return;
  }
  editor.allGames = false;
  await openEditor(name, {});
  if (editor.draft === first) return;
  for (const recipe of recipes) await tapRecipe(recipe);
}

function ask(about) {
  editor.sure = about;
  changed();
}

let tapped = Promise.resolve();

/** Lays a recipe over the draft, or lifts it: one after the other, however fast they are tapped. */
export function tapRecipe(name) {
  tapped = tapped.then(() => {
    [editor.asks, takes, editor.exists] = ["", true, ""];
    return asking.now({ ...editor.draft, recipe: name });
  });
  return tapped;
}

/** Fills an empty draft with everything that its base says. */
async function fill() {
  const answer = await post("/games/check", editor.draft);
  if (answer.status === 200) [editor.draft, editor.checked] = [answer.draft, answer];
}

/** The draft with house rules merged into its own. */
function withHouse(draft, { cards, ...house }) {
  const rules = { ...draft.rules, ...house };
  const table = draft.rules.from_players ?? {};
  rules.from_players = Object.fromEntries(Object.entries(table).map(([count, change]) => [
    count, Object.fromEntries(Object.entries(change).filter(([key]) => !(PER_TABLE.includes(key) && key in house))),
  ]));
  const replaced = new Set(Object.keys(cards ?? {}).filter((key) => RANKS.includes(key)));
  const kept = Object.entries(draft.cards).filter(([key]) => !replaced.has(rankOf(key)));
  return { ...draft, rules, cards: { ...Object.fromEntries(kept), ...cards } };
}

export const rankOf = (key) => (RANKS.includes(key) ? key : key.slice(0, -1));

function put(draft, isTyped = false) {
  [editor.draft, editor.exists, editor.sure, takes] = [draft, "", "", false];
  if (isTyped) asking.soon(draft);
  else asking.now(draft);
  changed();
}

export const setTitle = (title) => put({ ...editor.draft, title }, true);
export const setShort = (short) => put({ ...editor.draft, short }, true);
export const setRule = (name, value) => put({ ...editor.draft, rules: { ...editor.draft.rules, [name]: value } });
const setTable = (cards) => put({ ...editor.draft, cards });

/** Changes the entries of these cards, each by `how`. */
export function setCards(keys, how) {
  const { cards } = editor.draft;
  setTable({ ...cards, ...Object.fromEntries(keys.map((key) => [key, how(cards[key])])) });
}

/** Opens a row of the card table; one that is open closes. */
export function openRow(keys) {
  const isOpen = keys !== null && alike(keys, editor.open);
  const [closed] = editor.open ?? [""];
  Object.assign(editor, { open: isOpen ? null : keys, more: false, another: false, step: "table" });
  drawNow();
  if (editor.open) {
    document.getElementById("opened")?.focus({ preventScroll: true });
    if (!wide.matches) document.querySelector(".line.open")?.scrollIntoView({ block: "start" });
  } else document.getElementById(`card-${closed}`)?.focus();
}

/** Closes the row that is open: the focus goes back to it. */
export const closeRow = () => openRow(editor.open);

/** Opens one card of a rank, which gets a row of its own. */
export function openAlone(rank, suit) {
  const { cards } = editor.draft;
  if (!cards[rank + suit]) setTable({ ...cards, [rank + suit]: { ...cards[rank] } });
  editor.checked = { ...editor.checked, cards: withLine(rank + suit, rank) };
  openRow([rank + suit]);
}

/** The lines of the cards with one more, until the box has told what it does: the same as the rank. */
function withLine(card, rank) {
  const { cards } = editor.checked;
  const at = cards.findIndex((line) => line.card === rank);
  if (at < 0 || cards.some((line) => line.card === card)) return cards;
  return [...cards.slice(0, at + 1), { ...cards[at], card }, ...cards.slice(at + 1)];
}

/** Lets single cards follow their rank again, and opens that. */
export function joinRank(keys) {
  const rank = rankOf(keys[0]);
  const cards = { ...editor.draft.cards };
  cards[rank] ??= cards[keys[0]];
  for (const key of keys) delete cards[key];
  setTable(cards);
  openRow([rank]);
}

/** Resets these cards to those of the base, or all of them. */
export function asPrinted(keys) {
  const printed = editor.checked.parent?.cards;
  if (!printed) return;
  const cards = keys ? { ...editor.draft.cards } : { ...printed };
  for (const key of keys ?? []) {
    delete cards[key];
    if (printed[key]) cards[key] = printed[key];
  }
  setTable(cards);
  if (keys?.some((key) => !cards[key])) closeRow();
}

/** Applies a fix: `null` removes a key. */
export function cure({ label, change }) {
  const laid = (before, value) => {
    const all = { ...before, ...value };
    return Object.fromEntries(Object.entries(all).filter(([, inner]) => inner !== null));
  };
  const next = { ...editor.draft };
  for (const [part, value] of Object.entries(change)) {
    next[part] = part === "cards" || part === "rules" ? laid(next[part], value) : value;
  }
  say(inWords(label));
  put(next);
}

/** The reason why the variant cannot be saved, for the button; "" if it can. */
export function unsettled() {
  const problems = editor.checked?.problems ?? [];
  if (editor.trouble) return _("Not now");
  if (!problems.length) return "";
  return ngettext("Mend the ✕ first", "Mend the {n} ✕ first", problems.length);
}

/** Saves; `replace` allows replacing another of the user's variants. */
export async function save(replace = false) {
  if (editor.saving) return;
  if (unsettled()) {
    interrupt(editor.trouble || editor.checked.problems.map(({ title }) => inWords(title)).join(". "));
    return;
  }
  editor.saving = true;
  changed();
  const { under: _under, ...draft } = editor.draft;
  const answer = await post("/games/save", { ...draft, replace: replace || Boolean(draft.name) });
  if (answer.status === 200) await loadShelf();
  editor.saving = false;
  if (answer.status === 200) {
    const { last_card: good } = setUp.house;
    close();
    choose(answer.name);
    if (good) lay("last_card", good);
    say(_("Saved."));
  } else {
    [editor.trouble, editor.exists] = [answer.exists ? "" : answer.problem, answer.exists ? answer.problem : ""];
    interrupt(answer.problem);
  }
  changed();
}

/** Leaves without saving; where something was changed a first tap says so. */
export function leave() {
  if (isChanged() && editor.sure !== "leave") ask("leave");
  else close();
}

/** Goes on with what a tap would have lost. */
export const stay = () => ask("");

const isChanged = () => !alike({ ...editor.draft, under: 0 }, { ...editor.first, under: 0 });

function close() {
  Object.assign(editor, { draft: null, checked: null, first: null, trouble: "", exists: "", open: null, allGames: false, sure: "" });
  window.scrollTo(0, 0);
  changed();
}

/** Shows another step, from its beginning. */
export function goToStep(step) {
  Object.assign(editor, { step, open: null, asks: "", sure: "" });
  drawNow();
  if (wide.matches) document.getElementById("opened")?.focus({ preventScroll: true });
  else {
    window.scrollTo(0, 0);
    document.getElementById("editor")?.focus({ preventScroll: true });
  }
}

/** One step back: from a card to the table, from there to the start, and out. */
export function goBack() {
  if (editor.open) closeRow();
  else if (editor.step === "rules") goToStep("table");
  else if (editor.step === "table") goToStep("start");
  else leave();
}

/** The rows of the card table, `{keys, line, isOpen}`: cards of which the box says the same share one. */
export function rows() {
  const all = [];
  for (const line of editor.checked?.cards ?? []) {
    const { card } = line;
    const isOpen = Boolean(editor.open?.includes(card));
    const row = all.find((other) => other.isOpen === isOpen && (isOpen || sharesRow(other, line)));
    if (row) row.keys.push(card);
    else all.push({ keys: [card], line, isOpen });
  }
  return all;
}

function sharesRow({ keys: [first], line: { card: _card, makes: _makes, ...words } }, { card, makes: _its, ...others }) {
  if (first === "JK" || card === "JK") return false;
  const isSingle = !RANKS.includes(card);
  if (isSingle === RANKS.includes(first) || (isSingle && rankOf(first) !== rankOf(card))) return false;
  return alike(words, others);
}
