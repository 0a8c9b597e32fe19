import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { type Evidence, STAKE_FRACTIONS } from './bets.ts';
import { type EvidenceTrade, weighTrades } from './evidence.ts';
import { EvidenceFold } from './evidence-fold.ts';
import { DECISIVE_EVIDENCE, verdictOfEvidence } from './verdict.ts';

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

const evidenceOf = (trades: readonly EvidenceTrade[]): Evidence => weighTrades(trades).evidence();

const meanOver = (of: (fraction: number) => number): number =>
  STAKE_FRACTIONS.reduce((sum, fraction) => sum + of(fraction), 0) / STAKE_FRACTIONS.length;

describe('the evidence of trades that follow each other', () => {
  it('equals the manually calculated mean of the products of all bets', () => {
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
  const single = { payoutRatio: PAYOUT, returnRatio: PAYOUT };

  it('bets on a trade only if no earlier bet is open at its entry', () => {
    const bets = [
      { ...single, entryMs: 0, expiryMs: 10 },
      { ...single, entryMs: 10, expiryMs: 20 },
    ];
    const inside = { ...single, entryMs: 5, expiryMs: 15, returnRatio: -1 };
    expect(evidenceOf([...bets, inside])).toEqual(evidenceOf(bets));
    // The trade without a bet ends at 15, so the second bet may start before that.
    expect(weighTrades([...bets, inside]).settledBets).toBe(2);
  });

  it('counts the stake on an open trade as lost, for the evidence above and below break-even', () => {
    const open = weighTrades([...series(PAYOUT), { ...trade(1, null), expiryMs: 100 }]);
    expect(open.openIds).toEqual(['1']);
    expect(open.evidence().above).toBeCloseTo(
      meanOver((c) => (1 + c * PAYOUT) * (1 - c)),
      12,
    );
    expect(open.evidence().below).toBeCloseTo(
      meanOver((c) => (1 - c) ** 2),
      12,
    );
  });

  it('continues from a copy, and the original stays unchanged', () => {
    const fold = weighTrades([...series(PAYOUT), { ...trade(1, null), expiryMs: 100 }]);
    const before = fold.evidence();
    const copy = fold.copy();
    copy.settle('1', { kind: 'won' });
    expect(copy.evidence()).toEqual(evidenceOf(series(PAYOUT, PAYOUT)));
    expect([fold.evidence(), fold.openIds, fold.settledBets, fold.record.won]).toEqual([before, ['1'], 1, 1]);
    expect(copy.record).toEqual({ won: 2, lost: 0, tied: 0, averagePayoutRatio: PAYOUT });
  });

  it('does not bet on a trade that never took place, that tied, or whose payout is unknown', () => {
    const fold = new EvidenceFold();
    const ends = [
      ['void', PAYOUT],
      ['tied', PAYOUT],
      ['won', null],
    ] as const;
    for (const [index, [kind, payoutRatio]] of ends.entries()) {
      fold.enter(String(index), { entryMs: index, expiryMs: index + 1, payoutRatio });
      fold.settle(String(index), { kind });
    }
    expect([fold.settledBets, fold.openIds, fold.evidence()]).toEqual([0, [], { above: 1, below: 1 }]);
    expect(fold.record).toEqual({ won: 1, lost: 0, tied: 1, averagePayoutRatio: null });
  });

  it('counts trades without a bet in the numbers of wins and losses', () => {
    const inside = { entryMs: 5, expiryMs: 15, payoutRatio: PAYOUT, returnRatio: -1 };
    const fold = weighTrades([{ ...single, entryMs: 0, expiryMs: 10 }, inside]);
    expect(fold.record).toEqual({ won: 1, lost: 1, tied: 0, averagePayoutRatio: PAYOUT });
    expect(fold.settledBets).toBe(1);
  });

  it('counts an early sale with the part of the stake that it won or lost', () => {
    expect(evidenceOf([trade(0, -0.25)]).above).toBeCloseTo(
      meanOver((c) => 1 - 0.25 * c),
      12,
    );
    expect(evidenceOf([trade(0, 0.2)]).below).toBeCloseTo(
      meanOver((c) => 1 - (0.2 * c) / PAYOUT),
      12,
    );
  });
});

describe('the verdict of the evidence', () => {
  it.each([
    [{ above: DECISIVE_EVIDENCE, below: 0 }, 'above'],
    [{ above: 0, below: DECISIVE_EVIDENCE }, 'below'],
    [{ above: DECISIVE_EVIDENCE - 0.01, below: DECISIVE_EVIDENCE - 0.01 }, 'open'],
  ] as const)('of %o is %s', (evidence, verdict) => {
    expect(verdictOfEvidence(evidence)).toBe(verdict);
  });
});

describe('the confidence sequence of the mean return', () => {
  it('covers the whole range without trades, and contains zero exactly while the verdict is open', () => {
    expect(weighTrades([]).sequence()).toEqual({ low: -1, high: 0 });
    for (const chance of [0.3, BREAK_EVEN, 0.9]) {
      const trades = drawn(5, 200, chance);
      const { low, high } = weighTrades(trades).sequence();
      const verdict = verdictOfEvidence(evidenceOf(trades));
      expect([low > 0, high < 0]).toEqual([verdict === 'above', verdict === 'below']);
    }
  });

  it('is wider if the card is seen together with others', () => {
    const fold = weighTrades(drawn(5, 200, 0.6));
    const [alone, among] = [fold.sequence(), fold.sequence({ above: 400, below: 400 })];
    expect(among.low).toBeLessThan(alone.low);
    expect(among.high).toBeGreaterThan(alone.high);
  });
});
