import { CheckReports, type CheckResult, runCheck } from '@vigia/broker-kit/check';
import {
  type Broker,
  type BrokerCredentials,
  Oddities,
  type WireTap,
  withContractTimesOfServer,
} from '@vigia/broker-kit/port';
import type { BrokerSimulator, Deviation } from '@vigia/broker-kit/simulator';
import type { Clock } from '@vigia/core/kernel';
import { ClockDriver } from '#conformance/clock-driver.ts';
import { CountingIds, SeededRng } from '#index.ts';

/** Start time of a broker check: a Tuesday morning, 40 s after a full minute. */
const START_MS = Date.UTC(2026, 10, 24, 9, 12, 40, 250);
const SEED = 20_261_126;
/** Longest duration of a broker check in simulated time. */
const WITHIN_MS = 15 * 60_000;

export type SwitchedSimulator = BrokerSimulator & { readonly deviations: Set<Deviation> };

export type CheckStageOptions = {
  readonly broker: Broker<string>;
  readonly credentials: BrokerCredentials;
  startSimulator(clock: Clock, seed: number): Promise<SwitchedSimulator>;
  /** Changes the simulator before the check begins. */
  readonly prepare?: (simulator: SwitchedSimulator) => void;
  readonly tap?: (startMs: number, clock: Clock) => WireTap;
  readonly confirms?: boolean;
  readonly signal?: AbortSignal;
};

/** Runs one broker check against a simulator on loopback, in simulated time. */
export async function checkAgainst(options: CheckStageOptions): Promise<readonly CheckResult[]> {
  const drive = new ClockDriver(START_MS);
  const simulator = await options.startSimulator(drive.clock, SEED);
  options.prepare?.(simulator);
  const reports = new CheckReports();
  const oddities = new Oddities();
  const ids = new CountingIds();
  const session = withContractTimesOfServer(options.broker).open(options.credentials, null, reports.listener, {
    clock: drive.clock,
    rng: new SeededRng(SEED),
    ids,
    log: () => undefined,
    origins: simulator.origins,
    oddities,
    tap: options.tap?.(START_MS, drive.clock),
  });
  try {
    const running = runCheck({
      session,
      traits: options.broker.traits,
      events: reports.events,
      clock: drive.clock,
      ids,
      signIn: () => session.connect(),
      oddities: () => oddities.list(),
      confirm: async () => options.confirms ?? true,
      place: ({ order }) => session.place(order),
      orderStepS: 1,
      onBegin: () => undefined,
      onResult: () => undefined,
      signal: options.signal ?? new AbortController().signal,
    });
    return await drive.settled('the check', running, WITHIN_MS);
  } finally {
    await drive.settled('close', session.close('keep'));
    await simulator.stop();
  }
}
