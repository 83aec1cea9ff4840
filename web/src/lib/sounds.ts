/** Small sounds, made here: no files to load. A browser lets them be heard after the first tap. */
import { settings } from "./settings.svelte";

export type Sound = "card" | "slide" | "gather" | "turn" | "tick" | "lead" | "yes" | "no" | "score" | "drum" | "out" | "won" | "over" | "refused";

/** A tone: when it begins, its pitch, how long it sounds, how loud, and how it is made. */
type Tone = [at: number, pitch: number, seconds: number, loud: number, wave: OscillatorType];
/** Paper or felt: filtered noise that rises or falls. */
type Brush = [at: number, from: number, to: number, seconds: number, loud: number];

const WOOD = "triangle";
const TONES: Partial<Record<Sound, Tone[]>> = {
  turn: [[0, 587, 0.16, 0.5, WOOD], [0.11, 784, 0.24, 0.5, WOOD]],
  tick: [[0, 1450, 0.03, 0.3, "square"]],
  lead: [[0, 494, 0.22, 0.35, WOOD]],
  yes: [[0, 523, 0.1, 0.3, WOOD], [0.08, 698, 0.16, 0.3, WOOD]],
  no: [[0, 140, 0.14, 0.6, "sine"]],
  score: [[0, 880, 0.16, 0.22, "sine"], [0.09, 1109, 0.22, 0.2, "sine"]],
  drum: [[0, 98, 0.2, 0.7, "sine"], [0.16, 98, 0.2, 0.7, "sine"], [0.36, 392, 0.4, 0.25, WOOD], [0.36, 494, 0.4, 0.2, WOOD]],
  out: [[0, 523, 0.1, 0.3, WOOD], [0.09, 659, 0.1, 0.3, WOOD], [0.18, 784, 0.26, 0.3, WOOD]],
  won: [[0, 523, 0.14, 0.32, WOOD], [0.12, 659, 0.14, 0.32, WOOD], [0.24, 784, 0.14, 0.32, WOOD], [0.36, 1047, 0.5, 0.34, WOOD]],
  over: [[0, 392, 0.2, 0.3, WOOD], [0.18, 330, 0.34, 0.3, WOOD]],
  refused: [[0, 170, 0.1, 0.4, "sine"]],
};
const BRUSHES: Partial<Record<Sound, Brush[]>> = {
  card: [[0, 2600, 900, 0.07, 0.5]],
  slide: [[0, 1200, 3200, 0.14, 0.28], [0.12, 1200, 3200, 0.14, 0.28], [0.24, 1200, 3200, 0.16, 0.28]],
  gather: [[0, 900, 400, 0.22, 0.4]],
};

let speaker: AudioContext | null = null;
let noise: AudioBuffer | null = null;

export function play(sound: Sound): void {
  if (!settings.sounds || !settings.volume || !navigator.userActivation?.hasBeenActive) return;
  speaker ??= new AudioContext();
  void speaker.resume();
  const now = speaker.currentTime + 0.01;
  for (const one of TONES[sound] ?? []) tone(speaker, now, one);
  for (const one of BRUSHES[sound] ?? []) brush(speaker, now, one);
}

/** A sound for the first of some events that has one. */
export function soundOf<Name extends string>(events: readonly { event: Name }[], sounds: Partial<Record<Name, Sound>>): void {
  const found = events.map((event) => sounds[event.event]).find(Boolean);
  if (found) play(found);
}

function loudness(to: AudioContext, at: number, seconds: number, loud: number): GainNode {
  const gain = to.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, loud * settings.volume * 0.4), at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(to.destination);
  return gain;
}

function tone(to: AudioContext, now: number, [at, pitch, seconds, loud, wave]: Tone): void {
  const voice = to.createOscillator();
  voice.type = wave;
  voice.frequency.value = pitch;
  voice.connect(loudness(to, now + at, seconds, loud));
  voice.start(now + at);
  voice.stop(now + at + seconds);
}

function brush(to: AudioContext, now: number, [at, from, until, seconds, loud]: Brush): void {
  if (!noise) {
    noise = to.createBuffer(1, to.sampleRate / 2, to.sampleRate);
    const signs = noise.getChannelData(0);
    for (let k = 0; k < signs.length; k += 1) signs[k] = Math.random() * 2 - 1;
  }
  const [voice, filter] = [to.createBufferSource(), to.createBiquadFilter()];
  voice.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(from, now + at);
  filter.frequency.linearRampToValueAtTime(until, now + at + seconds);
  voice.connect(filter).connect(loudness(to, now + at, seconds, loud));
  voice.start(now + at, 0, seconds);
}
