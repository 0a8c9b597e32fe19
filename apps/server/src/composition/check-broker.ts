import { type CheckDeps, CheckReports, type CheckResult, type DemoOrder, runCheck } from '@vigia/broker-kit/check';
import {
  type Broker,
  type BrokerCredentials,
  type BrokerFault,
  Oddities,
  withContractTimesOfServer,
} from '@vigia/broker-kit/port';
import { Recorder, recordingText } from '@vigia/broker-kit/recording';
import type { Clock, IdSource, Result, Rng } from '@vigia/core/kernel';
import type { CheckStep } from '@vigia/core/vocabulary';

/** A check from the command line. It signs in separately from any running server. */
export type BrokerCheckRequest = {
  readonly broker: Broker;
  readonly credentials: BrokerCredentials;
  /** Origins of a simulator; empty for the real broker. */
  readonly origins: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** True if the traffic is recorded, without secrets. */
  readonly records: boolean;
  /** Asks for the code that the broker sent; null if this is impossible. */
  readonly askCode: (() => Promise<string>) | null;
  confirm(order: DemoOrder): Promise<boolean>;
  onBegin(step: CheckStep): void;
  onResult(result: CheckResult): void;
};

/** Results of a check, and the text of its recording; null if there is none. */
export type BrokerCheckOutcome = { readonly results: readonly CheckResult[]; readonly recording: string | null };

export type BrokerCheckDeps = { readonly clock: Clock; readonly rng: Rng; readonly ids: IdSource };

/** Opens a separate session, checks the broker with it and closes it. */
export async function checkBroker(
  request: BrokerCheckRequest,
  { clock, rng, ids }: BrokerCheckDeps,
): Promise<BrokerCheckOutcome> {
  const { broker, credentials, origins, askCode, confirm, onBegin, onResult, signal } = request;
  const reports = new CheckReports();
  const oddities = new Oddities();
  const { recording: rules } = broker;
  const recorder = request.records && rules ? new Recorder({ broker: broker.id, rules, credentials, clock }) : null;
  const deps = { clock, rng, ids, origins, oddities, tap: recorder ?? undefined, log: () => undefined };
  const session = withContractTimesOfServer(broker).open(credentials, null, reports.listener, deps);
  try {
    const results = await runCheck({
      session,
      traits: broker.traits,
      events: reports.events,
      clock,
      ids,
      signIn: () => signInWith(session, askCode),
      oddities: () => oddities.list(),
      confirm: (order) => confirm(order),
      place: ({ order }) => session.place(order),
      orderStepS: 1,
      onBegin: (step) => onBegin(step),
      onResult: (result) => onResult(result),
      signal,
    });
    return { results, recording: recorder && recordingText(recorder.recording(results)) };
  } finally {
    await session.close('forget');
  }
}

async function signInWith(
  session: CheckDeps['session'],
  askCode: BrokerCheckRequest['askCode'],
): Promise<Result<null, BrokerFault>> {
  const signedIn = await session.connect();
  if (signedIn.ok || signedIn.error.kind !== 'auth_2fa_required' || askCode === null) return signedIn;
  return session.answerCode(await askCode());
}
