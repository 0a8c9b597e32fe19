import { changedSteps, Recorder, type Recording, recordingText, replayRecording } from '@vigia/broker-kit/recording';
import { describe, expect, it } from 'vitest';
import { CANARIES, CANARY_TEXTS, plantFakeSecrets } from './canaries.ts';
import { type CheckStageOptions, checkAgainst, type SwitchedSimulator } from './check-stage.ts';

export type RecorderOptions = Pick<CheckStageOptions, 'broker' | 'credentials' | 'startSimulator'>;

/** Runs a broker check against the simulator and returns its recording. */
export async function recordBrokerCheck(
  { broker, credentials, startSimulator }: RecorderOptions,
  how: { readonly hasCanaries?: boolean; readonly prepare?: CheckStageOptions['prepare'] } = {},
): Promise<{ readonly recording: Recording; readonly ids: readonly string[] }> {
  const { recording: rules } = broker;
  if (rules === undefined) throw new Error(`${broker.id} has no rules of recordings`);
  const kept: { recorder: Recorder | null; simulator: SwitchedSimulator | null } = { recorder: null, simulator: null };
  const results = await checkAgainst({
    broker,
    credentials,
    startSimulator: async (clock, seed) => {
      kept.simulator = await startSimulator(clock, seed);
      return kept.simulator;
    },
    ...(how.prepare && { prepare: how.prepare }),
    tap: (_startMs, clock) => {
      kept.recorder = new Recorder({ broker: broker.id, rules, credentials, clock });
      return how.hasCanaries ? plantFakeSecrets(kept.recorder) : kept.recorder;
    },
  });
  const { recorder, simulator } = kept;
  if (!recorder || !simulator) throw new Error('nothing was recorded');
  const contracts = simulator.book.contracts();
  const ids = contracts.flatMap(({ contractId, accountId, loginId }) => [contractId, accountId, loginId]);
  return { recording: recorder.recording(results), ids };
}

/** Returns the text around the first occurrence of a secret; empty without an occurrence. */
const around = (text: string, secret: string): readonly string[] => {
  const index = text.indexOf(secret);
  return index < 0 ? [] : [text.slice(Math.max(0, index - 150), index + 50)];
};

/** Tests recordings of a broker check: they contain no secret, and a replay gives the same results. */
export function describeRecorder(name: string, options: RecorderOptions): void {
  describe(`a recording of ${name}`, () => {
    it('contains no secret, even if every message, header and address contains one', async () => {
      const { recording, ids } = await recordBrokerCheck(options, { hasCanaries: true });
      const text = recordingText(recording);
      expect(Object.keys(CANARIES).length).toBeGreaterThanOrEqual(20);
      expect(recording.events.length).toBeGreaterThan(50);
      const secrets = Object.entries(options.credentials).flatMap(([field, value]) =>
        field === 'kind' || value === null ? [] : [`"${value}"`],
      );
      expect([...CANARY_TEXTS, ...secrets].flatMap((secret) => around(text, secret))).toEqual([]);
      const isWhole = (id: string) => new RegExp(`(?<![\\w.-])${id}(?![\\w.-])`).exec(text)?.[0];
      expect(ids.flatMap((id) => (isWhole(id) ? around(text, id) : []))).toEqual([]);
    }, 60_000);

    it('gives the same results in a replay as the recorded check', async () => {
      const { recording } = await recordBrokerCheck(options);
      const replayed = await replayRecording(recording, options.broker);
      if ('fault' in replayed) throw new Error(replayed.fault);
      expect(recording.results.map(({ verdict }) => verdict)).not.toContain('differs');
      expect(changedSteps(recording.results, replayed.results)).toEqual([]);
    }, 60_000);

    it('gives a recorded deviation also in its replay', async () => {
      const { recording } = await recordBrokerCheck(options, {
        prepare: ({ deviations }) => deviations.add('candles_shifted'),
      });
      const replayed = await replayRecording(recording, options.broker);
      if ('fault' in replayed) throw new Error(replayed.fault);
      expect(replayed.results.find(({ step }) => step === 'prices')).toMatchObject({
        verdict: 'differs',
        findings: [{ code: 'candles_disagree' }],
      });
    }, 60_000);
  });
}
