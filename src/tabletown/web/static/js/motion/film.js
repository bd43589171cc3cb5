// A film is a function of time: animations that the browser plays by itself, or that are stopped at a time. Nothing
// here reacts to input or blocks anybody: a film plays over a table that already shows the result.

export const EASE = {
  out: "cubic-bezier(.2,.7,.2,1)", // arrivals, captions
  inOut: "cubic-bezier(.6,0,.3,1)", // travel, flips, water
  fall: "cubic-bezier(.5,0,.9,.4)", // houses going down
  pop: "cubic-bezier(.3,1.6,.5,1)", // delays cards until it ends
  linear: "linear",
};

const clamp = (value, least, most) => Math.max(least, Math.min(most, value));

export class Film {
  /** @param {(name: string) => void} sound plays the sound of a cue */
  constructor(sound = () => {}) {
    this.sound = sound;
    this.animations = [];
    this.ticks = [];
    this.cues = [];
    this.cleanups = [];
    this.length = 0;
    this.time = 0;
    this.frame = 0;
    this.playing = false;
    this.ended = false;
    this.first = false; // cards wait for its end
  }

  /** Animates an element from `at` on, for `ms`. */
  add(element, frames, { at = 0, ms = 260, ease = EASE.out, fill = "both" } = {}) {
    if (!element) return this;
    const how = { delay: at, duration: ms, easing: ease, fill: /** @type {FillMode} */ (fill) };
    const animation = element.animate(frames, how);
    animation.pause();
    this.animations.push(animation);
    this.length = Math.max(this.length, at + ms);
    return this;
  }

  /**
   * Calls `draw` in every frame, with 0 to 1 between `at` and `at + ms`: for what can't be animated, such as a number.
   * It should write only what has changed.
   */
  tick(at, ms, draw) {
    this.ticks.push({ at, ms, draw });
    this.length = Math.max(this.length, at + ms);
    return this;
  }

  /** A sound. */
  cue(at, name) {
    this.cues.push({ at, name });
    return this;
  }

  /** Removes or shows something when the film is over; at once if it is. */
  after(run) {
    if (this.ended) run();
    else this.cleanups.push(run);
    return this;
  }

  /** Stops the film at this time. */
  seek(to) {
    for (const animation of this.animations) {
      animation.pause();
      animation.currentTime = clamp(to, 0, this.length);
    }
    return this.draw(to);
  }

  /** What the browser's animations leave out, at this time. */
  draw(to) {
    const before = this.time;
    const time = this.time = clamp(to, 0, this.length);
    for (const { at, ms, draw } of this.ticks) draw(ms ? clamp((time - at) / ms, 0, 1) : Number(time >= at));
    if (this.playing) {
      for (const { at, name } of this.cues) if (at >= before && at < time) this.sound(name);
    }
    return this;
  }

  /** Plays the film after `wait` ms. */
  go(wait = 0) {
    this.playing = true;
    const began = Number(document.timeline.currentTime) + wait;
    for (const animation of this.animations) animation.startTime = began;
    this.draw(0);
    const step = (now) => {
      if (!this.playing) return;
      this.draw(now - began);
      if (this.time < this.length) this.frame = requestAnimationFrame(step);
      else this.end();
    };
    this.frame = requestAnimationFrame(step);
  }

  /** Jumps to the last frame; of the sounds that weren't due yet, only the last is played. */
  skip() {
    if (this.ended) return;
    const due = this.cues.filter(({ at }) => this.playing && at >= this.time).sort((one, other) => one.at - other.at);
    this.playing = false;
    this.seek(this.length);
    if (due.length) this.sound(due.at(-1).name);
    this.end();
  }

  end() {
    if (this.ended) return;
    this.ended = true;
    this.playing = false;
    cancelAnimationFrame(this.frame);
    for (const animation of this.animations) animation.cancel();
    for (const run of this.cleanups) run();
  }
}

export const lerp = (from, to, part) => from + (to - from) * part;
export const easeOut = (part) => 1 - Math.pow(1 - part, 3);
