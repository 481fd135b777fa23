// What the wall says once the box tells nothing more.

import { _ } from "/shared/js/language.js";

/** Why the table shown is an old one; "" while the box tells how it is. */
export function endedWords({ is }) {
  if (is === "off") return _("The box is off");
  return is === "lost" ? _("Connection to the box lost") : "";
}
