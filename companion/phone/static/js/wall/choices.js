// What was chosen on the wall, kept on this screen: whether the picture of the hand is shown.

import { keep, kept } from "../kept.js";

const CURVE = "wall curve";

/** Whether the picture of the hand is shown. */
export const hasCurve = () => kept(CURVE) === "on";

/** Switches the picture of the hand. */
export const switchCurve = () => keep(CURVE, hasCurve() ? "off" : "on");
