import { describe, expect, it } from 'vitest';
import { EvidenceFold } from './evidence/evidence-fold.ts';
import { liveCard } from './live-card.ts';
import { type WinRateCard, winRateCard } from './win-rate-card.ts';

const PAYOUT = 0.85;

/** Returns the evidence of trades that follow each other: first the won ones, then the lost ones. */
function foldOf(won: number, lost: number, payoutRatio: number | null = PAYOUT): EvidenceFold {
  const fold = new EvidenceFold();
  for (let index = 0; index < won + lost; index += 1) {
    fold.enter(String(index), { entryMs: 2 * index, expiryMs: 2 * index + 1, payoutRatio });
    fold.settle(String(index), { kind: index < won ? 'won' : 'lost' });
  }
  return fold;
}

function measured(card: WinRateCard) {
  if (card.kind !== 'measured') throw new Error(card.kind);
  return card;
}

const cardOf = (won: number, lost: number, limits?: { above: number; below: number }) =>
  measured(liveCard(foldOf(won, lost), limits));

describe('the card of live trades, which is read after each trade', () => {
  it('requires more evidence than a card that is read once', () => {
    expect(measured(winRateCard({ won: 133, lost: 82, tied: 0, averagePayoutRatio: PAYOUT })).verdict).toBe('above');
    expect(cardOf(133, 82).verdict).toBe('indistinguishable');
    expect(cardOf(400, 200).verdict).toBe('above');
    expect(cardOf(200, 400).verdict).toBe('below');
  });

  it('is decided before 30 trades if the evidence suffices, and is a short sample otherwise', () => {
    expect(cardOf(20, 0).verdict).toBe('above');
    expect(cardOf(12, 8).verdict).toBe('short_sample');
  });

  it('has an interval of win rates that excludes break-even exactly if there is a verdict', () => {
    for (const [won, lost] of [
      [400, 200],
      [133, 82],
      [200, 400],
    ] as const) {
      const { interval, breakEven, verdict, rate } = cardOf(won, lost);
      expect([interval.low > breakEven, interval.high < breakEven]).toEqual([verdict === 'above', verdict === 'below']);
      expect(interval.low).toBeLessThan(rate);
      expect(interval.high).toBeGreaterThan(rate);
    }
  });

  it('has a wider interval and a later verdict if it is seen together with other cards', () => {
    const limits = { above: 1e12, below: 1e12 };
    expect(cardOf(400, 200, limits).verdict).toBe('indistinguishable');
    expect(cardOf(400, 200, limits).interval.low).toBeLessThan(cardOf(400, 200).interval.low);
  });

  it("is not 'above' if only the trades with a bet are; its interval contains the rate of all trades", () => {
    // 400 of 600 bets are won, but the trades that overlap them lose so often that all trades together lose.
    const fold = foldOf(400, 200);
    fold.enter('long', { entryMs: 5_000, expiryMs: 9_000, payoutRatio: PAYOUT });
    for (let index = 0; index < 700; index += 1) {
      fold.enter(`inside-${index}`, { entryMs: 5_001 + index, expiryMs: 8_000, payoutRatio: PAYOUT });
      fold.settle(`inside-${index}`, { kind: 'lost' });
    }
    const { verdict, interval, rate, decided } = measured(liveCard(fold));
    expect([verdict, decided]).toEqual(['indistinguishable', 1_300]);
    expect(interval.low).toBe(rate);
  });

  it('has no verdict without a known payout or without decided trades', () => {
    expect(liveCard(foldOf(3, 2, null)).kind).toBe('unpriced');
    expect(liveCard(new EvidenceFold())).toEqual({ kind: 'undecided', tied: 0 });
    expect(measured(liveCard(foldOf(3, 2, null), undefined, 0.8)).verdict).toBe('short_sample');
  });
});
