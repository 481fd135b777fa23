// Counts as they stand in lists: in figures.

import { ngettext } from "/shared/js/language.js";

export const handsWords = (count) => ngettext("{n} hand", "{n} hands", count);

export const roundsWords = (count) => ngettext("{n} round", "{n} rounds", count);
