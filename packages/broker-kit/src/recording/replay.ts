import { type IdSource, SeededRng } from '@vigia/core/kernel';
import { CheckReports, type CheckResult, runCheck } from '#check/index.ts';
import { type Broker, type BrokerCredentials, Oddities, withContractTimesOfServer } from '#port/index.ts';
import type { RecordedResult, Recording } from './recording.ts';
import { ReplayServer } from './replay-server.ts';
import { VirtualClock } from './virtual-clock.ts';

const SEED = 1;
/** Longest replay, in time of the recording. */
const WITHIN_MS = 30 * 60_000;
/** Placeholders for the credentials, which no recording contains. */
const NO_SECRET = 'replay';

/** The reason why a recording cannot be replayed to this broker's adapter. */
export type ReplayFault = 'other_broker' | 'not_recordable';

/**
 * Replays a recording to the broker's adapter and runs the broker check on it. The clock shows the time of the
 * recording.
 */
export async function replayRecording(
  recording: Recording,
  broker: Broker<string>,
): Promise<{ readonly results: readonly CheckResult[] } | { readonly fault: ReplayFault }> {
  if (recording.broker !== broker.id) return { fault: 'other_broker' };
  if (broker.recording === undefined) return { fault: 'not_recordable' };
  const clock = new VirtualClock(recording.startMs);
  const server = new ReplayServer(recording, broker.recording, clock);
  const origins = await server.start();
  const reports = new CheckReports();
  const oddities = new Oddities();
  const ids = countingIds();
  const deps = { clock, rng: new SeededRng(SEED), ids, origins, oddities, log: () => undefined };
  const session = withContractTimesOfServer(broker).open(credentialsOf(recording), null, reports.listener, deps);
  const hasOrder = recording.results.some(({ step, verdict }) => step === 'settlement' && verdict !== 'not_offered');
  try {
    const checked = runCheck({
      session,
      traits: broker.traits,
      events: reports.events,
      clock,
      ids,
      signIn: () => session.connect(),
      oddities: () => oddities.list(),
      confirm: async () => hasOrder,
      place: ({ order }) => session.place(order),
      orderStepS: 1,
      onBegin: () => undefined,
      onResult: () => undefined,
      signal: new AbortController().signal,
    });
    return { results: await clock.runUntil(checked, WITHIN_MS) };
  } finally {
    await clock.runUntil(session.close('keep'), WITHIN_MS);
    await server.stop();
  }
}

/** Returns the steps whose verdict or deviations differ from the recorded ones. */
export const changedSteps = (recorded: readonly RecordedResult[], results: readonly CheckResult[]): readonly string[] =>
  recorded
    .filter(({ step, verdict, findings }) => {
      const now = results.find((result) => result.step === step);
      const codes = now?.verdict === 'differs' ? now.findings.map(({ code }) => code) : [];
      return now?.verdict !== verdict || codes.join() !== findings.join();
    })
    .map(({ step }) => step);

function credentialsOf({ credentialKind, hasNumericAppId }: Recording): BrokerCredentials {
  switch (credentialKind) {
    case 'api_token':
      return hasNumericAppId
        ? { kind: 'api_token', token: `${NO_SECRET} ${NO_SECRET}`, appId: '1' }
        : { kind: 'api_token', token: NO_SECRET, appId: NO_SECRET };
    case 'browser_session':
      return { kind: 'browser_session', token: NO_SECRET, cookies: null, userAgent: null };
    default:
      return { kind: 'password', email: 'replay@example.com', password: NO_SECRET };
  }
}

function countingIds(): IdSource {
  let last = 0;
  return {
    next: () => {
      last += 1;
      return `00000000-0000-7000-8000-${String(last).padStart(12, '0')}`;
    },
  };
}
