import { expect } from 'vitest';
import type { Listener } from '../listener.ts';
import type { ConformanceOptions } from '../options.ts';
import { type Stage, scene } from '../stage.ts';

/** Some brokers tell time in whole seconds. */
const RESOLUTION_MS = 1_000;
/** The simulated market ticks every 0.2 to 2 s. */
const LARGEST_GAP_MS = 5_000;

/** What comes through `watch` and `candles`. */
export function describePrices(options: ConformanceOptions): void {
  const { symbol, supports } = options;

  scene(options, 'tells the market’s ticks as they come, ascending, each once, until cancelled', async (stage) => {
    const { session, listener } = await stage.connected(1);
    const cancel = session.watch(symbol);
    const fromMs = stage.drive.clock.now();
    await stage.drive.advance(60_000);
    cancel();
    await stage.drive.advance(3_000);
    const count = listener.ticks.length;
    expectHonest(stage, listener, symbol, supports.historyStepMs);
    const live = listener.ticks.filter(({ timeMs }) => timeMs > fromMs);
    expect(live.length).toBeGreaterThan(0.7 * stage.simulator.market.ticks(symbol, fromMs, fromMs + 60_000).length);
    expectNoGap(listener);
    await stage.drive.advance(20_000);
    expect(listener.ticks.length).toBe(count);
  });

  scene(options, 'tells no tick twice and none out of order, though the stream does', async (stage) => {
    const { session, listener } = await stage.connected(1);
    stage.simulator.market.stutter();
    session.watch(symbol);
    await stage.drive.advance(30_000);
    expectHonest(stage, listener, symbol);
    expectNoGap(listener);
  });

  scene(options, 'subscribes anew after a cut and fills the gap, marked as history', async (stage) => {
    const { session, listener } = await stage.connected(1);
    session.watch(symbol);
    await stage.drive.advance(20_000);
    await stage.simulator.stop();
    await stage.drive.advance(40_000);
    await stage.simulator.restart();
    await stage.drive.until('the connection to be back', () => session.state().status === 'connected', 90_000);
    const backMs = stage.drive.clock.now();
    await stage.drive.advance(20_000);
    expectHonest(stage, listener, symbol, supports.historyStepMs);
    expectNoGap(listener);
    expect(listener.ticks.some(({ backfilled }) => backfilled)).toBe(true);
    expect(listener.ticks.at(-1)?.timeMs).toBeGreaterThan(backMs + 10_000);
  });

  scene(options, 'begins where another session left off: what was missed since comes first', async (stage) => {
    const { session, listener } = await stage.connected(1);
    const leftMs = stage.drive.clock.now() - 30_000;
    session.watch(symbol, leftMs);
    await stage.drive.advance(20_000);
    expectHonest(stage, listener, symbol, supports.historyStepMs);
    expectNoGap(listener);
    const [first] = listener.ticks;
    expect(first?.backfilled).toBe(true);
    expect(first?.timeMs).toBeGreaterThan(leftMs);
    expect(first?.timeMs).toBeLessThan(leftMs + 10_000);
  });

  scene(options, 'serves closed candles as the market made them', async (stage) => {
    const { session } = await stage.connected(1);
    const endMs = Math.floor(stage.drive.clock.now() / 60_000) * 60_000;
    const fromMs = endMs - 20 * 60_000;
    const answer = await stage.drive.settled('candles', session.candles(symbol, 60, fromMs, endMs + 60_000));
    if (!answer.ok) throw new Error(answer.error.kind);
    const made = stage.simulator.market.candles(symbol, 60, fromMs, endMs - 1);
    const { length, time, open, high, low, close } = answer.value;
    expect([...time.slice(0, length)]).toEqual(made.map((candle) => candle.time));
    made.forEach((candle, row) => {
      expect(open[row]).toBeCloseTo(candle.open, 8);
      expect(high[row]).toBeCloseTo(candle.high, 8);
      expect(low[row]).toBeCloseTo(candle.low, 8);
      expect(close[row]).toBeCloseTo(candle.close, 8);
    });
  });
}

/** Each tick is one the market made, in order, and says whether it is news. */
function expectHonest(
  { simulator, drive }: Stage,
  { ticks }: Listener,
  symbol: string,
  historyStepMs = RESOLUTION_MS,
): void {
  const first = ticks.at(0)?.timeMs ?? 0;
  const made = simulator.market.ticks(symbol, first - 2 * historyStepMs, drive.clock.now());
  const prices = new Map([...made.timeMs].map((timeMs, row) => [timeMs, made.price[row]]));
  let lastMs = -Infinity;
  for (const { timeMs, price, toldAtMs, backfilled } of ticks) {
    expect(timeMs).toBeGreaterThan(lastMs);
    lastMs = timeMs;
    const stepMs = backfilled ? historyStepMs : RESOLUTION_MS;
    const isMade = [...prices].some(
      ([madeMs, madePrice]) => Math.abs(madeMs - timeMs) <= stepMs && Math.abs((madePrice ?? 0) - price) < 1e-9,
    );
    expect(isMade, `a tick of ${price} at ${timeMs}`).toBe(true);
    if (toldAtMs - timeMs > 3_000 + RESOLUTION_MS) expect(backfilled).toBe(true);
    if (toldAtMs - timeMs < 3_000 - RESOLUTION_MS) expect(backfilled).toBe(false);
  }
}

function expectNoGap({ ticks }: Listener): void {
  const gaps = ticks.slice(1).map(({ timeMs }, row) => timeMs - (ticks[row]?.timeMs ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(LARGEST_GAP_MS);
}
