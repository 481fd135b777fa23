// What an entry of the card table does, in the parts that the opened card shows, and the entry with one of them changed. Pure.

const TURNS = ["reverse", "skip", "again", "choose_next", "oblige", "each_counts", "knock_out", "shield"];
const CHANGES = ["add", "set", "multiply"];

/** What it does to the total: "add", "set" or "multiply". */
export const kindOf = (entry) => CHANGES.slice(1).find((kind) => kind in entry) ?? "add";

/** The numbers that it adds: several if the player calls which, none for nothing. */
export const numbersOf = ({ add }) => (add === "pip" ? [] : [add ?? []].flat().filter((number) => number !== 0 || Array.isArray(add)));

/** The entry with another effect on the total; the rest stays. */
export const withChange = (entry, change) => ({ ...change, ...without(entry, CHANGES) });

/** The entry that adds these numbers. */
export const withNumbers = (entry, numbers) => withChange(entry, { add: numbers.length === 1 ? numbers[0] : numbers.length ? numbers : 0 });

/** Whether it does this besides. */
export const does = (entry, what) =>
  Object.entries(what).every(([key, value]) => entry[key] === value) && (!what.oblige || entry.each_counts === what.each_counts);

/** Whether it does anything besides. */
export const doesMore = (entry) => TURNS.some((key) => entry[key]);

/** The entry with one thing that it does besides, or without it; what cannot stand beside it goes. */
export function toggled(entry, { does: what, without: others }) {
  const rest = without(entry, [...Object.keys(what), ...others]);
  return does(entry, what) ? rest : { ...rest, ...what };
}

/** The entry that does nothing besides. */
export const plain = (entry) => without(entry, TURNS);

/** The entry with words said with the total; "" for none. */
export const withCall = (entry, call) => (call ? { ...entry, call } : without(entry, ["call"]));

/** The number in a text, null for none. */
export function numberIn(text) {
  const written = text.trim().replace("\u2212", "-");
  return /^[-+]?\d{1,4}$/.test(written) ? Number(written) : null;
}

function without(entry, keys) {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !keys.includes(key)));
}
