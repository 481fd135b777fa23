// The sounder: the box's short tones, off until somebody switches them on.

// [frequency in Hz, start in s, length in s]
const TONES = {
  accepted: [[880, 0, 0.06], [1320, 0.07, 0.09]],
  refused: [[196, 0, 0.28]],
  bust: [[392, 0, 0.12], [330, 0.13, 0.12], [262, 0.26, 0.26]],
  "hand-over": [[523, 0, 0.1], [659, 0.12, 0.1], [784, 0.24, 0.18]],
  "game-over": [[523, 0, 0.12], [659, 0.14, 0.12], [784, 0.28, 0.12], [1047, 0.42, 0.34]],
  key: [[1760, 0, 0.012]],
};
const LOUDNESS = 0.08;

export class Sounder {
  #room = null;
  #count = null;

  get isOn() {
    return this.#room !== null;
  }

  /** Switches on or off. Browsers allow sound only after a click, so it is made here. */
  toggle() {
    if (this.#room) {
      this.#room.close();
      this.#room = null;
    } else {
      this.#room = new AudioContext();
    }
  }

  /** Plays a sound that is newer than those heard of before; what sounded before this tab came is past. */
  show({ count, name }) {
    const fresh = this.#count !== null && count > this.#count;
    this.#count = count;
    if (!fresh || !this.#room || !TONES[name]) return;
    for (const [frequency, start, length] of TONES[name]) this.#tone(frequency, this.#room.currentTime + start, length);
  }

  #tone(frequency, start, length) {
    const tone = new OscillatorNode(this.#room, { type: "square", frequency });
    const level = new GainNode(this.#room, { gain: 0 });
    level.gain.setValueAtTime(LOUDNESS, start);
    level.gain.setTargetAtTime(0, start + length, 0.008);
    tone.connect(level).connect(this.#room.destination);
    tone.start(start);
    tone.stop(start + length + 0.1);
  }
}
