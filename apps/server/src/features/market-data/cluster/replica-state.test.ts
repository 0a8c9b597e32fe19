import { demoKey } from '@vigia/core/market-model';
import { ManualClock } from '@vigia/testkit';
import { expect, it } from 'vitest';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { MarketFeed } from '../market-feed.ts';
import { scriptedAsset } from '../testing.ts';
import { CANDLE_CLOSED, type CandleClosedMessage } from '../topics.ts';
import type { SymbolSnapshot } from './market-log.ts';
import { ReplicaFeed } from './replica-feed.ts';
import { applyFeedState, catchUpSymbol, seedSymbol } from './replica-state.ts';

/** 2026-03-02T00:00Z, the start of a day. */
const START_MS = 1_772_409_600_000;
const START_S = START_MS / 1_000;
const SYMBOL = 'EURUSD';

const tick = (afterMs: number, price: number) => ({ timeMs: START_MS + afterMs, price });
const minute = (index: number, price: number) => ({
  time: START_S + index * 60,
  open: price,
  high: price,
  low: price,
  close: price,
});

function world() {
  const clock = new ManualClock(START_MS + 30_000);
  const era = { fence: '1', openedMs: START_MS };
  const description = { era, assets: [scriptedAsset(SYMBOL)], terms: { open: [SYMBOL], offers: null } };
  const calls = { ask: () => Promise.reject(new Error('no call is expected')) };
  const feed = new ReplicaFeed('simulated', description, { calls, payoutKey: demoKey(1) });
  const bus = createInProcessBus(createLogger('silent'));
  const closed: CandleClosedMessage[] = [];
  bus.subscribe(CANDLE_CLOSED, (message) => void closed.push(message));
  const sink = { addTick: () => undefined, addCandle: () => undefined };
  const market = new MarketFeed({ feed, clock, bus, sink, isReplica: true });
  void market.start(new Map());
  const track = market.tracks.get(SYMBOL);
  if (track === undefined) throw new Error('the world has this symbol');
  const snapshot = (parts: Partial<SymbolSnapshot>): SymbolSnapshot => ({
    era,
    seq: 0,
    state: 'live',
    throughMs: null,
    minutes: [],
    ticks: [],
    forming: null,
    ...parts,
  });
  return { clock, closed, market, track, snapshot, followed: { feed, market } };
}

it('a replica closes no candle by its own clock, because ticks from the lease holder of the feed may still arrive', () => {
  const w = world();
  // The lease holder no longer holds the first ticks of the minute in memory, but it has the candle that they formed.
  const forming = { ...minute(0, 1.1), open: 1.05, low: 1.05 };
  const first = w.snapshot({ ticks: [tick(20_000, 1.1)], forming });
  seedSymbol(w.followed, w.track, first);
  applyFeedState(w.market, first);
  w.clock.advance(60_000);
  expect(w.closed).toEqual([]);
  expect(w.track.forming('1m')).toEqual(forming);
});

it('a replica marks a candle that it did not receive live as backfilled, even if the candle is recent', () => {
  const w = world();
  seedSymbol(w.followed, w.track, w.snapshot({ ticks: [tick(20_000, 1.1)], forming: minute(0, 1.1) }));
  expect(w.closed).toEqual([]);
  w.clock.advance(31_000);
  const ticks = [tick(20_000, 1.1), tick(59_000, 1.2), tick(60_500, 1.3)];
  catchUpSymbol(w.followed, w.track, w.snapshot({ minutes: [minute(0, 1.15)], ticks, forming: minute(1, 1.25) }));
  expect(w.closed).toEqual([
    { source: 'simulated', symbol: SYMBOL, timeframe: '1m', candle: minute(0, 1.15), backfilled: true },
  ]);
  expect(w.track.forming('1m')).toEqual(minute(1, 1.25));
  expect(w.track.ring.lastBefore(START_MS + 50_000)).toEqual(tick(20_000, 1.1));
});

it('a replica does not use ticks from before a gap for prices after the gap', () => {
  const w = world();
  seedSymbol(w.followed, w.track, w.snapshot({ ticks: [tick(20_000, 1.1)], forming: minute(0, 1.1) }));
  w.clock.advance(100_000);
  catchUpSymbol(w.followed, w.track, w.snapshot({ minutes: [minute(0, 1.1)], ticks: [tick(120_000, 1.3)] }));
  expect(w.track.ring.lastBefore(START_MS + 100_000)).toBeNull();
  expect(w.track.ring.lastBefore(START_MS + 120_001)).toEqual(tick(120_000, 1.3));
});
