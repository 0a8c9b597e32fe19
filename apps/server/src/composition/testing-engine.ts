import { randomBytes } from 'node:crypto';
import type { Candle } from '@vigia/core/candles';
import type { Timeframe } from '@vigia/core/vocabulary';
import { createEvidence } from '#features/evidence/index.ts';
import { CANDLE_CLOSED } from '#features/market-data/index.ts';
import { createPcr, SEQUENCE_FOUND, SIGNAL_CHANGED } from '#features/pcr/index.ts';
import { SIGNALS_SEALED } from '#features/signals/index.ts';
import { createStrategies, STRATEGY_SIGNAL_CHANGED } from '#features/strategies/index.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { SHARDS } from '#platform/cluster/shards.ts';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import { singleProcessServices } from './cluster-services.ts';
import type { RunningApp } from './root.ts';

/**
 * The engines of setups and strategies on the database and market of a running server. The benchmark closes candles.
 */
export type TestEngines = {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Resolves when everything found so far is stored. */
  drained(): Promise<void>;
  /** Number of signals published so far, and the time of the last one. */
  readonly published: { sealed: number; changed: number; sequences: number; lastMs: number };
  closeCandle(symbol: string, timeframe: Timeframe, candle: Candle): void;
};

/** Creates the engines. The caller must first stop those of the server, because both would write the same chains. */
export function createTestEngines({ db, features }: Pick<RunningApp, 'db' | 'features'>): TestEngines {
  const log = createLogger('silent');
  const services = singleProcessServices(systemClock, log);
  const { bus, work } = services;
  const { markets, accounts } = features;
  const published = { sealed: 0, changed: 0, sequences: 0, lastMs: 0 };
  for (const shard of SHARDS)
    work.work(SIGNALS_SEALED, shard, async ({ signalIds }) => {
      published.sealed += signalIds.length;
      return 'done';
    });
  bus.subscribe(SIGNAL_CHANGED, ({ signal }) => {
    published.changed += 1;
    if (signal.status === 'pending') published.lastMs = performance.now();
  });
  bus.subscribe(STRATEGY_SIGNAL_CHANGED, ({ signal }) => {
    published.changed += 1;
    if (signal.status === 'pending') published.lastMs = performance.now();
  });
  bus.subscribe(SEQUENCE_FOUND, () => void (published.sequences += 1));
  const firstBroker = async () => null;
  const evidence = createEvidence({ db, clock: systemClock });
  const deps = { ...services, evidence, db, clock: systemClock, ids: randomIds, log, markets, accounts, firstBroker };
  const keyedHash = createKeyedHash(randomBytes(32));
  const securityLog = createSecurityLog({ clock: systemClock, keyedHash });
  const [pcr, strategies] = [createPcr(deps), createStrategies({ ...deps, keyedHash, securityLog, randomBytes })];
  return {
    start: async () => {
      await pcr.start();
      await strategies.start();
    },
    stop: async () => {
      await pcr.stop();
      await strategies.stop();
    },
    drained: async () => void (await Promise.all([pcr.drained(), strategies.drained()])),
    published,
    closeCandle: (symbol, timeframe, candle) =>
      bus.publish(CANDLE_CLOSED, { source: markets.own.source, symbol, timeframe, candle, backfilled: false }),
  };
}
