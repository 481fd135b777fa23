// Dates and amounts of money, as the phone's language writes them.

import { language } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";

const locale = language === "en" ? "en-GB" : language; // "Friday 20 November"

/** "Friday 20 November", with the year if it is another one. */
export const date = (seconds) => written(seconds, { weekday: "long", day: "numeric", month: "long" });

/** "12 November", with the year if it is another one. */
export const day = (seconds) => written(seconds, { day: "numeric", month: "long" });

/** "March", with the year if it is another one. */
export const month = (seconds) => written(seconds, { month: "long" });

function written(seconds, fields) {
  const then = new Date(seconds * 1000);
  const isThisYear = then.getFullYear() === new Date().getFullYear();
  return then.toLocaleDateString(locale, { ...fields, ...(isThisYear ? {} : { year: "numeric" }) });
}

const twoPlaces = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false });

/** Cents as money of no currency: "2.40". */
export const money = (cents) => twoPlaces.format(cents / 100);

const grouped = new Intl.NumberFormat(locale);

/** A large number: "3,120". */
export const large = (count) => grouped.format(count);

/** Chips won, or lost: "+12", "−3", "0". */
export const gained = (chips) => (chips > 0 ? `+${chips}` : figures(chips));
