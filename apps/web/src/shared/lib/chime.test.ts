import { describe, expect, it } from 'vitest';
import { type AudioFunctions, playChime } from './chime.ts';

type Heard = { pitch: number; beginsS: number; loudest: number };

/** A fake audio device that records the played tones. */
function fakeSounding(state: AudioContextState = 'running') {
  const heard: Heard[] = [];
  let resumed = 0;
  const sounding = {
    currentTime: 5,
    state,
    destination: {},
    resume: async () => {
      resumed += 1;
    },
    createGain: () => {
      const levels: number[] = [];
      const level = (value: number) => void levels.push(value);
      return { levels, gain: { setValueAtTime: level, exponentialRampToValueAtTime: level }, connect: () => ({}) };
    },
    createOscillator: () => {
      const frequency = { value: 0 };
      let levels: readonly number[] = [];
      return {
        frequency,
        connect: (gain: { levels: number[] }) => {
          levels = gain.levels;
          return gain;
        },
        start: (beginsS: number) => heard.push({ pitch: frequency.value, beginsS, loudest: Math.max(...levels) }),
        stop: () => {},
      };
    },
  };
  return { sounding: sounding as unknown as AudioFunctions, heard, resumedTimes: () => resumed };
}

describe('playChime', () => {
  it('plays the tones one after the other, starting now', async () => {
    const { sounding, heard } = fakeSounding();
    await playChime(sounding, 'settled', 'medium');
    expect(heard.map(({ pitch }) => pitch)).toEqual([587.33, 880]);
    expect(heard.map(({ beginsS }) => beginsS)).toEqual([5, 5.11]);
  });

  it('plays a different tone for each topic', async () => {
    const tunes = new Set<string>();
    for (const topic of ['settled', 'signal', 'opened', 'connection'] as const) {
      const { sounding, heard } = fakeSounding();
      await playChime(sounding, topic, 'medium');
      tunes.add(heard.map(({ pitch }) => pitch).join());
    }
    expect(tunes.size).toBe(4);
  });

  it('uses the chosen volume', async () => {
    const loudest: number[] = [];
    for (const volume of ['low', 'medium', 'high'] as const) {
      const { sounding, heard } = fakeSounding();
      await playChime(sounding, 'signal', volume);
      loudest.push(heard[0]?.loudest ?? 0);
    }
    expect(loudest).toEqual([0.04, 0.1, 0.22]);
  });

  it('resumes a suspended audio device', async () => {
    const { sounding, heard, resumedTimes } = fakeSounding('suspended');
    await playChime(sounding, 'signal', 'low');
    expect([resumedTimes(), heard.length]).toEqual([1, 1]);
  });
});
