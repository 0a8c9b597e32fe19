import { CaseTally, minimumCount, PROPERTY_SEED, propertyRuns, SeededRng } from '@vigia/testkit';
import { randomStrategy } from '@vigia/testkit/plain-rules';
import { describe, expect, it } from 'vitest';
import { type CandleColumns, candleAt } from '#candles/index.ts';
import { ratio } from '#kernel/index.ts';
import { completeRules, OPEN_GATES, PRESET_TYPES, type StrategyRules } from '#strategies/index.ts';
import { TIMEFRAME_SECONDS } from '#vocabulary/index.ts';
import {
  type BacktestOptions,
  RESULT_CODES,
  runBacktest,
  type SweepVariant,
  sweepChunk,
  sweepLayout,
} from './index.ts';
import { historyOf } from './run-backtest.ts';
import { SharedHistory } from './shared-history.ts';
import { gappyWalk, liveTrades, OPTIONS, randomWalk, setup, strategy, valueOf } from './testing.ts';

const ROWS = 1_500;
const TIMEFRAMES = ['1m', '5m', '15m'] as const;
const DURATIONS = [15, 15, 30, 45, 60, 240, 1_440];
const HOUR_MS = 3_600_000;

/** Payouts that change every hour between 70 % and 95 %. */
const hourly = (entryMs: number) => ratio((70 + ((Math.floor(entryMs / HOUR_MS) * 7) % 26)) / 100);
const PAYOUTS: readonly BacktestOptions['payout'][] = [OPTIONS.payout, hourly];

const RANGES: Readonly<Record<(typeof PRESET_TYPES)[number], (roll: () => number) => object>> = {
  rsi: (roll) => ({ rsi_period: 2 + roll(), oversold: 30 + roll(), overbought: 55 + roll() }),
  macd: (roll) => ({ fast: 2 + roll(), slow: 12 + roll(), signal: 1 + roll() }),
  bollinger: (roll) => ({ period: 2 + roll(), std_dev: 1 + roll() / 10, squeeze_threshold: 0.001 * roll() }),
  moving_average: (roll) => ({ fast: 1 + roll(), slow: 12 + roll(), ma_type: roll() < 5 ? 'ema' : 'sma' }),
  stochastic: (roll) => ({ k_period: 2 + roll(), k_smoothing: 1 + roll(), d_period: 2 + roll(), oversold: 40 }),
  engulfing: (roll) => ({ body_ratio: 1 + roll() / 10, trend_candles: roll() }),
};

/** Rules of a random kind: half of them presets, half of them own rules with random gates. */
function randomRules(rng: SeededRng, base: CandleColumns): StrategyRules {
  const roll = (): number => Math.floor(rng.next() * 10);
  const one = <Value>(values: readonly Value[]): Value => values[Math.floor(rng.next() * values.length)] as Value;
  const duration = one(DURATIONS);
  const gates = { ...OPEN_GATES, cooldown_candles: roll(), payout_min: one([null, 0.8]), time_zone: 'America/Bogota' };
  if (rng.next() < 0.5) {
    const type = one(PRESET_TYPES);
    return completeRules(type, { ...RANGES[type](roll), duration, ...(rng.next() < 0.5 && { gates }) });
  }
  const bars = Array.from({ length: 200 }, (_, row) => candleAt(base, row));
  const { parameters } = randomStrategy(rng, bars);
  const own = { ...OPEN_GATES, ...parameters.gates };
  return completeRules('custom', { ...parameters, duration, gates: own });
}

function example(seed: number) {
  const rng = new SeededRng(seed);
  const walk = rng.next() < 0.7 ? gappyWalk(rng, ROWS) : randomWalk(rng, ROWS, 60);
  const timeframe = TIMEFRAMES[seed % TIMEFRAMES.length] ?? '5m';
  const options = { ...OPTIONS, payout: PAYOUTS[Math.floor(seed / 3) % PAYOUTS.length] ?? OPTIONS.payout };
  const rules = Array.from({ length: 8 }, () => randomRules(rng, walk));
  return { base: walk, timeframe, options, rules };
}

const NAMES = new Map(Object.entries(RESULT_CODES).map(([name, code]) => [code as number, name]));

describe('strategies over a shared history, and separate backtests of each,', () => {
  it('have exactly the trades of the code of live signals', () => {
    const tally = new CaseTally();
    for (let seed = PROPERTY_SEED; seed < PROPERTY_SEED + propertyRuns(80); seed += 1) {
      const { base, timeframe, options, rules } = example(seed);
      const first = { kind: 'strategy', rules: rules[0] ?? completeRules('rsi'), timeframe } as const;
      const history = valueOf(historyOf(base, first, options));
      const shared = new SharedHistory(history, { stakeMinor: options.stakeMinor, payoutOf: () => options.payout });
      expect(history.timeframeSeconds).toBe(TIMEFRAME_SECONDS[timeframe]);
      for (const one of rules) {
        const trades = liveTrades(history, one, options);
        const note = `seed ${seed}: ${JSON.stringify(one)}`;
        expect(shared.trades(one), note).toEqual(trades);
        expect(valueOf(runBacktest(base, { kind: 'strategy', rules: one, timeframe }, options)).trades, note).toEqual(
          trades,
        );
        tally.add(one.type);
        for (const result of trades.result) tally.add(NAMES.get(result) ?? '');
        if (one.parameters.gates?.payout_min) tally.add('payout_min');
      }
    }
    expect(tally.below(minimumCount(20), [...PRESET_TYPES, 'custom', 'payout_min', ...NAMES.values()])).toEqual([]);
  });
});

describe('a shared history', () => {
  it('calls a payout function once for each candle with a signal, for all strategies of one duration', () => {
    const base = gappyWalk(new SeededRng(PROPERTY_SEED), ROWS);
    const asked: number[] = [];
    const payout = (entryMs: number) => {
      asked.push(entryMs);
      return hourly(entryMs);
    };
    const subject = strategy('rsi', { rsi_period: 4, oversold: 40, duration: 15 });
    if (subject.kind !== 'strategy') throw new Error('the subject is a strategy');
    const history = valueOf(historyOf(base, subject, OPTIONS));
    const shared = new SharedHistory(history, { stakeMinor: OPTIONS.stakeMinor, payoutOf: () => payout });
    const { length } = shared.trades(subject.rules);
    shared.trades(subject.rules);
    expect(length).toBeGreaterThan(10);
    expect(asked).toEqual([...new Set(asked)]);
  });
});

describe('a sweep', () => {
  it('has the same rows as separate backtests of its variants, if the payout depends on the duration', () => {
    const base = gappyWalk(new SeededRng(PROPERTY_SEED), 3_000);
    const variants = [15, 30, 15, 45].map((duration): SweepVariant => {
      return { values: { duration }, subject: strategy('rsi', { rsi_period: 4, oversold: 40, duration }) };
    });
    const layout = sweepLayout(base, variants, 4);
    const ofLength = (length: object) => ('minutes' in length && length.minutes === 30 ? ratio(0.7) : hourly);
    const rows = valueOf(sweepChunk(base, variants, layout, { ...OPTIONS, payout: { ofLength } }));
    const alone = [hourly, ratio(0.7), hourly, hourly].flatMap((payout, index) => [
      ...valueOf(sweepChunk(base, variants.slice(index, index + 1), layout, { ...OPTIONS, payout })),
    ]);
    expect([...rows]).toEqual(alone);
    expect(rows.some((value) => value > 0)).toBe(true);
  });

  it('gives setups the payout of their duration', () => {
    const base = gappyWalk(new SeededRng(PROPERTY_SEED), 3_000);
    const loose = { patterns: { minLength: 2, requiredCriteria: 2 }, entryPoints: ['ruptura'], expiry: 5 };
    const variants: readonly SweepVariant[] = [{ values: {}, subject: setup(loose) }];
    const layout = sweepLayout(base, variants, 2);
    const rows = valueOf(sweepChunk(base, variants, layout, { ...OPTIONS, payout: { ofLength: () => ratio(0.7) } }));
    expect([...rows]).toEqual([...valueOf(sweepChunk(base, variants, layout, { ...OPTIONS, payout: ratio(0.7) }))]);
    expect([...rows]).not.toEqual([...valueOf(sweepChunk(base, variants, layout, OPTIONS))]);
  });
});
