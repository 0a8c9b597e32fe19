import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { emptyColumns, type TickColumns } from '#candles/index.ts';
import type { Signal } from '../signal/signal.ts';
import {
  LOOSE_SETUP,
  nothingObserved,
  type Ohlc,
  randomCandles,
  START,
  SUPPLY_ZONE,
  setupOf,
  TEST_TIMEFRAME_S,
} from '../testing.ts';
import { replayCandles, replayTicks } from './replay.ts';

const END_MS = (START + SUPPLY_ZONE.length * TEST_TIMEFRAME_S) * 1_000;

/** Returns ticks that build these candles: the open, high, low and close of each, a minute apart. */
function ticksOf(
  candles: readonly Ohlc[],
  ...more: readonly (readonly [timeMs: number, price: number])[]
): TickColumns {
  const ticks = candles.flatMap((candle, row) =>
    candle.map((price, index) => [(START + row * TEST_TIMEFRAME_S + index * 60) * 1_000, price] as const),
  );
  ticks.push(...more);
  return {
    length: ticks.length,
    timeMs: Float64Array.from(ticks, ([timeMs]) => timeMs),
    price: Float64Array.from(ticks, ([, price]) => price),
  };
}

describe('replayTicks', () => {
  it('processes a tick at the end of a candle after that candle', () => {
    const signals: Signal[] = [];
    const rules = setupOf({ trigger: 'touch' });
    const listener = { onSignal: (signal: Signal) => void signals.push(signal) };
    const replayed = replayTicks(ticksOf(SUPPLY_ZONE, [END_MS, 102.25]), rules, { listener });
    expect(signals).toMatchObject([{ entryTime: END_MS, entryPrice: 102.25 }]);
    expect(replayed).toMatchObject({
      candles: SUPPLY_ZONE.length,
      firstTime: START,
      lastTime: END_MS / 1_000 - TEST_TIMEFRAME_S,
      liveZones: [],
      pendingSignals: signals,
    });
  });

  it('finds nothing without ticks', () => {
    expect(replayTicks(ticksOf([]), setupOf({}), { listener: {} })).toEqual({
      candles: 0,
      firstTime: null,
      lastTime: null,
      liveZones: [],
      pendingSignals: [],
    });
  });
});

describe('replayCandles', () => {
  it('refuses a setup with the trigger "touch", which needs ticks', () => {
    expect(replayCandles(emptyColumns(0), setupOf({ trigger: 'touch' }), { listener: {} })).toEqual({
      ok: false,
      error: { reason: 'touch_needs_ticks' },
    });
  });

  it('finds the same signals with and without a listener of sequences', () => {
    const base = randomCandles(new SeededRng(5), 2_500, 60);
    for (const input of [{ ...LOOSE_SETUP }, { ...LOOSE_SETUP, timeframe: '1m' }, {}]) {
      const found = [true, false].map((listens) => {
        const seen = nothingObserved();
        const listener = {
          onSignal: (signal: Signal) => void seen.signals.push(signal),
          onSettlement: (settlement: (typeof seen.settlements)[number]) => void seen.settlements.push(settlement),
          ...(listens && { onSequence: () => undefined }),
        };
        return { replayed: replayCandles(base, setupOf(input), { listener }), ...seen };
      });
      expect(found[1]).toEqual(found[0]);
      if ('patterns' in input) expect(found[0]?.signals.length).toBeGreaterThan(5);
    }
  });
});
