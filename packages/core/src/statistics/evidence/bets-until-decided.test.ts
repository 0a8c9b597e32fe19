import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { betsUntilDecided } from './bets-until-decided.ts';
import { EvidenceFold } from './evidence-fold.ts';

const PAYOUT = 0.85;

/** Returns whether a series of bets becomes 'above' within the given number of bets. */
function isDecidedWithin(seed: number, trueRate: number, bets: number, limit: number): boolean {
  const [rng, fold] = [new SeededRng(seed), new EvidenceFold()];
  for (let count = 0; count < bets; count += 1) {
    fold.enter(String(count), { entryMs: 2 * count, expiryMs: 2 * count + 1, payoutRatio: PAYOUT });
    fold.settle(String(count), { kind: rng.next() < trueRate ? 'won' : 'lost' });
    if (fold.evidence().above >= limit) return true;
  }
  return false;
}

describe('the number of bets until a card is decided', () => {
  it.each([
    [0.65, 40],
    [0.7, 320],
  ])('is the one after which 80 %% of simulated cards are decided: rate %s, limit %s', (rate, limit) => {
    const bets = betsUntilDecided(rate, PAYOUT, limit);
    if (bets === null) throw new Error('no number of bets');
    const seeds = Array.from({ length: 400 }, (_, index) => 1 + 7_919 * index);
    const share = seeds.filter((seed) => isDecidedWithin(seed, rate, bets, limit)).length / seeds.length;
    // Three standard deviations of a share of 80 % over 400 seeds are 6 %.
    expect(Math.abs(share - 0.8)).toBeLessThan(0.06);
  });

  it('grows as the rate comes closer to break-even, and with the number of cards seen together', () => {
    const needed = [0.7, 0.65, 0.6, 0.58].map((rate) => betsUntilDecided(rate, PAYOUT) ?? NaN);
    expect(needed).toEqual([...needed].sort((a, b) => a - b));
    expect(betsUntilDecided(0.6, PAYOUT, 400) ?? 0).toBeGreaterThan(betsUntilDecided(0.6, PAYOUT) ?? Infinity);
  });

  it('does not exist for a rate that is not above break-even, or hardly above it', () => {
    expect(betsUntilDecided(0.58, 0.7)).toBeNull();
    expect(betsUntilDecided(0.5, 1)).toBeNull();
    expect(betsUntilDecided(0.541, PAYOUT)).toBeNull();
  });
});
