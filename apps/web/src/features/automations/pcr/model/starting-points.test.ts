import { describe, expect, it } from 'vitest';
import { newDraft } from './draft.ts';
import { STARTING_POINT_NAMES, startingPointOf, withStartingPoint } from './starting-points.ts';

const { patterns } = newDraft('Nuevo', 'EURUSD');

describe('the starting points of a setup', () => {
  it('have the defaults of the specification in the normal starting point', () => {
    expect(startingPointOf(patterns)).toBe('normal');
    expect(withStartingPoint(patterns, 'normal')).toEqual(patterns);
  });

  it.each(STARTING_POINT_NAMES)('are recognised by their criteria: %s', (name) => {
    expect(startingPointOf(withStartingPoint(patterns, name))).toBe(name);
  });

  it('change only the criteria', () => {
    const own = {
      ...patterns,
      colors: ['red'] as const,
      strongBodyRatio: 0.7,
      zone: { ...patterns.zone, optimoRatio: 0.4 },
    };
    expect(withStartingPoint(own, 'strict')).toMatchObject({ colors: ['red'], strongBodyRatio: 0.7, zone: own.zone });
  });

  it('are no longer recognised once one of their criteria has another value', () => {
    expect(startingPointOf({ ...patterns, minStrong: 4 })).toBeNull();
    expect(startingPointOf({ ...patterns, strongBodyAtr: 0.7 })).toBe('normal');
  });

  it('get less strict from each one to the next', () => {
    const [strict, normal, wide] = STARTING_POINT_NAMES.map((name) => withStartingPoint(patterns, name));
    for (const key of ['minStrong', 'minRangeAtr', 'minEfficiency', 'breakRatio'] as const) {
      expect(strict?.[key]).toBeGreaterThan(normal?.[key] ?? NaN);
      expect(wide?.[key]).toBeLessThan(normal?.[key] ?? NaN);
    }
  });
});
