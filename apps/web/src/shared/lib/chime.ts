import type { ChimeVolume, NoticeTopic } from './notice-settings.ts';

/** The audio functions that playing a tone needs. The AudioContext of the browser implements them. */
export type AudioFunctions = Pick<
  AudioContext,
  'currentTime' | 'destination' | 'state' | 'createOscillator' | 'createGain' | 'resume'
>;

const GAIN: Readonly<Record<ChimeVolume, number>> = { low: 0.04, medium: 0.1, high: 0.22 };
const NOTE_S = 0.16;
const STEP_S = 0.11;
/** Volume at the end of a tone, because an exponential ramp cannot end at zero. */
const SILENCE = 0.0001;

/**
 * Frequencies of the tones of each topic in hertz, in playing order. Won and lost trades sound the same, because the
 * sound must inform and not reward.
 */
const NOTES: Readonly<Record<NoticeTopic, readonly number[]>> = {
  settled: [587.33, 880],
  order: [587.33, 587.33],
  signal: [783.99],
  opened: [440, 587.33],
  automation: [440, 329.63],
  stopped: [440, 261.63],
  limit: [392, 392],
  price: [659.25, 783.99],
  security: [329.63, 329.63],
  connection: [329.63, 246.94],
};

/** Plays the tones of a topic. Resolves when the tones are scheduled. Plays nothing while the browser blocks audio. */
export async function playChime(sounding: AudioFunctions, topic: NoticeTopic, volume: ChimeVolume): Promise<void> {
  if (sounding.state !== 'running') await sounding.resume();
  NOTES[topic].forEach((pitch, index) => {
    const beginsS = sounding.currentTime + index * STEP_S;
    const oscillator = sounding.createOscillator();
    const gain = sounding.createGain();
    oscillator.type = 'sine';
    oscillator.frequency.value = pitch;
    gain.gain.setValueAtTime(SILENCE, beginsS);
    gain.gain.exponentialRampToValueAtTime(GAIN[volume], beginsS + 0.02);
    gain.gain.exponentialRampToValueAtTime(SILENCE, beginsS + NOTE_S);
    oscillator.connect(gain).connect(sounding.destination);
    oscillator.start(beginsS);
    oscillator.stop(beginsS + NOTE_S);
  });
}

let own: AudioContext | null = null;

/** Plays the tones of a topic on this device, if audio is available. */
export function chime(topic: NoticeTopic, volume: ChimeVolume): void {
  if (typeof AudioContext === 'undefined') return;
  own ??= new AudioContext();
  // The browser blocks audio before the first user gesture on the page.
  playChime(own, topic, volume).catch(() => {});
}
