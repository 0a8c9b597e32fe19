import { describe, expect, it } from 'vitest';
import { reportOf, TEST_JUDGEMENT } from '../testing.ts';
import { overlapText, verdictNotes } from './verdict-notes.ts';

const card = (rate: number) => ({ ...reportOf().card, rate, won: rate * 160, lost: 160 - rate * 160 });

describe('the notes on a verdict', () => {
  it('state how many trades the verdict needs: more if less budget is left or trades overlap', () => {
    const report = reportOf({ card: card(0.58), profit: 50 });
    const trades = (given: Partial<typeof TEST_JUDGEMENT>, independent: number | null = null): number => {
      const [note = ''] = verdictNotes({ ...report, independent_trades: independent }, { ...TEST_JUDGEMENT, ...given });
      return Number(/unas ([\d,]+) operaciones/.exec(note)?.[1]?.replace(',', ''));
    };
    expect(trades({ allowed: 0.025 })).toBeGreaterThan(1_200);
    expect(trades({ allowed: 0.025 })).toBeLessThan(1_300);
    expect(trades({ allowed: 0.002 })).toBeGreaterThan(1_700);
    expect(trades({ allowed: 0.025 }, 40) / trades({ allowed: 0.025 })).toBeCloseTo(4, 1);
  });

  it('state no number of trades for a rate below break-even, a decided verdict or an empty budget', () => {
    const report = reportOf({ card: card(0.58), profit: 50 });
    expect(verdictNotes(reportOf(), TEST_JUDGEMENT)).toEqual([]);
    expect(verdictNotes(report, { ...TEST_JUDGEMENT, verdict: 'above' })).toEqual([]);
    expect(verdictNotes(report, { ...TEST_JUDGEMENT, allowed: 0 })).toEqual([]);
    expect(verdictNotes(report, null)).toEqual([]);
  });

  it('explain a win rate above break-even that lost money', () => {
    const notes = verdictNotes(reportOf({ card: card(0.58), profit: -3 }), TEST_JUDGEMENT);
    expect(notes).toEqual([expect.stringContaining('Acertaste más cuando el pago era bajo')]);
  });
});

describe('the note on overlapping trades', () => {
  it('states how many independent trades they equal', () => {
    expect(overlapText(reportOf({ independent_trades: 40 }))).toContain(
      'estas 160 dicen lo mismo que 40 independientes',
    );
    expect(overlapText(reportOf({ independent_trades: 160 }))).toContain('sus resultados no van juntos');
    expect(overlapText(reportOf({ independent_trades: null }))).toContain('repítela');
  });
});
