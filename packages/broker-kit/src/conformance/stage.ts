import { CountingIds, SeededRng } from '@vigia/testkit';
import type { BrokerCredentials, BrokerSession } from '#port/index.ts';
import type { BrokerSimulator } from '#simulator/index.ts';
import type { ConformanceOptions } from './describe-broker.ts';
import { Drive } from './drive.ts';
import { Listener } from './listener.ts';

/** A weekday morning, away from every boundary of an hour. */
const START_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);
const SEED = 20_261_121;

export type Opened = { readonly session: BrokerSession; readonly listener: Listener };

/** One simulator, one clock and the sessions of a case. */
export type Stage = {
  readonly drive: Drive;
  readonly simulator: BrokerSimulator;
  /** Every line logged by any session. */
  readonly log: readonly string[];
  /** A session of that person, or with those credentials; not connected. */
  open(who: number | BrokerCredentials, resume?: string | null): Opened;
  /** Closes all sessions and the simulator. */
  end(): Promise<void>;
};

export async function openStage({ broker, credentials, startSimulator }: ConformanceOptions): Promise<Stage> {
  const drive = new Drive(START_MS);
  const simulator = await startSimulator(drive.clock, SEED);
  const rng = new SeededRng(SEED);
  const ids = new CountingIds();
  const log: string[] = [];
  const sessions: BrokerSession[] = [];
  return {
    drive,
    simulator,
    log,
    open(who, resume = null) {
      const listener = new Listener(drive.clock);
      const session = broker.open(typeof who === 'number' ? credentials.good(who) : who, resume, listener, {
        clock: drive.clock,
        rng,
        ids,
        log: (level, text) => void log.push(`${level} ${text}`),
        origins: simulator.origins,
      });
      sessions.push(session);
      return { session, listener };
    },
    async end() {
      await drive.settled('close', Promise.all(sessions.map((session) => session.close('keep'))));
      await simulator.stop();
    },
  };
}
