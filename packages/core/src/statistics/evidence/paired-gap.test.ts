import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { pairedGap, type TradedPair } from './paired-gap.ts';

const PAYOUT = 0.85;

const pair = (index: number, firstReturnRatio: number, secondReturnRatio: number): TradedPair => ({
  entryMs: 2 * index,
  expiryMs: 2 * index + 1,
  firstReturnRatio,
  secondReturnRatio,
});

/** Returns pairs that agree, except that the second loses a share of the trades that the first wins. */
function drawn(seed: number, count: number, lostRatio: number): TradedPair[] {
  const rng = new SeededRng(seed);
  return Array.from({ length: count }, (_, index) => {
    const isWon = rng.next() < 0.5;
    const isLostAtSecond = rng.next() < lostRatio;
    return pair(index, isWon ? PAYOUT : -1, isWon && !isLostAtSecond ? PAYOUT : -1);
  });
}

describe('pairedGap', () => {
  it('returns null without pairs', () => {
    expect(pairedGap([])).toBeNull();
  });

  it('returns both means and their difference', () => {
    const gap = pairedGap([pair(0, PAYOUT, -1), pair(1, -1, -1), pair(2, PAYOUT, PAYOUT)]);
    expect(gap).toMatchObject({ pairs: 3 });
    expect(gap?.firstReturnRatio).toBeCloseTo((2 * PAYOUT - 1) / 3, 12);
    expect(gap?.gapRatio).toBeCloseTo((PAYOUT + 1) / 3, 12);
  });

  it('returns wide bounds for a few pairs, and narrow bounds for many', () => {
    const [few, many] = [pairedGap(drawn(1, 5, 0)), pairedGap(drawn(1, 1_000, 0))];
    expect(few).toMatchObject({ gapRatio: 0 });
    expect(few?.high).toBeGreaterThan(0.5);
    expect(many?.high).toBeLessThan(0.2);
    expect(many?.low).toBeGreaterThan(-0.2);
  });

  it('returns bounds above zero if the second account loses trades that the first wins', () => {
    const gap = pairedGap(drawn(2, 1_000, 0.3));
    const trueGap = 0.5 * 0.3 * (1 + PAYOUT);
    expect(gap?.low).toBeGreaterThan(0);
    expect(gap?.low).toBeLessThan(trueGap);
    expect(gap?.high).toBeGreaterThan(trueGap);
  });

  it('covers the true gap in at least 95 % of 60 worlds of 100 pairs', () => {
    const trueGap = 0.5 * 0.1 * (1 + PAYOUT);
    const worlds = Array.from({ length: 60 }, (_, seed) => pairedGap(drawn(seed, 100, 0.1)));
    const covered = worlds.filter((gap) => gap !== null && gap.low <= trueGap && trueGap <= gap.high);
    expect(covered.length).toBeGreaterThanOrEqual(57);
  });
});
