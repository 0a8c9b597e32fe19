import { TICK_FAULTS } from '@vigia/core/candles';
import type { Cancel } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { MarketFeed } from './market-feed.ts';

/** Numbers of rows that wait for the database and of dropped rows. */
type Backlog = { readonly queued: number; readonly lost: number };

type Watched = { readonly feed: MarketFeed; readonly store: Backlog };

/**
 * The markets whose counts are exported, by source. A market whose feed runs in this process takes precedence over a
 * replica, which stores nothing.
 */
export type MarketMetrics = { add(source: PriceSource, feed: MarketFeed, store: Backlog | null): Cancel };

const NO_BACKLOG: Backlog = { queued: 0, lost: 0 };

/**
 * Creates the exporter of the market counts. It takes the counts from the markets when the metrics are read, so that
 * handling a tick touches no metric object. Each read resets a counter to zero and adds the whole count.
 */
export function createMarketMetrics(metrics: Registry): MarketMetrics {
  const added = new Set<{ readonly source: PriceSource; readonly feed: MarketFeed; readonly store: Backlog | null }>();
  const shown = (): ReadonlyMap<PriceSource, Watched> =>
    new Map(
      [...added]
        .toSorted((a, b) => Number(a.store !== null) - Number(b.store !== null))
        .map(({ source, feed, store }) => [source, { feed, store: store ?? NO_BACKLOG }]),
    );
  const registers = [metrics];
  const counter = (name: string, help: string, count: (market: Watched) => number) =>
    new Counter({
      name,
      help,
      labelNames: ['source'],
      registers,
      collect() {
        this.reset();
        for (const [source, market] of shown()) this.inc({ source }, count(market));
      },
    });
  const gauge = (name: string, help: string, value: (market: Watched) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['source'],
      registers,
      collect() {
        for (const [source, market] of shown()) this.set({ source }, value(market));
      },
    });
  new Counter({
    name: 'vigia_market_ticks_total',
    help: 'Ticks accepted since the start',
    labelNames: ['source', 'backfilled'],
    registers,
    collect() {
      this.reset();
      for (const [source, { feed }] of shown()) {
        this.inc({ source, backfilled: 'true' }, feed.counts.backfilled);
        this.inc({ source, backfilled: 'false' }, feed.counts.ticks - feed.counts.backfilled);
      }
    },
  });
  new Counter({
    name: 'vigia_market_ticks_dropped_total',
    help: 'Ticks dropped since the start, by reason',
    labelNames: ['source', 'reason'],
    registers,
    collect() {
      this.reset();
      for (const [source, { feed }] of shown())
        for (const reason of TICK_FAULTS) this.inc({ source, reason }, feed.dropped[reason]);
    },
  });
  counter('vigia_market_ticks_late_total', 'Ticks for a minute already closed', ({ feed }) =>
    sum(feed, (track) => track.late),
  );
  counter('vigia_market_ticks_reordered_total', 'Ticks put back into their place in the open minute', ({ feed }) =>
    sum(feed, (track) => track.reordered),
  );
  gauge(
    'vigia_market_frozen_symbols',
    'Symbols whose ticks have carried one and the same price for a minute or more',
    ({ feed }) => sum(feed, ({ frozen }) => Number(frozen.frozenForMs !== null)),
  );
  gauge('vigia_market_store_queue', 'Ticks and candles waiting to be written', ({ store }) => store.queued);
  counter(
    'vigia_market_store_lost_total',
    'Ticks and candles that made room while the database was away',
    ({ store }) => store.lost,
  );
  return {
    add(source, feed, store) {
      const one = { source, feed, store };
      added.add(one);
      return () => void added.delete(one);
    },
  };
}

type Track = MarketFeed['tracks'] extends ReadonlyMap<string, infer T> ? T : never;

const sum = (feed: MarketFeed, of: (track: Track) => number): number =>
  [...feed.tracks.values()].reduce((total, track) => total + of(track), 0);
