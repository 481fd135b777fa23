// Tells of each new call for the director: by a tone, by vibration, and to a screen reader.

import { _ } from "/shared/js/language.js";

const TONES = [660, 880]; // Hz
const LONG = 0.25; // s each
const LOUD = 0.2;

export class Alarm {
  #region;
  #sound = null;
  #known = null; // the boxes that called when the page last looked

  constructor(region) {
    this.#region = region;
  }

  get isOn() {
    return this.#sound !== null;
  }

  /** Switches the tone on or off; browsers let a page sound only after a tap. */
  turn(changed) {
    if (this.#sound) {
      this.#sound.close();
      this.#sound = null;
    } else {
      this.#sound = new AudioContext();
      this.#ring();
    }
    changed();
  }

  /** Looks at the tables, and tells of those that call since the last time. */
  look(tables) {
    const calls = tables.filter(({ caller }) => caller);
    const fresh = calls.filter(({ box }) => this.#known && !this.#known.has(box));
    this.#known = new Set(calls.map(({ box }) => box));
    if (!fresh.length) return;
    this.#region.textContent = fresh.map(({ number }) => _("Table {n} calls the director.", { n: number })).join(" ");
    navigator.vibrate?.([200, 100, 200]);
    this.#ring();
  }

  #ring() {
    const sound = this.#sound;
    if (!sound) return;
    TONES.forEach((pitch, at) => {
      const [tone, volume] = [sound.createOscillator(), sound.createGain()];
      tone.frequency.value = pitch;
      volume.gain.value = LOUD;
      tone.connect(volume).connect(sound.destination);
      tone.start(sound.currentTime + at * LONG);
      tone.stop(sound.currentTime + (at + 1) * LONG);
    });
  }
}
