import type { Candle, CandleColumns } from '@vigia/core/candles';
import { expect } from 'vitest';
import type { Listener } from '../listener.ts';
import type { Stage } from '../stage.ts';

export type ReceivedTick = Listener['ticks'][number];

/** Resolution of the times that brokers state. Some brokers state whole seconds. */
const RESOLUTION_MS = 1_000;
/** Largest accepted gap between two ticks; the simulated market ticks every 0.2 to 2 s. */
const LARGEST_GAP_MS = 5_000;

export const ticksOf = ({ ticks }: Listener, symbol: string): readonly ReceivedTick[] =>
  ticks.filter((tick) => tick.symbol === symbol);

/**
 * Expects that every tick exists in the simulated market, that the ticks are in order, and that late ticks are marked
 * as backfilled.
 */
export function expectGenuineTicks(
  stage: Stage,
  ticks: readonly ReceivedTick[],
  symbol: string,
  historyStepMs = RESOLUTION_MS,
): void {
  const first = ticks.at(0)?.timeMs ?? 0;
  const { simulator, drive } = stage;
  const made = simulator.market.ticks(stage.simulated(symbol), first - 2 * historyStepMs, drive.clock.now() + 1);
  const prices = new Map([...made.timeMs].map((timeMs, row) => [timeMs, made.price[row]]));
  let lastMs = -Infinity;
  for (const { timeMs, price, toldAtMs, backfilled } of ticks) {
    expect(timeMs).toBeGreaterThan(lastMs);
    lastMs = timeMs;
    const stepMs = backfilled ? historyStepMs : RESOLUTION_MS;
    const isMade = [...prices].some(
      ([madeMs, madePrice]) => Math.abs(madeMs - timeMs) <= stepMs && Math.abs((madePrice ?? 0) - price) < 1e-9,
    );
    expect(isMade, `a tick of ${symbol} of ${price} at ${timeMs}`).toBe(true);
    if (toldAtMs - timeMs > 3_000 + RESOLUTION_MS) expect(backfilled).toBe(true);
    if (toldAtMs - timeMs < 3_000 - RESOLUTION_MS) expect(backfilled).toBe(false);
  }
}

/** Expects that the ticks of one symbol have no gap. A history of longer candles may leave a gap of one candle. */
export function expectNoGap(ticks: readonly ReceivedTick[], historyStepMs = RESOLUTION_MS): void {
  const gaps = ticks.slice(1).map(({ timeMs }, row) => timeMs - (ticks[row]?.timeMs ?? 0));
  expect(Math.max(...gaps), ticks[0]?.symbol).toBeLessThanOrEqual(LARGEST_GAP_MS + historyStepMs - RESOLUTION_MS);
}

/** Expects that the published candles are exactly the candles of the simulated market. */
export function expectCandles(published: CandleColumns, made: readonly Candle[]): void {
  const { length, time, open, high, low, close } = published;
  expect(Array.from(time.slice(0, length))).toEqual(made.map((candle) => candle.time));
  made.forEach((candle, row) => {
    expect(open[row]).toBeCloseTo(candle.open, 8);
    expect(high[row]).toBeCloseTo(candle.high, 8);
    expect(low[row]).toBeCloseTo(candle.low, 8);
    expect(close[row]).toBeCloseTo(candle.close, 8);
  });
}
