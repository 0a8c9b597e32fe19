import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { groupVerdicts, winRateCard } from './index.ts';

const card = (won: number, lost: number) => winRateCard({ won, lost, tied: 0, averagePayoutRatio: 1 });
const verdictsOf = (...records: readonly (readonly [number, number])[]) =>
  groupVerdicts(records.map(([won, lost]) => card(won, lost))).map((one) => one.kind === 'measured' && one.verdict);

describe('the verdicts of the rows of a table', () => {
  it('equal the verdict of the row alone if the table has one row', () => {
    expect(verdictsOf([120, 80])).toEqual(['above']);
    expect(verdictsOf([80, 120])).toEqual(['below']);
    expect(verdictsOf([101, 99])).toEqual(['indistinguishable']);
    expect(verdictsOf([15, 14])).toEqual(['short_sample']);
    expect(groupVerdicts([winRateCard({ won: 0, lost: 0, tied: 3, averagePayoutRatio: null })])).toMatchObject([
      { kind: 'undecided' },
    ]);
  });

  it('require more wins among many rows: 120 of 200 is no longer above, 140 of 200 is', () => {
    const fair = Array.from({ length: 23 }, () => [100, 100] as const);
    expect(verdictsOf([116, 84])).toEqual(['above']);
    expect(verdictsOf([116, 84], ...fair)[0]).toBe('indistinguishable');
    expect(verdictsOf([84, 116], ...fair)[0]).toBe('indistinguishable');
    expect(verdictsOf([140, 60], ...fair)[0]).toBe('above');
  });

  it("contain a verdict 'above' in at most 2.5 of 100 tables of fair trades", () => {
    const TABLES = 600;
    const rng = new SeededRng(11);
    let some = 0;
    for (let table = 0; table < TABLES; table += 1) {
      const rows = Array.from({ length: 24 }, () => {
        const won = Array.from({ length: 60 }, () => rng.next() < 0.5).filter(Boolean).length;
        return [won, 60 - won] as const;
      });
      if (verdictsOf(...rows).includes('above')) some += 1;
    }
    expect(some / TABLES).toBeLessThan(0.025 + 2 * Math.sqrt((0.025 * 0.975) / TABLES));
  });
});
