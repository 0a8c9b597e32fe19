import { type CandleColumns, candleAt } from '@vigia/core/candles';
import type { Cancel } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import type { Calls } from '#platform/calls/calls.ts';
import type { Cluster, LeaseHandle } from '#platform/cluster/cluster.ts';
import { type MarketDataDeps, type RunningMarket, runMarket } from '../create-market-data.ts';
import type { MarketData } from '../market-data.ts';
import { BrokerFeed } from '../markets/broker-feed.ts';
import { FeedLog } from './feed-log.ts';
import {
  compareFeedRuns,
  FILL_MINUTES_CALL,
  logTopicOf,
  PAST_TICKS_CALL,
  type PastTicks,
  SOURCE_DESCRIPTION_CALL,
  SYMBOL_SNAPSHOT_CALL,
  TICK_BATCHES_CALL,
} from './market-log.ts';

export type PublishMarketDeps = {
  readonly held: LeaseHandle;
  readonly bus: Pick<Bus, 'publish'>;
  readonly calls: Pick<Calls, 'serve'>;
  readonly cluster: Pick<Cluster, 'fence'>;
};

/** Runs a market for all processes: publishes the events of its feed to followers and serves their calls. */
export function publishMarket({ held, bus, calls, cluster }: PublishMarketDeps, deps: MarketDataDeps): MarketData {
  const { feed, clock, db } = deps;
  const topic = logTopicOf(feed.source);
  const log = new FeedLog({
    era: { fence: String(held.fence), openedMs: clock.now() },
    clock,
    send: (batch) => bus.publish(topic, batch),
    isTrusted: () => held.isFresh(),
    facts: () => ({ state: running.market.sourceState, throughMs: running.market.sharedThroughMs() }),
    terms: () => termsOf(deps),
  });
  const running = runMarket(deps, {
    recorder: log.recorder,
    write: (work) =>
      db.transaction(async (tx) => {
        await cluster.fence(tx, held);
        await work(tx);
      }),
  });
  let cancels: readonly Cancel[] = [];
  return {
    ...running.data,
    async start() {
      await running.data.start();
      cancels = answer(calls, deps, running, log);
      log.begin();
    },
    async stop() {
      for (const cancel of cancels) cancel();
      log.end();
      await running.data.stop();
    },
  };
}

function termsOf({ feed, clock }: MarketDataDeps) {
  const nowMs = clock.now();
  const symbols = feed.assets().map(({ symbol }) => symbol);
  return {
    open: symbols.filter((symbol) => feed.isMarketOpen(symbol, nowMs)),
    offers: feed instanceof BrokerFeed ? feed.offers() : null,
  };
}

function answer(
  calls: Pick<Calls, 'serve'>,
  deps: MarketDataDeps,
  { data, market }: RunningMarket,
  log: FeedLog,
): readonly Cancel[] {
  const { source } = deps.feed;
  return [
    calls.serve(SOURCE_DESCRIPTION_CALL, source, () => {
      const mark = log.flush();
      return mark === null ? null : { era: mark.era, assets: data.assets(), terms: termsOf(deps) };
    }),
    calls.serve(SYMBOL_SNAPSHOT_CALL, source, ({ symbol, minutesFrom }) => {
      const track = market.tracks.get(symbol);
      const mark = log.flush();
      if (track === undefined || mark === null) return null;
      const minutes = candlesIn(track.minutes.since(minutesFrom));
      return { ...mark, minutes, ticks: track.ring.all(), forming: track.forming('1m') };
    }),
    calls.serve(TICK_BATCHES_CALL, source, ({ era, afterSeq }) => {
      const mark = log.flush();
      return mark !== null && compareFeedRuns(mark.era, era) === 0 ? log.after(afterSeq) : null;
    }),
    calls.serve(PAST_TICKS_CALL, source, ({ symbol, fromMs, toMs }) => pastTicks(deps, symbol, fromMs, toMs)),
    calls.serve(FILL_MINUTES_CALL, source, async ({ symbol, fromTime }) => {
      // Reading the history also fills the gaps of the stored history.
      const read = await data.history1m(symbol, fromTime).catch(() => null);
      return read !== null;
    }),
  ];
}

const candlesIn = (columns: CandleColumns) =>
  Array.from({ length: columns.length }, (_, row) => candleAt(columns, row));

/** Reads past ticks up to the current time of this process; the clock of the calling process may be ahead. */
async function pastTicks(
  { feed, clock }: MarketDataDeps,
  symbol: string,
  fromMs: number,
  toMs: number,
): Promise<PastTicks> {
  if (toMs > clock.now()) return 'unreachable';
  const read = await feed.historyTicks(symbol, fromMs, toMs);
  return read.ok ? { timesMs: [...read.value.timeMs], prices: [...read.value.price] } : read.error;
}
