import { TICK_FAULTS } from '@vigia/core/candles';
import { Gauge, type Registry } from 'prom-client';
import type { MarketFeed } from './market-feed.ts';
import type { MarketStore } from './market-store.ts';

/** Counts are kept where they happen and read when asked for: the path of a tick touches no metric object. */
export function registerMetrics(metrics: Registry, feed: MarketFeed, store: MarketStore): void {
  const registers = [metrics];
  const sum = (of: (track: { late: number; reordered: number }) => number) =>
    [...feed.tracks.values()].reduce((total, track) => total + of(track), 0);
  new Gauge({
    name: 'vigia_market_ticks_total',
    help: 'Ticks accepted since the start',
    labelNames: ['backfilled'],
    registers,
    collect() {
      this.set({ backfilled: 'true' }, feed.counts.backfilled);
      this.set({ backfilled: 'false' }, feed.counts.ticks - feed.counts.backfilled);
    },
  });
  new Gauge({
    name: 'vigia_market_ticks_dropped_total',
    help: 'Ticks dropped since the start, by reason',
    labelNames: ['reason'],
    registers,
    collect() {
      for (const reason of TICK_FAULTS) this.set({ reason }, feed.dropped[reason]);
    },
  });
  new Gauge({
    name: 'vigia_market_ticks_late_total',
    help: 'Ticks for a minute already closed',
    registers,
    collect() {
      this.set(sum((track) => track.late));
    },
  });
  new Gauge({
    name: 'vigia_market_ticks_reordered_total',
    help: 'Ticks put back into their place in the open minute',
    registers,
    collect() {
      this.set(sum((track) => track.reordered));
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
  new Gauge({
    name: 'vigia_market_store_lost_total',
    help: 'Ticks and candles that made room while the database was away',
    registers,
    collect() {
      this.set(store.lost);
    },
  });
}
