// Keeps this screen awake. Over plain HTTP there is no Wake Lock, but a video that plays keeps a screen awake as well.
//
// Each kind of browser asks something else of that video. Chromium: most of it is on the screen, and it covers a fifth of the
// page (VideoWakeLock::ShouldBeActive), so it lies behind the whole page. Firefox: it has a sound
// (HTMLVideoElement::ShouldCreateVideoWakeLock). WebKit: it does not `loop`, and its sound is not muted
// (HTMLMediaElement::shouldDisableSleep), so it is wound back by hand, and there its silence is played. It is played as an
// "ambient" sound, which leaves music on (Safari 16.4); an older Safari stops music.

import { changed } from "./app.js";
import { keep, kept } from "./kept.js";

const FILES = [
  ["/phone/video/awake.webm", "video/webm"],
  ["/phone/video/awake.mp4", "video/mp4"], // for Safari, which plays WebM only on newer devices
];
const FOR_NOW = ["NotAllowedError", "AbortError"]; // why a video does not play yet: no touch so far; paused meanwhile
const LEFT = 2; // s before its end at which the video is wound back
const CHOICES = { wall: ["awake wall", "on"], page: ["awake", "off"] }; // where it is kept, and what holds until somebody chooses

const placeOf = (tab) => CHOICES[tab === "wall" ? "wall" : "page"];

/** Whether the screen is to stay awake on a tab: on the wall unless it was switched off, else if it was switched on. */
export function staysAwake(tab) {
  const [name, usual] = placeOf(tab);
  return (kept(name) ?? usual) === "on";
}

/** Switches it for a tab, and stores the choice on this phone. */
export function switchAwake(tab) {
  keep(placeOf(tab)[0], staysAwake(tab) ? "off" : "on");
}

let isImpossible = false;

/** Whether this browser has failed to play the video. */
export const cannotStayAwake = () => isImpossible;

let isWanted = false;
let video = null;
let lock = null;

/** Keeps the screen awake from now on, or no longer. */
export function keepAwake(is) {
  if (is === isWanted) return;
  isWanted = is;
  follow();
}

/** Holds what keeps the screen awake while the page is seen, and only then. */
async function follow() {
  if (!isWanted || document.hidden) {
    lock?.release();
    lock = null;
    video?.pause();
  } else if (!lock && !(await locked())) await play();
}

async function locked() {
  try {
    const given = await navigator.wakeLock.request("screen");
    if (!isWanted || document.hidden || lock) given.release();
    else lock = given;
    given.addEventListener("release", () => {
      if (lock === given) lock = null;
    });
    return true;
  } catch {
    return false; // there is none over plain HTTP, and a weak battery refuses it
  }
}

async function play() {
  video ??= made();
  try {
    if (isWanted && !document.hidden) await video.play();
  } catch ({ name }) {
    if (FOR_NOW.includes(name)) return;
    isImpossible = true;
    changed();
  }
}

function made() {
  const element = document.createElement("video");
  element.className = "awake";
  const isApple = navigator.vendor.startsWith("Apple");
  element.muted = !isApple;
  if (isApple && navigator.audioSession) navigator.audioSession.type = "ambient";
  element.playsInline = true;
  element.disableRemotePlayback = true;
  element.setAttribute("aria-hidden", "true");
  for (const [src, type] of FILES) element.append(Object.assign(document.createElement("source"), { src, type }));
  element.addEventListener("timeupdate", () => {
    if (element.currentTime > element.duration - LEFT) element.currentTime = 0;
  });
  document.body.append(element);
  return element;
}

document.addEventListener("visibilitychange", follow);
for (const touched of ["pointerup", "keydown"]) {
  document.addEventListener(touched, () => {
    if (isWanted && !lock && video?.paused !== false) follow();
  });
}
