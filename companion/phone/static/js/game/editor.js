// A user's variant while it is edited: the draft, the box's report on it, and every change. No drawing here.

import { inWords } from "/shared/js/card-words.js";
import { _, ngettext } from "/shared/js/language.js";
import { changed, interrupt, post, say } from "/phone/js/app.js";
import { Asking, alike, loadShelf } from "./asking.js";
import { choose, lay, setUp } from "./set-up.js";

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JK"];
const PER_TABLE = ["decks", "chips", "hand_size"]; // the keys that `from_players` may change

/**
 * `draft` is null while no game is being made; `checked` is what the box said of it last. `alone` are ranks
 * that have a row of their own though others do the same; `laid` are house rules that went into the draft.
 */
export const editor = { draft: null, checked: null, trouble: "", exists: "", saving: false, alone: new Set(), picking: null, laid: {} };

const asking = new Asking("/games/check", (answer) => {
  if (answer.status === 200) [editor.checked, editor.trouble] = [answer, ""];
  else editor.trouble = answer.problem;
});

/** Opens a variant: one's own for editing, any other (or with `itself` false) as the base of a new one, with house rules merged in. */
export async function openEditor(name, house, itself = false) {
  const answer = await post("/games/check", { open: name });
  if (answer.status !== 200) {
    interrupt(answer.problem);
    return;
  }
  const { last_card: _good, ...laid } = house;
  let { draft } = answer;
  if (draft.name && !itself) draft = { ...draft, name: "", extends: name, title: _("Another {title}", { title: draft.title }).slice(0, 40), cards: {}, rules: {} };
  Object.assign(editor, { draft, checked: answer, trouble: "", exists: "", alone: new Set(), picking: null, laid });
  if (!draft.rules.target) await fill();
  if (Object.keys(laid).length) put(withHouse(editor.draft, laid));
  window.scrollTo(0, 0);
  changed();
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

function put(draft) {
  [editor.draft, editor.exists] = [draft, ""];
  asking.soon(draft);
  changed();
}

export const setTitle = (title) => put({ ...editor.draft, title });
export const setShort = (short) => put({ ...editor.draft, short });
export const setRule = (name, value) => put({ ...editor.draft, rules: { ...editor.draft.rules, [name]: value } });

/** Sets the same entry for all these cards. */
export function setCards(keys, entry) {
  put({ ...editor.draft, cards: { ...editor.draft.cards, ...Object.fromEntries(keys.map((key) => [key, entry])) } });
}

/** Gives a card or rank a row of its own. */
export function standAlone(rank, suit) {
  const { draft } = editor;
  editor.picking = null;
  if (!suit) editor.alone.add(rank);
  else if (!(rank + suit in draft.cards) && draft.cards[rank]) {
    setCards([rank + suit], { ...draft.cards[rank] });
    return;
  }
  changed();
}

/** Lets a single card follow its rank again. */
export function joinRank(key) {
  const cards = { ...editor.draft.cards };
  delete cards[key];
  put({ ...editor.draft, cards });
}

/** Resets the cards to those of the base. */
export function asPrinted() {
  editor.alone.clear();
  const { parent } = editor.checked;
  if (parent) put({ ...editor.draft, cards: parent.cards });
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
  [editor.draft, editor.exists] = [next, ""];
  say(inWords(label));
  asking.now(next);
  changed();
}

/** The reason why the variant cannot be saved, for the button; "" if it can. */
export function unsettled() {
  const problems = editor.checked?.problems ?? [];
  if (editor.trouble) return _("Not now");
  if (!problems.length) return "";
  return ngettext("Settle the ✕ first", "Settle the {n} ✕ first", problems.length);
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
  const answer = await post("/games/save", { ...editor.draft, replace: replace || Boolean(editor.draft.name) });
  if (answer.status === 200) await loadShelf();
  editor.saving = false;
  if (answer.status === 200) {
    const { last_card: good } = setUp.house;
    leave();
    choose(answer.name);
    if (good) lay("last_card", good);
    say(_("Saved."));
  } else {
    [editor.trouble, editor.exists] = [answer.exists ? "" : answer.problem, answer.exists ? answer.problem : ""];
    interrupt(answer.problem);
  }
  changed();
}

export function leave() {
  Object.assign(editor, { draft: null, checked: null, trouble: "", exists: "" });
  window.scrollTo(0, 0);
  changed();
}

/** The rows of the card table, `{keys, entry}`: consecutive ranks with the same effect share one. */
export function rows() {
  const { draft, checked, alone } = editor;
  const mine = new Set(checked?.yours ?? []);
  const wrong = new Set(checked?.wrong ?? []);
  const all = [];
  for (const rank of RANKS) {
    if (rank === "JK" && !draft.rules.jokers && !wrong.has(rank)) continue;
    if (draft.cards[rank]) {
      const before = all[all.length - 1];
      const row = { keys: [rank], entry: draft.cards[rank], yours: mine.has(rank), wrong: wrong.has(rank), single: false };
      const joins = before && !before.single && !alone.has(rank) && !before.keys.some((key) => alone.has(key)) && rank !== "JK"
        && before.yours === row.yours && before.wrong === row.wrong && alike(before.entry, row.entry);
      if (joins) before.keys.push(rank);
      else all.push(row);
    }
    for (const suit of "CDHS") {
      const key = rank + suit;
      if (draft.cards[key]) all.push({ keys: [key], entry: draft.cards[key], yours: mine.has(key), wrong: wrong.has(key), single: true });
    }
  }
  return all;
}
