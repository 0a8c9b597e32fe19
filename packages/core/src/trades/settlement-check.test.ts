import { describe, expect, it } from 'vitest';
import { checkSettlement, type RecordedPrices, type StatedTrade } from './settlement-check.ts';

const exactly = (price: number): RecordedPrices => ({ heldPrice: price, lowPrice: price, highPrice: price });
const between = (lowPrice: number, highPrice: number, heldPrice = lowPrice): RecordedPrices => ({
  heldPrice,
  lowPrice,
  highPrice,
});
const WON: StatedTrade = {
  direction: 'CALL',
  outcome: 'won',
  entryPrice: 1.1,
  settlePrice: 1.101,
  onEqualPrices: 'tie',
};

describe('checkSettlement', () => {
  it('finds a match if the recorded prices equal the stated prices', () => {
    expect(checkSettlement(WON, exactly(1.1), exactly(1.101))).toEqual({
      verdict: 'match',
      entryGapPrice: 0,
      settleGapPrice: 0,
      recordedOutcome: 'won',
      resultChanges: 'no',
    });
  });

  it('measures how far a stated price lies from the nearest recorded one', () => {
    const check = checkSettlement(WON, between(1.0985, 1.0995), exactly(1.101));
    expect(check).toMatchObject({ verdict: 'differs', settleGapPrice: 0, resultChanges: 'no' });
    expect(check.entryGapPrice).toBeCloseTo(0.0005, 12);
    expect(checkSettlement(WON, exactly(1.1), exactly(1.1015)).settleGapPrice).toBeCloseTo(-0.0005, 12);
  });

  it('finds that the recorded prices give another result', () => {
    const check = checkSettlement({ ...WON, outcome: 'lost', settlePrice: 1.0999 }, exactly(1.1), exactly(1.1003));
    expect(check).toMatchObject({ verdict: 'differs', recordedOutcome: 'won', resultChanges: 'yes' });
  });

  it('leaves the result open if both results lie within the precision of the times', () => {
    const check = checkSettlement(WON, exactly(1.1), between(1.0999, 1.1012, 1.0999));
    expect(check).toMatchObject({ verdict: 'match', recordedOutcome: 'lost', resultChanges: 'unsure' });
  });

  it.each(['entry', 'settle'] as const)('has no data without recorded prices of the %s', (missing) => {
    const check = checkSettlement(
      WON,
      missing === 'entry' ? null : exactly(1.1),
      missing === 'settle' ? null : exactly(1.2),
    );
    expect(check).toMatchObject({ verdict: 'no_data', recordedOutcome: null, resultChanges: null });
  });

  it('finds that the prices of the venue contradict its own outcome', () => {
    const check = checkSettlement({ ...WON, outcome: 'lost' }, between(1.099, 1.102), between(1.099, 1.102));
    expect(check).toMatchObject({ verdict: 'differs', resultChanges: 'unsure' });
  });

  it('compares only the result if the venue states no prices', () => {
    const untold = { ...WON, entryPrice: null, settlePrice: null };
    expect(checkSettlement(untold, exactly(1.1), exactly(1.101)).verdict).toBe('match');
    expect(checkSettlement(untold, exactly(1.1), exactly(1.099)).verdict).toBe('differs');
    expect(checkSettlement(untold, exactly(1.1), between(1.099, 1.101)).verdict).toBe('no_data');
  });

  it.each([
    ['tie', 'tie', 'match'],
    ['tie', 'lost', 'differs'],
    ['lost', 'lost', 'match'],
    ['lost', 'tie', 'differs'],
  ] as const)('applies the rule %s for equal prices to a trade stated as %s', (onEqualPrices, outcome, verdict) => {
    const stated = { ...WON, outcome, settlePrice: 1.1, onEqualPrices };
    expect(checkSettlement(stated, exactly(1.1), exactly(1.1)).verdict).toBe(verdict);
  });

  it('takes two notations of one price as equal', () => {
    expect(checkSettlement({ ...WON, entryPrice: 0.1 + 0.2 }, exactly(0.3), exactly(1.2)).entryGapPrice).toBe(0);
  });
});
