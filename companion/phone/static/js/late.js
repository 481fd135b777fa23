// All that the page can do without at first, in one file that is loaded with the first of it. In several files, what they
// share would be split into many more, which the first load of the page would wait for.

export { eveningView } from "./evening/view.js";
export { gameView, ownHeader } from "./game/view.js";
export * from "./rule/late-sheets.js";
export { wallView } from "./wall/view.js";
