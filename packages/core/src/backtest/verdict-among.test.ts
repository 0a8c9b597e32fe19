import { describe, expect, it } from 'vitest';
import { luckPValue, winRateCard } from '#statistics/index.ts';
import { VERDICTS } from '#vocabulary/index.ts';
import { correctedPValue } from './correction.ts';
import { verdictAmong } from './verdict-among.ts';

describe('the verdict of one of several tests', () => {
  it('stays `above` only if the corrected p-value is at most 2.5 %', () => {
    const card = winRateCard({ won: 130, lost: 70, tied: 0, averagePayoutRatio: 0.8 });
    const pValue = luckPValue(130, 200, 0.8);
    if (card.kind !== 'measured') throw new Error('trades are decided');
    expect(card.verdict).toBe('above');
    expect(pValue).toBeGreaterThan(0.025 / 24);
    expect(verdictAmong(card.verdict, correctedPValue(pValue, 1))).toBe('above');
    expect(verdictAmong(card.verdict, correctedPValue(pValue, 24))).toBe('indistinguishable');
    expect(verdictAmong('above', 0.025)).toBe('above');
  });

  it('is never better than the verdict of the test alone', () => {
    for (const verdict of VERDICTS) {
      if (verdict === 'above') continue;
      for (const pValue of [0, 0.01, 1]) expect(verdictAmong(verdict, pValue)).toBe(verdict);
    }
  });
});
