import { SeededRng } from '@vigia/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CandleColumns } from '#candles/index.ts';
import { ratio } from '#kernel/index.ts';
import { type BacktestFigures, type BacktestSubject, reportOf, runBacktest } from './index.ts';
import { foldOf, OPTIONS, plantedEdge, randomWalk, setup, strategy, UTC, valueOf } from './testing.ts';

const SEEDS = 2_000;
/** A fair random walk, on which every rule wins with a probability of exactly one half. */
const TRUTH = 0.5;

/** The expiry is one candle, so that each trade ends before the next one begins. */
const SUBJECTS: readonly [string, BacktestSubject, number][] = [
  ['an RSI strategy', strategy('rsi', { rsi_period: 5, oversold: 40, overbought: 60 }), 700],
  ['crossing averages', strategy('moving_average', { fast: 2, slow: 5 }), 700],
  [
    'a PCR setup',
    setup({ patterns: { minLength: 2, requiredCriteria: 2 }, entryPoints: ['ruptura', 'zona_fina'] }),
    700,
  ],
];

/** Builds a report like the product, but without the drawdown band, which is slow and does not affect the verdict. */
const report = (candles: CandleColumns, subject: BacktestSubject, payout = 0.85): BacktestFigures => {
  const run = valueOf(runBacktest(candles, subject, { ...OPTIONS, payout: ratio(payout) }));
  return reportOf(run, { zoneOffsetMs: UTC, rng: null });
};

const measured = ({ card }: BacktestFigures) => {
  if (card.kind !== 'measured') throw new Error('nothing was decided');
  return card;
};

describe.each(SUBJECTS)('the verdict on %s over 2,000 random walks', (_name, subject, length) => {
  // A break-even of one half is the hardest case: a payout below 1 only makes the verdict rarer.
  const cardOf = (seed: number) => {
    const figures = report(randomWalk(new SeededRng(seed), length), subject, 1);
    return { ...measured(figures), overlapping: figures.overlapping };
  };
  let cards: readonly ReturnType<typeof cardOf>[] = [];
  beforeAll(() => {
    cards = Array.from({ length: SEEDS }, (_, seed) => cardOf(seed));
  }, 120_000);
  const fraction = (holds: (card: ReturnType<typeof cardOf>) => boolean): number => cards.filter(holds).length / SEEDS;

  it("is 'above' in at most one of twenty runs if the win rate is the break-even rate", async ({ annotate }) => {
    const above = fraction(({ verdict }) => verdict === 'above');
    await annotate(
      `above ${(100 * above).toFixed(2)} %, below ${(100 * fraction(({ verdict }) => verdict === 'below')).toFixed(2)} %`,
    );
    expect(above).toBeLessThanOrEqual(0.05);
    // The bound proves something only if some report has this verdict.
    expect(above).toBeGreaterThan(0);
  });

  it('has a confidence interval that contains the true rate in 93 to 97 of a hundred runs', async ({ annotate }) => {
    const covered = fraction(({ interval }) => interval.low <= TRUTH && TRUTH <= interval.high);
    const decided = cards.map((card) => card.decided).toSorted((a, b) => a - b);
    await annotate(`covered ${(100 * covered).toFixed(2)} %, ${decided[0]} to ${decided.at(-1)} trades`);
    expect(covered).toBeGreaterThanOrEqual(0.93);
    expect(covered).toBeLessThanOrEqual(0.97);
  });

  it('is based on at least thirty trades that do not overlap', () => {
    expect(cards.some(({ overlapping }) => overlapping)).toBe(false);
    expect(cards.every(({ decided }) => decided >= 30)).toBe(true);
  });
});

describe('the verdict on a market where the tested rule wins 60 % of trades', () => {
  const subject = strategy('rsi', { rsi_period: 3, oversold: 40, overbought: 60 });
  const SIGNALS = 2_000;
  const MARKETS = 100;

  it("is 'above' after 2,000 signals in more than 95 of a hundred runs", async ({ annotate }) => {
    let found = 0;
    let rates = 0;
    for (let seed = 0; seed < MARKETS; seed += 1) {
      const whole = plantedEdge(new SeededRng(seed), 12_000, foldOf(subject), 0.6);
      const { trades } = valueOf(runBacktest(whole, subject, OPTIONS));
      const endMs = trades.expiryMs[SIGNALS - 1] ?? NaN;
      const length = whole.time.findIndex((time) => (time + 300) * 1_000 > endMs);
      const figures = report({ ...whole, length }, subject);
      expect(figures.trades).toBe(SIGNALS);
      const { verdict, rate } = measured(figures);
      rates += rate;
      if (verdict === 'above') found += 1;
    }
    await annotate(`found in ${found} of ${MARKETS}, win rate ${((100 * rates) / MARKETS).toFixed(2)} % on average`);
    expect(found / MARKETS).toBeGreaterThan(0.95);
    expect(rates / MARKETS).toBeCloseTo(0.6, 2);
  });
});
