import type { Candle } from '@vigia/core/candles';
import type { Timeframe } from '@vigia/core/vocabulary';
import { CANDLE_CLOSED } from '#features/market-data/index.ts';
import { createPcr, type Pcr, SEQUENCE_FOUND, SIGNAL_CHANGED } from '#features/pcr/index.ts';
import { SIGNALS_SEALED } from '#features/signals/index.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { SHARDS } from '#platform/cluster/shards.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { singleProcessServices } from './cluster-services.ts';
import type { RunningApp } from './root.ts';

/** A PCR engine on the database and market of a running server. The benchmark closes the candles itself. */
export type EngineRig = {
  readonly pcr: Pcr;
  /** Number of signals published so far, and the time of the last one. */
  readonly published: { sealed: number; changed: number; sequences: number; lastMs: number };
  closeCandle(symbol: string, timeframe: Timeframe, candle: Candle): void;
};

/** Starts the engine. The caller must stop the server's own engine first, because both would write the same chains. */
export function engineRig({ db, features }: Pick<RunningApp, 'db' | 'features'>): EngineRig {
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
  bus.subscribe(SEQUENCE_FOUND, () => void (published.sequences += 1));
  return {
    pcr: createPcr({
      ...services,
      db,
      clock: systemClock,
      ids: randomIds,
      log,
      markets,
      accounts,
      firstBroker: async () => null,
    }),
    published,
    closeCandle: (symbol, timeframe, candle) =>
      bus.publish(CANDLE_CLOSED, { source: markets.own.source, symbol, timeframe, candle, backfilled: false }),
  };
}
