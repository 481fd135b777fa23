// The sounder: the box's short tones, off until somebody switches them on.

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

  /**
   * Plays a sound that is newer than those heard of before; what sounded before this tab came is past.
   * `notes` are pairs of hertz (0 is a rest) and seconds, one after the other.
   */
  show({ count, notes }) {
    const fresh = this.#count !== null && count > this.#count;
    this.#count = count;
    if (!fresh || !this.#room) return;
    this.#room.resume(); // a browser may let a page sound only after its first click
    let start = this.#room.currentTime;
    for (const [frequency, length] of notes) {
      if (frequency) this.#tone(frequency, start, length);
      start += length;
    }
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
