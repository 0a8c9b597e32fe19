/**
 * Measures the verdicts of live cards, which are read after every trade (docs/spec/statistics.md §8): how often they
 * are wrong without an edge, how soon they find one, and how often the confidence sequence misses the true mean. The
 * output is one line of JSON per measure: `{name, measured, limit, passed}`. Options: `--seeds N` for the series of
 * trades (2,000), `--walks N` for the price walks (200), `--trades N` (5,000).
 */
import { parseArgs } from 'node:util';
import { RESULT_CODES, runBacktest } from '@vigia/core/backtest';
import { minorUnits, ratio } from '@vigia/core/kernel';
import {
  DECISIVE_EVIDENCE,
  EVIDENCE_LEVEL,
  type Evidence,
  EvidenceFold,
  evidenceAfterEach,
  evidenceLimitsAmong,
} from '@vigia/core/statistics';
import { completeRules } from '@vigia/core/strategies';
import { SeededRng } from '@vigia/testkit';
import { valueOf } from './subjects.ts';
import { syntheticCandles } from './synthetic-candles.ts';

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    walks: { type: 'string', default: '200' },
    trades: { type: 'string', default: '5000' },
  },
});
const [SEEDS, WALKS, TRADES] = [Number(options.seeds), Number(options.walks), Number(options.trades)];

const PAYOUT = 0.85;
const BREAK_EVEN = 1 / (1 + PAYOUT);
const CARDS = 10;
const DURATIONS = [60, 240, 1_440];
const CANDLES = 20_000;

const rngOf = (seed: number): SeededRng => new SeededRng(20_261_128 + 7_919 * seed);
const shareOf = (count: number, of: (seed: number) => boolean): number =>
  Array.from({ length: count }, (_, seed) => of(seed)).filter(Boolean).length / count;

/** Returns a limit on a share, with two standard errors for the number of repetitions. */
const withLuck = (share: number, count: number): number =>
  Number((share + 2 * Math.sqrt((share * (1 - share)) / count)).toFixed(4));

function print(name: string, measured: number, limit: number, isFloor = false): void {
  const passed = isFloor ? measured >= limit : measured <= limit;
  console.log(JSON.stringify({ name, measured: Number(measured.toFixed(4)), limit, passed }));
}

/** A card whose trades follow each other, all with the same payout. */
class Card {
  readonly #fold = new EvidenceFold();
  #count = 0;

  settle(isWon: boolean, payoutRatio = PAYOUT): void {
    const id = String(this.#count);
    this.#fold.enter(id, { entryMs: 2 * this.#count, expiryMs: 2 * this.#count + 1, payoutRatio });
    this.#fold.settle(id, { kind: isWon ? 'won' : 'lost' });
    this.#count += 1;
  }

  evidence(mean = 0): Evidence {
    return this.#fold.evidence(mean);
  }
}

/** Returns the number of trades after which a series is first decided on a side; Infinity if never. */
function decidedAfter(seed: number, chance: number, trades: number, side: 'above' | 'below'): number {
  const [rng, card] = [rngOf(seed), new Card()];
  for (let count = 1; count <= trades; count += 1) {
    card.settle(rng.next() < chance);
    if (card.evidence()[side] >= DECISIVE_EVIDENCE) return count;
  }
  return Infinity;
}

/** Returns whether the confidence sequence contains the true mean after every trade. */
function alwaysCovers(seed: number, chance: number): boolean {
  const [rng, card] = [rngOf(seed), new Card()];
  const mean = chance * (1 + PAYOUT) - 1;
  for (let count = 1; count <= TRADES; count += 1) {
    card.settle(rng.next() < chance);
    const { above, below } = card.evidence(mean);
    if (above >= DECISIVE_EVIDENCE || below >= DECISIVE_EVIDENCE) return false;
  }
  return true;
}

/** Returns whether any of ten fair cards, each with a trade at a time, is ever 'above' under the limits of all. */
function anyOfTenAbove(seed: number): boolean {
  const rng = rngOf(seed);
  const cards = Array.from({ length: CARDS }, () => new Card());
  for (let count = 1; count <= TRADES; count += 1) {
    for (const card of cards) card.settle(rng.next() < BREAK_EVEN);
    const values = cards.map((card) => card.evidence().above);
    const limits = evidenceLimitsAmong(values, EVIDENCE_LEVEL);
    if (values.some((value, card) => value >= (limits[card] ?? Infinity))) return true;
  }
  return false;
}

/**
 * Returns whether a card without an edge is ever 'above' if its win rate depends on the payout: a payout of 95 % goes
 * with half of the trades won, a payout of 50 % with two of three.
 */
function aboveWithVaryingPayouts(seed: number): boolean {
  const [rng, card] = [rngOf(seed), new Card()];
  for (let count = 0; count < TRADES; count += 1) {
    const payoutRatio = rng.next() < 0.5 ? 0.95 : 0.5;
    card.settle(rng.next() < (payoutRatio === 0.95 ? 0.5 : 2 / 3), payoutRatio);
    if (card.evidence().above >= DECISIVE_EVIDENCE) return true;
  }
  return false;
}

/**
 * Returns the evidence after each trade of an RSI strategy on a fair random walk of one-minute candles, with a payout
 * of 100 %.
 */
function looksAtWalk(seed: number, duration: number): readonly Evidence[] {
  const candles = syntheticCandles(CANDLES, 60, 31 + 7_919 * seed);
  const subject = { kind: 'strategy', rules: completeRules('rsi', { duration }), timeframe: '1m' } as const;
  const { trades } = valueOf(runBacktest(candles, subject, { payout: ratio(1), stakeMinor: minorUnits(1_000) }));
  const returns = new Map<number, number>([
    [RESULT_CODES.won, 1],
    [RESULT_CODES.lost, -1],
    [RESULT_CODES.tied, 0],
    [RESULT_CODES.void, 0],
  ]);
  return evidenceAfterEach(
    Array.from({ length: trades.length }, (_, row) => ({
      entryMs: trades.entryMs[row] ?? NaN,
      expiryMs: trades.expiryMs[row] ?? NaN,
      payoutRatio: 1,
      returnRatio: returns.get(trades.result[row] ?? NaN) ?? null,
    })),
  );
}

for (const side of ['above', 'below'] as const) {
  const share = shareOf(SEEDS, (seed) => decidedAfter(seed, BREAK_EVEN, TRADES, side) < Infinity);
  print(`one fair card, ${TRADES} trades, ever ${side}`, share, withLuck(EVIDENCE_LEVEL, SEEDS));
}
print(
  `ten fair cards, ${TRADES} trades each, any ever above`,
  shareOf(SEEDS, anyOfTenAbove),
  withLuck(2 * EVIDENCE_LEVEL, SEEDS),
);
print(
  `payouts that vary against the trader, ${TRADES} trades, ever above`,
  shareOf(SEEDS, aboveWithVaryingPayouts),
  withLuck(EVIDENCE_LEVEL, SEEDS),
);
for (const chance of [BREAK_EVEN, 0.6]) {
  const share = shareOf(SEEDS, (seed) => alwaysCovers(seed, chance));
  print(
    `sequence covers a true ${(100 * chance).toFixed(1)} % at every look`,
    share,
    1 - withLuck(2 * EVIDENCE_LEVEL, SEEDS),
    true,
  );
}
print(
  'true 60 % found within 900 trades',
  shareOf(SEEDS, (seed) => decidedAfter(seed, 0.6, 900, 'above') <= 900),
  0.8,
  true,
);
for (const duration of DURATIONS) {
  const looks = Array.from({ length: WALKS }, (_, seed) => looksAtWalk(seed, duration));
  for (const side of ['above', 'below'] as const) {
    const share = looks.filter((each) => each.some((evidence) => evidence[side] >= DECISIVE_EVIDENCE)).length / WALKS;
    print(`RSI 1m, ${duration} min, ever ${side}`, share, withLuck(EVIDENCE_LEVEL, WALKS));
  }
}
