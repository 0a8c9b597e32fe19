import { derivBroker } from '@vigia/broker-deriv';
import { startSimulator as startDeriv } from '@vigia/broker-deriv/simulator';
import { iqOptionBroker } from '@vigia/broker-iqoption';
import { SIMULATED_PASSWORD, startSimulator as startIqOption } from '@vigia/broker-iqoption/simulator';
import type { Broker, BrokerCredentials, BrokerListener, BrokerSession } from '@vigia/broker-kit/port';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import { quotexBroker } from '@vigia/broker-quotex';
import { startSimulator as startQuotex } from '@vigia/broker-quotex/simulator';
import type { Candle } from '@vigia/core/candles';
import { candleAt } from '@vigia/core/candles';
import { SeededRng } from '@vigia/testkit';
import pino from 'pino';
import { systemClock } from '#platform/clock/system-clock.ts';
import { SHARDS } from '#platform/cluster/shards.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import type { Database } from '#platform/persistence/database.ts';
import { readCandles } from '../price-files/index.ts';
import type { HistoryFetchDeps, HistorySession } from './deps.ts';
import { createHistoryFetches } from './history-fetches.ts';

const SEED = 20_261_127;
const SILENT: BrokerListener = {
  onState: () => undefined,
  onAccounts: () => undefined,
  onAssets: () => undefined,
  onTick: () => undefined,
  onContract: () => undefined,
  onResumable: () => undefined,
};

/** A broker, its simulator, a login that the simulator accepts, and an asset that it lists. */
export type Venue = {
  readonly broker: Broker;
  readonly symbol: string;
  readonly credentials: BrokerCredentials;
  readonly start: () => Promise<BrokerSimulator>;
};

export const VENUES: Readonly<Record<'deriv' | 'iqoption' | 'quotex', Venue>> = {
  deriv: {
    broker: derivBroker,
    symbol: 'EURUSD',
    credentials: { kind: 'api_token', token: 'pat_ana', appId: 'vigia' },
    start: () => startDeriv(systemClock, SEED),
  },
  iqoption: {
    broker: iqOptionBroker,
    symbol: 'EURUSD',
    credentials: { kind: 'password', email: 'ana@example.com', password: SIMULATED_PASSWORD },
    start: () => startIqOption(systemClock, SEED),
  },
  quotex: {
    broker: quotexBroker,
    symbol: 'EURUSD-OTC',
    credentials: { kind: 'password', email: 'ana@example.com', password: 'clave-quotex' },
    start: () => startQuotex(systemClock, SEED),
  },
};

/** Signs in to a simulator with the adapter of its broker. */
export async function openSession({ broker, credentials }: Venue, simulator: BrokerSimulator): Promise<BrokerSession> {
  const session = broker.open(credentials, null, SILENT, {
    clock: systemClock,
    rng: new SeededRng(7),
    ids: randomIds,
    log: () => undefined,
    origins: simulator.origins,
  });
  const connected = await session.connect();
  if (!connected.ok) throw new Error(`the simulator refused the login: ${connected.error.detail}`);
  return session;
}

/**
 * Starts a process that fetches for all users. `sessionOf` returns the broker session of a user in it, if there is one.
 */
export function startProcess(
  db: Database,
  catalog: readonly Broker[],
  sessionOf: (userId: string) => HistorySession | null,
  more: Partial<HistoryFetchDeps> = {},
) {
  const fetches = createHistoryFetches({
    db,
    clock: systemClock,
    ids: randomIds,
    rng: new SeededRng(7),
    log: pino({ level: 'silent' }),
    brokers: {
      catalog: () => catalog,
      connectionOf: (userId, brokerId) => {
        const session = catalog.some(({ id }) => id === brokerId) ? sessionOf(userId) : null;
        return session && { session };
      },
    },
    sessionShards: { transaction: (_users, work) => db.transaction(work) },
    reachDays: 1,
    ...more,
  });
  fetches.startShards(SHARDS);
  return { fetches, stop: () => fetches.stopShards(SHARDS) };
}

/** Returns the stored candles of a history. */
export async function storedCandles(db: Database, id: string): Promise<Candle[]> {
  const found: Candle[] = [];
  for await (const block of readCandles(db.sql, { id, timeZone: 'UTC' }, { fromTime: 0, toTime: 1e12 })) {
    for (let row = 0; row < block.length; row += 1) found.push(candleAt(block, row));
  }
  return found;
}
