// Twenty-five short sounds, synthesised by the browser. The audio context is created at the first press;
// until then sounds are dropped. Each sound has a picture and a log line, too.
import { pageData, remember, remembered } from "../common/dom.js";

const MOST = 4; // sounds at once
const APART = 40; // ms between the same sound
const ALWAYS = new Set(["turn-yours", "refuse", "win", "lose"]); // even with "Only my turn"

let context = null;
let output = null;
let white = null; // two seconds of noise
const last = new Map(); // by name: when it was last played
let playing = []; // end times of the sounds now playing

export const volume = () => Number(remembered("volume", "50"));
const otherwise = pageData().leaves ? "on" : "off"; // a class, which nobody leaves, would be one noise
export const sound = () => remembered("sound", otherwise);
export const muted = () => sound() === "off";
const onlyMine = () => sound() === "turn";

/** "on", "turn" (only what concerns me) or "off". */
export function setSound(value) {
  remember("sound", value);
  level();
}

export function setVolume(value) {
  remember("volume", String(value));
  level();
}

function level() {
  if (output) output.gain.value = muted() ? 0 : volume() / 100;
}

function wake() {
  if (!context) {
    context = new AudioContext();
    output = context.createGain();
    output.connect(context.createDynamicsCompressor()).connect(context.destination);
  }
  if (context.state === "suspended") context.resume();
  level();
}

/** Allows sounds from the first press on. */
export function listenForPress() {
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, wake, { passive: true, capture: true });
}

/** A gain that rises within `attack` ms and falls within `decay`. */
function envelope(begin, { attack, decay, peak }) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(peak, begin + attack / 1000);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + (attack + decay) / 1000);
  gain.connect(output);
  return gain;
}

function glide(parameter, begin, from, to, ms) {
  parameter.setValueAtTime(from, begin);
  if (to) parameter.exponentialRampToValueAtTime(to, begin + ms / 1000);
}

/** One oscillator. */
function tone(pitch, { at = 0, attack = 4, decay = 120, peak = 0.2, type = "sine", to = 0, lowpass = 0 } = {}) {
  const begin = context.currentTime + at / 1000;
  const source = context.createOscillator();
  source.type = /** @type {OscillatorType} */ (type);
  glide(source.frequency, begin, pitch, to, attack + decay);
  let end = source;
  if (lowpass) {
    end = context.createBiquadFilter();
    end.type = "lowpass";
    end.frequency.value = lowpass;
    source.connect(end);
  }
  end.connect(envelope(begin, { attack, decay, peak }));
  source.start(begin);
  source.stop(begin + (attack + decay + 20) / 1000);
}

/** White noise through a band-pass. */
function noise(pitch, { at = 0, attack = 2, decay = 60, peak = 0.2, q = 1, to = 0 } = {}) {
  const begin = context.currentTime + at / 1000;
  if (!white) {
    white = context.createBuffer(1, context.sampleRate * 2, context.sampleRate);
    const samples = white.getChannelData(0);
    for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  }
  const source = context.createBufferSource(), band = context.createBiquadFilter();
  source.buffer = white;
  band.type = "bandpass";
  band.Q.value = q;
  glide(band.frequency, begin, pitch, to, attack + decay);
  source.connect(band).connect(envelope(begin, { attack, decay, peak }));
  source.start(begin, Math.random());
  source.stop(begin + (attack + decay + 20) / 1000);
}

const times = (n, run) => Array.from({ length: n }, (_, index) => run(index));

export const SOUNDS = {
  tap: () => noise(2400, { decay: 28, peak: 0.1, q: 2 }),
  pick: () => {
    noise(1800, { decay: 24, peak: 0.1 });
    tone(660, { decay: 70, peak: 0.07 });
  },
  back: () => tone(520, { decay: 80, peak: 0.07, to: 390 }),
  commit: () => {
    noise(900, { decay: 50, peak: 0.16 });
    tone(330, { at: 10, decay: 120, peak: 0.1, type: "triangle" });
  },
  refuse: () => {
    tone(196, { decay: 90, peak: 0.12, type: "triangle", lowpass: 900 });
    tone(185, { at: 90, decay: 130, peak: 0.12, type: "triangle", lowpass: 900 });
  },
  "turn-yours": () => {
    tone(523, { decay: 180, peak: 0.12 });
    tone(784, { at: 110, decay: 300, peak: 0.12 });
  },
  "turn-other": () => tone(392, { decay: 120, peak: 0.05 }),
  "dice-throw": () => times(6, (i) => noise(2600 - i * 160, { at: i * 46, decay: 26, peak: 0.1, q: 3 })),
  "dice-hit": () => {
    noise(1500, { decay: 34, peak: 0.22, q: 2 });
    tone(210, { decay: 50, peak: 0.12, type: "triangle" });
  },
  "dice-rest": () => {
    noise(1100, { decay: 26, peak: 0.12, q: 2 });
    tone(165, { decay: 60, peak: 0.08 });
  },
  "tile-down": () => {
    noise(700, { decay: 60, peak: 0.24, q: 0.8 });
    tone(120, { decay: 90, peak: 0.18 });
  },
  "piece-travel": () => noise(500, { attack: 140, decay: 240, peak: 0.05, q: 0.7, to: 1300 }),
  pencil: () => {
    noise(3400, { attack: 20, decay: 70, peak: 0.1, q: 1.5, to: 2600 });
    noise(3000, { at: 100, attack: 20, decay: 70, peak: 0.1, q: 1.5, to: 2300 });
  },
  "line-run": () => {
    const notes = [392, 440, 523, 587, 659, 784];
    notes.forEach((pitch, i) => tone(pitch, { at: i * 90, decay: 130, peak: 0.06, type: "triangle" }));
  },
  "points-fly": () => tone(500, { attack: 30, decay: 330, peak: 0.05, to: 1100 }),
  "points-count": () => times(6, (i) => tone(1050 + i * 40, { at: i * 50, decay: 30, peak: 0.05 })),
  "points-lost": () => [494, 440, 370].forEach((pitch, i) => tone(pitch, { at: i * 80, decay: 110, peak: 0.07 })),
  "card-flip": () => {
    noise(1600, { attack: 40, decay: 80, peak: 0.14, q: 0.8, to: 3600 });
    noise(900, { at: 190, decay: 40, peak: 0.16 });
  },
  water: () => {
    noise(260, { attack: 350, decay: 650, peak: 0.26, q: 0.6, to: 620 });
    noise(900, { at: 200, attack: 250, decay: 450, peak: 0.06, q: 0.5 });
  },
  "house-falls": () => {
    tone(95, { decay: 260, peak: 0.22, to: 48 });
    noise(420, { decay: 220, peak: 0.16, q: 0.7, to: 160 });
  },
  "police-chirp": () => {
    tone(620, { attack: 20, decay: 130, peak: 0.07, type: "triangle", to: 980 });
    tone(980, { at: 160, attack: 10, decay: 170, peak: 0.07, type: "triangle", to: 560 });
  },
  subway: () => {
    noise(180, { attack: 120, decay: 420, peak: 0.2, q: 1, to: 90 });
    tone(58, { attack: 80, decay: 420, peak: 0.16 });
  },
  news: () => {
    times(4, (i) => noise(2000, { at: i * 55, decay: 18, peak: 0.14, q: 4 }));
    tone(880, { at: 230, decay: 260, peak: 0.08 });
  },
  win: () => {
    const notes = [523, 659, 784, 1047];
    notes.forEach((pitch, i) => tone(pitch, { at: i * 120, decay: 520, peak: 0.1, type: "triangle" }));
    [262, 330, 392].forEach((pitch) => tone(pitch, { at: 480, decay: 900, peak: 0.06 }));
  },
  lose: () => {
    const notes = [392, 349, 311, 262];
    notes.forEach((pitch, i) => tone(pitch, { at: i * 170, decay: 460, peak: 0.09, type: "triangle", lowpass: 1400 }));
  },
};
const LONG = 300; // ms for which a sound counts as playing

/** Plays a sound by its name, unless sound is off. True if it was played. */
export function play(name) {
  if (!context || muted() || !volume() || document.hidden || (onlyMine() && !ALWAYS.has(name))) return false;
  const now = performance.now();
  playing = playing.filter((end) => end > now);
  if (playing.length >= MOST || now - (last.get(name) ?? -APART) < APART) return false;
  last.set(name, now);
  playing.push(now + LONG);
  SOUNDS[name]?.();
  return true;
}
