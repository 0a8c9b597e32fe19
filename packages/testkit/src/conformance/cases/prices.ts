import { expect } from 'vitest';
import type { ConformanceOptions } from '../options.ts';
import { testWithStage } from '../stage.ts';
import { expectCandles, expectGenuineTicks, expectNoGap } from './expect-prices.ts';

/** Tests the prices that `watch` and `candles` return. */
export function describePrices(options: ConformanceOptions): void {
  const { symbol, supports } = options;

  testWithStage(
    options,
    'publishes every tick once, in ascending order, until the subscription is cancelled',
    async (stage) => {
      const { session, listener } = await stage.connected(1);
      const cancel = session.watch(symbol);
      const fromMs = stage.drive.clock.now();
      await stage.drive.advance(60_000);
      cancel();
      await stage.drive.advance(3_000);
      const count = listener.ticks.length;
      expectGenuineTicks(stage, listener.ticks, symbol, supports.historyStepMs);
      const live = listener.ticks.filter(({ timeMs }) => timeMs > fromMs);
      expect(live.length).toBeGreaterThan(
        0.7 * stage.simulator.market.ticks(stage.simulated(symbol), fromMs, fromMs + 60_000).length,
      );
      expectNoGap(listener.ticks);
      await stage.drive.advance(20_000);
      expect(listener.ticks.length).toBe(count);
    },
  );

  testWithStage(
    options,
    'publishes no tick twice or out of order, even if the broker repeats and reorders ticks',
    async (stage) => {
      const { session, listener } = await stage.connected(1);
      stage.simulator.market.stutter();
      session.watch(symbol);
      await stage.drive.advance(30_000);
      expectGenuineTicks(stage, listener.ticks, symbol);
      expectNoGap(listener.ticks);
    },
  );

  testWithStage(
    options,
    'resubscribes after a disconnect and fills the gap with ticks marked as backfilled',
    async (stage) => {
      const { session, listener } = await stage.connected(1);
      session.watch(symbol);
      await stage.drive.advance(20_000);
      await stage.simulator.stop();
      await stage.drive.advance(40_000);
      await stage.simulator.restart();
      await stage.drive.until('the connection to be back', () => session.state().status === 'connected', 90_000);
      const backMs = stage.drive.clock.now();
      await stage.drive.advance(20_000);
      expectGenuineTicks(stage, listener.ticks, symbol, supports.historyStepMs);
      expectNoGap(listener.ticks);
      expect(listener.ticks.some(({ backfilled }) => backfilled)).toBe(true);
      expect(listener.ticks.at(-1)?.timeMs).toBeGreaterThan(backMs + 10_000);
    },
  );

  testWithStage(
    options,
    'continues after the last tick of an earlier session, with the missed ticks first',
    async (stage) => {
      const { session, listener } = await stage.connected(1);
      const leftMs = stage.drive.clock.now() - 30_000;
      session.watch(symbol, leftMs);
      await stage.drive.advance(20_000);
      expectGenuineTicks(stage, listener.ticks, symbol, supports.historyStepMs);
      expectNoGap(listener.ticks);
      const [first] = listener.ticks;
      expect(first?.backfilled).toBe(true);
      expect(first?.timeMs).toBeGreaterThan(leftMs);
      expect(first?.timeMs).toBeLessThan(leftMs + 10_000);
    },
  );

  testWithStage(options, 'returns closed candles that equal those of the market', async (stage) => {
    const { session } = await stage.connected(1);
    const endMs = Math.floor(stage.drive.clock.now() / 60_000) * 60_000;
    const fromMs = endMs - 20 * 60_000;
    const answer = await stage.drive.settled('candles', session.candles(symbol, 60, fromMs, endMs + 60_000));
    if (!answer.ok) throw new Error(answer.error.kind);
    const made = stage.simulator.market.candles(stage.simulated(symbol), 60, fromMs, endMs - 1);
    expectCandles(answer.value, made);
  });
}
