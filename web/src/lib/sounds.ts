/** Small sounds, made here: no files to load. Off unless they are asked for. */
import { settings } from "./settings.svelte";

type Sound = "card" | "turn" | "won" | "refused";

const NOTES: Record<Sound, [pitch: number, seconds: number][]> = {
  card: [[420, 0.05]],
  turn: [[660, 0.09], [880, 0.12]],
  won: [[523, 0.1], [659, 0.1], [784, 0.2]],
  refused: [[196, 0.16]],
};

let speaker: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sounds) return;
  speaker ??= new AudioContext();
  let at = speaker.currentTime;
  for (const [pitch, seconds] of NOTES[sound]) {
    tone(speaker, pitch, at, seconds);
    at += seconds;
  }
}

function tone(to: AudioContext, pitch: number, at: number, seconds: number): void {
  const [voice, loudness] = [to.createOscillator(), to.createGain()];
  voice.frequency.value = pitch;
  loudness.gain.setValueAtTime(0.08, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  voice.connect(loudness).connect(to.destination);
  voice.start(at);
  voice.stop(at + seconds);
}
