import { TICK_FAULTS } from '@vigia/core/candles';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { MarketFeed } from './market-feed.ts';

/** Market data on its way to the database: rows waiting, and rows that had to make room. */
type Backlog = { readonly queued: number; readonly lost: number };

/**
 * Counts are kept where they happen and read when asked for: the path of a tick touches no metric object. A counter is
 * set to its count by beginning at zero each time it is read.
 */
export function registerMetrics(metrics: Registry, feed: MarketFeed, store: Backlog): void {
  const registers = [metrics];
  const sum = (of: (track: { late: number; reordered: number }) => number) =>
    [...feed.tracks.values()].reduce((total, track) => total + of(track), 0);
  new Counter({
    name: 'vigia_market_ticks_total',
    help: 'Ticks accepted since the start',
    labelNames: ['backfilled'],
    registers,
    collect() {
      this.reset();
      this.inc({ backfilled: 'true' }, feed.counts.backfilled);
      this.inc({ backfilled: 'false' }, feed.counts.ticks - feed.counts.backfilled);
    },
  });
  new Counter({
    name: 'vigia_market_ticks_dropped_total',
    help: 'Ticks dropped since the start, by reason',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const reason of TICK_FAULTS) this.inc({ reason }, feed.dropped[reason]);
    },
  });
  new Counter({
    name: 'vigia_market_ticks_late_total',
    help: 'Ticks for a minute already closed',
    registers,
    collect() {
      this.reset();
      this.inc(sum((track) => track.late));
    },
  });
  new Counter({
    name: 'vigia_market_ticks_reordered_total',
    help: 'Ticks put back into their place in the open minute',
    registers,
    collect() {
      this.reset();
      this.inc(sum((track) => track.reordered));
    },
  });
  new Gauge({
    name: 'vigia_market_frozen_symbols',
    help: 'Symbols whose ticks have carried one and the same price for a minute or more',
    registers,
    collect() {
      this.set([...feed.tracks.values()].filter((track) => track.frozen.frozenForMs !== null).length);
    },
  });
  new Gauge({
    name: 'vigia_market_store_queue',
    help: 'Ticks and candles waiting to be written',
    registers,
    collect() {
      this.set(store.queued);
    },
  });
  new Counter({
    name: 'vigia_market_store_lost_total',
    help: 'Ticks and candles that made room while the database was away',
    registers,
    collect() {
      this.reset();
      this.inc(store.lost);
    },
  });
}
