// Asks the box about what stands on a sheet; it notes nothing.

import { app, closeSheet, drawNow, interrupt, post } from "/phone/js/app.js";
import { tell } from "./keying.js";

/**
 * Gives `take` the answer of the box to what was `said`, unless the sheet has `asked` something else by then, or nothing.
 * Until the box answers, that is `awaited`. Where the table has changed since the sheet opened, the sheet closes with that;
 * any other problem stands on the sheet.
 */
export async function consult(sheet, path, said, take) {
  Object.assign(sheet, { asked: said, awaited: said });
  const answer = await post(path, { ...said, seen: sheet.seen });
  if (sheet.awaited === said) sheet.awaited = null;
  if (app.sheet !== sheet || sheet.asked !== said) return;
  if (answer.status === 200) {
    sheet.refused = "";
    take(answer);
  } else if (answer.meanwhile) {
    closeSheet();
    tell(answer.meanwhile);
  } else {
    sheet.refused = answer.problem;
    interrupt(answer.problem);
  }
  drawNow();
}
