import type { FeedTick, PriceFeedState } from '@vigia/broker-kit/port';
import { epochMs } from '@vigia/core/kernel';
import { demoKey, payoutRatio, SIMULATED_ASSETS } from '@vigia/core/market-model';
import { SeededRng } from '@vigia/testkit';
import { ClockDriver } from '@vigia/testkit/conformance';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClosableDerivFeed, openDerivFeed } from './feed.ts';
import { type DerivSimulator, startSimulator } from './simulator/index.ts';

const START_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);
const SYMBOL = 'EURUSD';
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

let drive: ClockDriver;
let deriv: DerivSimulator;
let feed: ClosableDerivFeed;
let asked: string[];
let ticks: FeedTick[];
let states: PriceFeedState[];
let ticksWhenLive = 0;

beforeEach(async () => {
  drive = new ClockDriver(START_MS);
  deriv = await startSimulator(drive.clock, 5);
  asked = [];
  deriv.tap(({ direction, text }) => direction === 'request' && asked.push(Object.keys(JSON.parse(text))[0] ?? ''));
  const opened = await drive.settled('the feed', openDerivFeed(options()));
  if (!opened.ok) throw new Error(opened.error.detail);
  feed = opened.value;
  ticks = [];
  states = [];
});

afterEach(async () => {
  await drive.settled('close', feed.close());
  await deriv.stop();
});

const options = () => ({
  clock: drive.clock,
  rng: new SeededRng(1),
  log: () => undefined,
  origins: deriv.origins,
  payoutKey: demoKey(11),
});
const isOpen = () => feed.isMarketOpen(SYMBOL, epochMs(drive.clock.now()));
const start = (resumeAfterMs = new Map<string, number>()) =>
  feed.start(
    {
      onTick: (tick) => void ticks.push(tick),
      onState: (state) => {
        states.push(state);
        if (state === 'live') ticksWhenLive = ticks.length;
      },
    },
    resumeAfterMs,
  );

it('the Deriv price feed offers first Vigía’s assets that Deriv lists, in Vigía’s order, and then Deriv’s own indices', () => {
  const ours = SIMULATED_ASSETS.map(({ symbol }) => symbol);
  const symbols = feed.assets().map(({ symbol }) => symbol);
  const indices = symbols.filter((symbol) => !ours.includes(symbol));
  expect(symbols).toEqual([...ours.filter((symbol) => symbols.includes(symbol)), ...indices]);
  expect(indices.slice(0, 2)).toEqual(['R_10', '1HZ10V']);
  expect(feed.assets().at(-1)).toMatchObject({ symbol: '1HZ100V', name: 'Volatilidad 100 (1 s)' });
  expect(feed.assets().at(0)).toMatchObject({ symbol: SYMBOL, name: 'Euro / Dólar estadounidense', type: 'forex' });
  const atMs = epochMs(START_MS);
  expect(feed.payoutRatio(SYMBOL, 300, atMs)).toBe(payoutRatio(demoKey(11), { symbol: SYMBOL }, 300, atMs));
  expect(feed.payoutRatio('NOPE', 300, atMs)).toBeNull();
});

it('the Deriv price feed publishes missed ticks before it reports `live`, and each tick only once', async () => {
  const afterMs = START_MS - 120_000;
  start(new Map([[SYMBOL, afterMs]]));
  expect(states).toEqual([]);
  await drive.until('live', () => states.includes('live'));
  expect(states).toEqual(['catching_up', 'live']);
  const missed = ticks.filter(({ symbol }) => symbol === SYMBOL);
  expect(missed.length).toBeGreaterThan(60);
  expect(ticksWhenLive).toBeGreaterThan(60);
  expect(missed.at(0)?.timeMs).toBeGreaterThan(afterMs);
  expect(missed.at(0)).toMatchObject({ backfilled: true });
  await drive.advance(10_000);
  const times = ticks.filter(({ symbol }) => symbol === SYMBOL).map(({ timeMs }) => timeMs);
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  expect(ticks.at(-1)?.backfilled).toBe(false);
});

it('the Deriv price feed reports `down` while Deriv is unreachable, and then publishes the missed ticks', async () => {
  start();
  await drive.advance(10_000);
  await deriv.stop();
  await drive.advance(30_000);
  expect(states.at(-1)).toBe('down');
  await deriv.restart();
  await drive.until('live again', () => states.at(-1) === 'live', 90_000);
  expect(ticks[ticksWhenLive - 1]?.timeMs).toBeGreaterThan(drive.clock.now() - 5_000);
  const times = ticks.filter(({ symbol }) => symbol === SYMBOL).map(({ timeMs }) => timeMs);
  expect(Math.max(...times.slice(1).map((timeMs, row) => timeMs - (times[row] ?? 0)))).toBeLessThanOrEqual(4_000);
});

it('the Deriv price feed sends Deriv a single request for a day of candles that is read in six parts', async () => {
  const endMs = Math.floor(START_MS / MINUTE_MS) * MINUTE_MS;
  const lengths: number[] = [];
  const before = asked.filter((call) => call === 'ticks_history').length;
  for (let toMs = endMs; toMs > endMs - DAY_MS; toMs -= DAY_MS / 6) {
    const slice = await drive.settled('a slice', feed.historyCandles(SYMBOL, toMs - DAY_MS / 6, toMs));
    if (!slice.ok) throw new Error(slice.error);
    expect(slice.value.time[0]).toBe((toMs - DAY_MS / 6) / 1_000);
    lengths.push(slice.value.length);
  }
  expect(lengths).toEqual([240, 240, 240, 240, 240, 240]);
  expect(asked.filter((call) => call === 'ticks_history').length - before).toBe(1);
  const running = await drive.settled(
    'the running minute',
    feed.historyCandles(SYMBOL, endMs - 60_000, endMs + 60_000),
  );
  expect(running).toMatchObject({ ok: true, value: { length: 1 } });
  expect(await feed.historyCandles('NOPE', 0, 1)).toEqual({ ok: false, error: 'unknown_symbol' });
});

it('the Deriv price feed reports within a minute that a market has closed or reopened', async () => {
  start();
  await drive.advance(2_000);
  deriv.market.setOpen(SYMBOL, false);
  await drive.until('the closing to be seen', () => !isOpen(), 61_000);
  deriv.market.setOpen(SYMBOL, true);
  await drive.until('the opening to be seen', isOpen, 61_000);
  const count = ticks.filter(({ symbol }) => symbol === SYMBOL).length;
  await drive.advance(10_000);
  expect(ticks.filter(({ symbol }) => symbol === SYMBOL).length).toBeGreaterThan(count);
});

it('the Deriv price feed fails to open if Deriv is unreachable, and leaves no connection open', async () => {
  await deriv.stop();
  const opened = await drive.settled('the feed', openDerivFeed(options()));
  expect(opened).toMatchObject({ ok: false, error: { kind: 'network' } });
  expect(await drive.settled('history', feed.historyCandles(SYMBOL, 0, 60_000))).toEqual({
    ok: false,
    error: 'unreachable',
  });
});
