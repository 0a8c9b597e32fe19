import type { Candle } from '@vigia/core/candles';
import { demoKey } from '@vigia/core/market-model';
import { TIMEFRAMES } from '@vigia/core/vocabulary';
import { ManualClock, SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { MarketFeed, type MarketSink } from '../market-feed.ts';
import { ScriptedFeed } from '../testing.ts';
import { CANDLE_CLOSED, type CandleClosedMessage, TICK, type TickMessage } from '../topics.ts';
import { FeedLog } from './feed-log.ts';
import type { LogBatch } from './market-log.ts';
import { ReplicaFeed } from './replica-feed.ts';
import { applyBatch, type Replica } from './replica-state.ts';

/** 2026-03-02T00:00Z, the start of a day. */
const START_MS = 1_772_409_600_000;
const SYMBOLS = ['EURUSD', 'GBPUSD'] as const;
const log = createLogger('silent');

function heardOn(bus: ReturnType<typeof createInProcessBus>) {
  const heard = { closed: [] as CandleClosedMessage[], ticks: [] as TickMessage[] };
  bus.subscribe(CANDLE_CLOSED, (message) => void heard.closed.push(message));
  bus.subscribe(TICK, (message) => void heard.ticks.push(message));
  return heard;
}

/** Creates a feed with every fault that a source may have, and a replica to which the test delivers the batches. */
function world() {
  const clock = new ManualClock(START_MS);
  const feed = new ScriptedFeed(SYMBOLS);
  const bus = createInProcessBus(log);
  const batches: LogBatch[] = [];
  const terms = { open: [...SYMBOLS], offers: null };
  const source = new FeedLog({
    era: { fence: '1', openedMs: START_MS },
    clock,
    isTrusted: () => true,
    terms: () => terms,
    send: (batch) => void batches.push(JSON.parse(JSON.stringify(batch))),
    facts: () => ({ state: owner.sourceState, throughMs: owner.sharedThroughMs() }),
  });
  const sink: MarketSink = { ...source.recorder, addCandle: () => undefined };
  const owner = new MarketFeed({ feed, clock, bus, sink });
  const published = { own: heardOn(bus) };
  const farBus = createInProcessBus(log);
  const deps = { calls: { ask: () => Promise.reject(new Error('no call is expected')) }, payoutKey: demoKey(1) };
  const description = { era: { fence: '1', openedMs: START_MS }, assets: feed.assets(), terms };
  const farFeed = new ReplicaFeed('simulated', description, deps);
  const market = new MarketFeed({
    feed: farFeed,
    clock,
    bus: farBus,
    isReplica: true,
    sink: { addTick: () => undefined, addCandle: () => undefined },
  });
  const followed: Replica = { feed: farFeed, market };
  return { clock, feed, owner, source, batches, followed, ...published, far: heardOn(farBus) };
}

/** Plays late, duplicated, reordered and invalid ticks, with pauses in which the clock closes candles. */
function play({ clock, feed }: ReturnType<typeof world>, rng: SeededRng, minutes: number): void {
  const prices = new Map<string, number>(SYMBOLS.map((symbol) => [symbol, 1.1]));
  const endMs = START_MS + minutes * 60_000;
  while (clock.now() < endMs) {
    clock.advance(Math.floor(rng.next() < 0.01 ? rng.next() * 200_000 : rng.next() * 1_500));
    const symbol = SYMBOLS[Math.floor(rng.next() * 2)] ?? 'EURUSD';
    const price = (prices.get(symbol) ?? 1) + Math.round((rng.next() - 0.5) * 40) / 100_000;
    prices.set(symbol, price);
    const sentPrice = rng.next() < 0.02 ? price * 3 : price;
    const lateMs = rng.next() < 0.2 ? Math.floor(rng.next() * 4_000) : 0;
    feed.tick(symbol, clock.now() - lateMs, sentPrice, lateMs > 3_000);
    if (rng.next() < 0.1) feed.tick(symbol, clock.now() - lateMs, sentPrice);
  }
}

const seeds = Array.from({ length: 8 }, (_, index) => index + 1);

describe('a replicated market', () => {
  it.each(seeds)('has the same ticks and candles as the market of the owning process (seed %i)', async (seed) => {
    const w = world();
    const started = w.owner.start(new Map());
    w.feed.state('live');
    await started;
    w.source.begin();
    play(w, new SeededRng(seed), 40);
    w.source.flush();
    // The test delivers all batches at once. The late clock may mark a tick as backfilled, but no value differs.
    for (const batch of w.batches) applyBatch(w.followed, batch);
    const candleOf = ({ symbol, timeframe, candle }: CandleClosedMessage) => ({ symbol, timeframe, candle });
    expect(w.far.closed.map(candleOf)).toEqual(w.own.closed.map(candleOf));
    expect(w.own.closed.length).toBeGreaterThan(50);
    const tickOf = ({ symbol, timeMs, price }: TickMessage) => ({ symbol, timeMs, price });
    expect(w.far.ticks.map(tickOf)).toEqual(w.own.ticks.map(tickOf));
    for (const symbol of SYMBOLS) expect(formingOf(w.followed.market, symbol)).toEqual(formingOf(w.owner, symbol));
    expect(w.followed.feed.completeThroughMs()).toBe(w.owner.sharedThroughMs());
  });

  it.each(seeds)('does not change if tick batches are delivered again in overlapping parts (seed %i)', async (seed) => {
    const w = world();
    const started = w.owner.start(new Map());
    w.feed.state('live');
    await started;
    w.source.begin();
    const rng = new SeededRng(seed);
    play(w, rng, 20);
    w.source.flush();
    for (let position = 0; position < w.batches.length; ) {
      const part = w.batches.slice(Math.max(0, position - Math.floor(rng.next() * 20)), position + 1);
      for (const batch of part) applyBatch(w.followed, batch);
      position += 1 + Math.floor(rng.next() * 3);
      for (const batch of w.batches.slice(0, position).slice(-3)) applyBatch(w.followed, batch);
    }
    const key = ({ symbol, timeframe, candle }: CandleClosedMessage) => `${symbol} ${timeframe} ${candle.time}`;
    expect(w.far.closed.map(key)).toEqual(w.own.closed.map(key));
    expect(w.far.ticks).toHaveLength(w.own.ticks.length);
  });
});

const formingOf = (market: MarketFeed, symbol: string): readonly (Candle | null)[] =>
  TIMEFRAMES.map((timeframe) => market.tracks.get(symbol)?.forming(timeframe) ?? null);
