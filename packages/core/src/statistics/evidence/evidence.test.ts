import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { FRACTIONS } from './bettors.ts';
import { DECISIVE, type EvidenceTrade, evidenceAfterEach, evidenceOf, verdictOfEvidence } from './evidence.ts';
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

/** Returns the number of trades after which a side is first decisive; Infinity if never. */
function firstDecisive(trades: readonly EvidenceTrade[], side: 'above' | 'below'): number {
  const index = evidenceAfterEach(trades).findIndex((evidence) => evidence[side] >= DECISIVE);
  return index < 0 ? Infinity : index + 1;
}

const SEEDS = Array.from({ length: 200 }, (_, index) => 1 + 7_919 * index);
const shareOf = (of: (seed: number) => boolean): number => SEEDS.filter(of).length / SEEDS.length;
/** Three standard deviations of a share of 2.5 % over the seeds. */
const LUCK = 3 * Math.sqrt((0.025 * 0.975) / SEEDS.length);

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

  it('is ever decisive against a fair series in at most 2.5 % of cases, although it is looked at after every trade', () => {
    expect(shareOf((seed) => firstDecisive(drawn(seed, 800, BREAK_EVEN), 'above') < Infinity)).toBeLessThan(
      0.025 + LUCK,
    );
    expect(shareOf((seed) => firstDecisive(drawn(seed, 800, BREAK_EVEN), 'below') < Infinity)).toBeLessThan(
      0.025 + LUCK,
    );
  });

  it('finds a true win rate of 60 % within 900 trades in four of five cases, and one of 48 % from below', () => {
    expect(shareOf((seed) => firstDecisive(drawn(seed, 900, 0.6), 'above') <= 900)).toBeGreaterThan(0.76);
    expect(shareOf((seed) => firstDecisive(drawn(seed, 900, 0.48), 'below') <= 900)).toBeGreaterThan(0.76);
  });

  it('is not misled by payouts that vary against the trader', () => {
    // At 95 % half of the trades are won, at 50 % two of three: the expected return of both is at most zero.
    const varying = (seed: number): EvidenceTrade[] => {
      const rng = new SeededRng(seed);
      return Array.from({ length: 800 }, (_, index) => {
        const isHigh = rng.next() < 0.5;
        const payout = isHigh ? 0.95 : 0.5;
        return trade(index, rng.next() < (isHigh ? 0.5 : 2 / 3) ? payout : -1, payout);
      });
    };
    expect(shareOf((seed) => firstDecisive(varying(seed), 'above') < Infinity)).toBeLessThan(0.025 + LUCK);
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

  it('is ever decisive in at most 2.5 % of random walks, where every trade shares its path with sixty others', () => {
    const walk = (seed: number): EvidenceTrade[] => {
      const rng = new SeededRng(seed);
      let price = 0;
      const path = Array.from({ length: 660 }, () => (price += rng.next() - 0.5));
      return Array.from({ length: 600 }, (_, at) => {
        const [entry = 0, end = 0] = [path[at], path[at + 60]];
        return { entryMs: at, expiryMs: at + 60, payoutRatio: 1, returnRatio: end > entry ? 1 : -1 };
      });
    };
    expect(shareOf((seed) => firstDecisive(walk(seed), 'above') < Infinity)).toBeLessThan(0.025 + LUCK);
  });

  it('is not misled by a trader who adds trades only while the open one is losing', () => {
    // The mean of such a group of trades is above zero on average, although no single trade has an edge.
    const grouped = (seed: number): EvidenceTrade[] => {
      const rng = new SeededRng(seed);
      return Array.from({ length: 150 }, (_, group) => {
        const startMs = 100 * group;
        const isAhead = rng.next() < 0.5;
        const single = { entryMs: startMs, expiryMs: startMs + 90, payoutRatio: 1 };
        const first: EvidenceTrade = { ...single, returnRatio: isAhead ? 1 : -1 };
        const more = Array.from(
          { length: isAhead ? 0 : 4 },
          (__, index): EvidenceTrade => ({
            ...single,
            entryMs: startMs + 10 + index,
            returnRatio: rng.next() < 0.5 ? 1 : -1,
          }),
        );
        return [first, ...more];
      }).flat();
    };
    const meanOfGroupMeans = 0.5 * 1 + 0.5 * (-1 / 5);
    expect(meanOfGroupMeans).toBeGreaterThan(0);
    expect(shareOf((seed) => firstDecisive(grouped(seed), 'above') < Infinity)).toBeLessThan(0.025 + LUCK);
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

  it('contains the true mean in at least 95 % of cases', () => {
    const mean = 0.6 * PAYOUT - 0.4;
    const covered = SEEDS.slice(0, 40).filter((seed) => {
      const { low, high } = meanSequence(drawn(seed, 120, 0.6));
      return low <= mean && mean <= high;
    });
    expect(covered.length).toBeGreaterThanOrEqual(37);
  });
});
