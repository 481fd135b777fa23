// The sheets that most evenings do without, and what opens them.

import { paymentSheet, priceSheet } from "../evening/payment.js";
import { shareSheet } from "../evening/share.js";
import { bidsSheet } from "./sheets/bids.js";
import { mendSheet } from "./sheets/by-hand.js";
import { countSheet } from "./sheets/count.js";
import { disagreeSheet } from "./sheets/disagree.js";
import { inviteSheet } from "./sheets/invite.js";
import { roundSheet } from "./sheets/round.js";
import { roundsSheet } from "./sheets/rounds.js";
import { selfTestSheet } from "./sheets/self-test.js";
import { settingSheet } from "./sheets/setting.js";
import { winnersSheet } from "./sheets/winners.js";
import { joinSheet, leaveSheet, seatSheet } from "./sheets/sit.js";

export { openCount } from "./sheets/count.js";
export { notRight, outOfTurn } from "./sheets/disagree.js";
export { invite } from "./sheets/invite.js";
export { correctRound } from "./sheets/rounds.js";
export { openSelfTest } from "./sheets/self-test.js";
export { openSetting } from "./sheets/setting.js";
export { openJoin } from "./sheets/sit.js";

const SHEETS = {
  bids: bidsSheet, count: countSheet, disagree: disagreeSheet, invite: inviteSheet, join: joinSheet, leave: leaveSheet, mend: mendSheet, payment: paymentSheet, price: priceSheet, round: roundSheet, rounds: roundsSheet,
  seat: seatSheet, "self-test": selfTestSheet, setting: settingSheet, share: shareSheet, winners: winnersSheet,
};

/** Any of these sheets, by its kind. */
export const lateSheet = (sheet) => SHEETS[sheet.kind](sheet);
