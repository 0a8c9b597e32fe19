import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { FRACTIONS } from './bettors.ts';
import { DECISIVE, type EvidenceTrade, evidenceOf, verdictOfEvidence } from './evidence.ts';
import { meanSequence } from './mean-sequence.ts';

const PAYOUT = 0.85;
const BREAK_EVEN = 1 / (1 + PAYOUT);

/** Returns a trade that ends before the next one of the same series begins. */
const trade = (index: number, returnRatio: number | null, payoutRatio = PAYOUT): EvidenceTrade => ({
  entryMs: 2 * index,
  expiryMs: 2 * index + 1,
  payoutRatio,
  returnRatio,
});

/** Returns trades with these returns, one after another. */
const series = (...returns: readonly number[]): EvidenceTrade[] => returns.map((each, index) => trade(index, each));

/** Returns random trades, won with the given probability. */
function drawn(seed: number, count: number, chance: number, payoutRatio = PAYOUT): EvidenceTrade[] {
  const rng = new SeededRng(seed);
  return Array.from({ length: count }, (_, index) => trade(index, rng.next() < chance ? payoutRatio : -1, payoutRatio));
}

const meanOver = (of: (fraction: number) => number): number =>
  FRACTIONS.reduce((sum, fraction) => sum + of(fraction), 0) / FRACTIONS.length;

describe('the evidence of trades that follow each other', () => {
  it('is the mean product of all bets, by hand', () => {
    expect(evidenceOf([])).toEqual({ above: 1, below: 1 });
    const { above, below } = evidenceOf(series(PAYOUT, -1, PAYOUT, 0));
    expect(above).toBeCloseTo(
      meanOver((c) => (1 + c * PAYOUT) ** 2 * (1 - c)),
      12,
    );
    expect(below).toBeCloseTo(
      meanOver((c) => (1 - c) ** 2 * (1 + c / PAYOUT)),
      12,
    );
  });

  it('is not changed by ties and voids, and counts each trade with its own payout', () => {
    expect(evidenceOf(series(0, 0, 0))).toEqual({ above: expect.closeTo(1, 12), below: expect.closeTo(1, 12) });
    const mixed = [trade(0, 0.5, 0.5), trade(1, -1, 0.95)];
    expect(evidenceOf(mixed).above).toBeCloseTo(
      meanOver((c) => (1 + c * 0.5) * (1 - c)),
      12,
    );
    expect(evidenceOf(mixed).below).toBeCloseTo(
      meanOver((c) => (1 - c) * (1 + c / 0.95)),
      12,
    );
  });

  it('stays a finite number over ten thousand won trades', () => {
    const { above } = evidenceOf(drawn(1, 10_000, 1));
    expect(Number.isFinite(above)).toBe(true);
    expect(above).toBeGreaterThan(1e100);
  });
});

describe('the evidence of trades that overlap', () => {
  it('stakes only what is not staked on open trades', () => {
    const both = [
      { entryMs: 0, expiryMs: 10, payoutRatio: PAYOUT, returnRatio: PAYOUT },
      { entryMs: 5, expiryMs: 15, payoutRatio: PAYOUT, returnRatio: PAYOUT },
    ];
    const gain = (c: number) => 1 - c - (1 - c) * c + (c + (1 - c) * c) * (1 + PAYOUT);
    expect(evidenceOf(both).above).toBeCloseTo(meanOver(gain), 12);
  });

  it('counts the stake of an open trade as lost, so an open win proves nothing yet', () => {
    expect(evidenceOf([...series(PAYOUT), { ...trade(1, null), expiryMs: 100 }]).above).toBeCloseTo(
      meanOver((c) => 1 + c * PAYOUT),
      12,
    );
    const open = [{ ...trade(0, null), expiryMs: 100 }, trade(1, PAYOUT)];
    expect(evidenceOf(open).above).toBeLessThan(evidenceOf(open.slice(1)).above);
  });
});

describe('the verdict of the evidence', () => {
  it.each([
    [{ above: DECISIVE, below: 0 }, 'above'],
    [{ above: 0, below: DECISIVE }, 'below'],
    [{ above: DECISIVE - 0.01, below: DECISIVE - 0.01 }, 'open'],
  ] as const)('of %o is %s', (evidence, verdict) => {
    expect(verdictOfEvidence(evidence)).toBe(verdict);
  });
});

describe('the confidence sequence of the mean return', () => {
  it('covers the whole range without trades, and contains zero exactly while the verdict is open', () => {
    expect(meanSequence([])).toEqual({ low: -1, high: 0 });
    for (const chance of [0.3, BREAK_EVEN, 0.9]) {
      const trades = drawn(5, 200, chance);
      const { low, high } = meanSequence(trades);
      const verdict = verdictOfEvidence(evidenceOf(trades));
      expect([low > 0, high < 0]).toEqual([verdict === 'above', verdict === 'below']);
    }
  });
});
