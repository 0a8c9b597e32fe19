import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Broker } from '@vigia/broker-kit/port';
import { changedSteps, parseRecording, replayRecording } from '@vigia/broker-kit/recording';
import { describe, expect, it } from 'vitest';

const BROKERS = new URL('../../../../brokers/', import.meta.url);

/** Replays every file of `brokers/<broker>/recordings` to the adapter. Each replay must give the recorded results. */
export function describeRecordings(name: string, broker: Broker<string>): void {
  const folder = new URL(`${name}/recordings/`, BROKERS);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];

  describe(`the recordings of ${name}`, () => {
    it('include at least one file, recorded at the simulator', () => {
      expect(files.length).toBeGreaterThan(0);
    });

    it.each(files)(
      'give the recorded results in a replay: %s',
      async (file) => {
        const recording = parseRecording(readFileSync(new URL(file, folder), 'utf8'));
        if (recording === null) throw new Error(`${file} is no recording`);
        const replayed = await replayRecording(recording, broker);
        if ('fault' in replayed) throw new Error(replayed.fault);
        expect(changedSteps(recording.results, replayed.results)).toEqual([]);
      },
      120_000,
    );
  });
}
