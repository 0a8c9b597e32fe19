import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { type EvidenceTrade, evidenceAfterEach, weighTrades } from './evidence.ts';
import { DECISIVE_EVIDENCE } from './verdict.ts';

const PAYOUT = 0.85;
const BREAK_EVEN = 1 / (1 + PAYOUT);

/** Returns a trade that ends before the next one of the same series begins. */
const trade = (index: number, returnRatio: number | null, payoutRatio = PAYOUT): EvidenceTrade => ({
  entryMs: 2 * index,
  expiryMs: 2 * index + 1,
  payoutRatio,
  returnRatio,
});

/** Returns random trades, won with the given probability. */
function drawn(seed: number, count: number, chance: number, payoutRatio = PAYOUT): EvidenceTrade[] {
  const rng = new SeededRng(seed);
  return Array.from({ length: count }, (_, index) => trade(index, rng.next() < chance ? payoutRatio : -1, payoutRatio));
}

/** Returns the number of trades after which a side is first decisive; Infinity if never. */
function firstDecisive(trades: readonly EvidenceTrade[], side: 'above' | 'below'): number {
  const index = evidenceAfterEach(trades).findIndex((evidence) => evidence[side] >= DECISIVE_EVIDENCE);
  return index < 0 ? Infinity : index + 1;
}

const SEEDS = Array.from({ length: 200 }, (_, index) => 1 + 7_919 * index);
const shareOf = (of: (seed: number) => boolean): number => SEEDS.filter(of).length / SEEDS.length;
/** Three standard deviations of a share of 2.5 % over the seeds. */
const LUCK = 3 * Math.sqrt((0.025 * 0.975) / SEEDS.length);

describe('the evidence over many seeds', () => {
  it('decides wrongly on a fair series in at most 2.5 % of cases, although it is read after every trade', () => {
    expect(shareOf((seed) => firstDecisive(drawn(seed, 800, BREAK_EVEN), 'above') < Infinity)).toBeLessThan(
      0.025 + LUCK,
    );
    expect(shareOf((seed) => firstDecisive(drawn(seed, 800, BREAK_EVEN), 'below') < Infinity)).toBeLessThan(
      0.025 + LUCK,
    );
  });

  it('finds an edge at 60 % wins, and a loss at 48 %, within 900 trades in more than three of four cases', () => {
    expect(shareOf((seed) => firstDecisive(drawn(seed, 900, 0.6), 'above') <= 900)).toBeGreaterThan(0.76);
    expect(shareOf((seed) => firstDecisive(drawn(seed, 900, 0.48), 'below') <= 900)).toBeGreaterThan(0.76);
  });

  it('decides wrongly in at most 2.5 % of cases if the win rate is high only when the payout is low', () => {
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

  it('decides wrongly on at most 2.5 % of random walks, where each trade overlaps sixty others', () => {
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

describe('the confidence sequence of the mean return over many seeds', () => {
  it('contains the true mean in at least 95 % of cases', () => {
    const mean = 0.6 * PAYOUT - 0.4;
    const covered = SEEDS.slice(0, 40).filter((seed) => {
      const { low, high } = weighTrades(drawn(seed, 120, 0.6)).sequence();
      return low <= mean && mean <= high;
    });
    expect(covered.length).toBeGreaterThanOrEqual(37);
  });
});
