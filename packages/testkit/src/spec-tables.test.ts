import { definitionOf, PRESET_TYPES, STRATEGY_TYPES } from '@vigia/core/strategy-definitions';
import { LENGTH_RANGES, type NumberRange, PATTERN_RANGES, ZONE_RANGES } from '@vigia/core/vocabulary';
import { describe, expect, it } from 'vitest';
import { rowsOf } from './spec-rows.ts';

const decimal = (text: string): number => Number(text.replaceAll(',', ''));

/** Reads the bounds from a text: `2–50, ≤ maxLength` becomes [2, 50]. */
const boundsOf = (text: string): readonly (readonly number[])[] =>
  [...text.matchAll(/([\d.,]+)–([\d.,]*\d)/g)].map(([, min = '', max = '']) => [decimal(min), decimal(max)]);

describe('docs/spec/pcr.md', () => {
  it('lists the default and the range of every number of a setup', () => {
    const listed = rowsOf('pcr.md', '7.').flatMap(
      ([key = '', value = '', range = '', key2 = '', value2 = '', range2 = '']) => [
        [key, value, range],
        [key2, value2, range2],
      ],
    );
    const found = listed.flatMap(([key = '', value = '', range = '']) => {
      const [bounds] = boundsOf(range);
      return bounds === undefined ? [] : [[key.replace('zone.', '').replace(' (minutes)', ''), decimal(value), bounds]];
    });
    const numbers: Readonly<Record<string, NumberRange>> = {
      ...PATTERN_RANGES,
      ...ZONE_RANGES,
      expiry: LENGTH_RANGES.minutes,
    };
    const expected = Object.entries(numbers).map(([key, { default: value, min, max }]) => [key, value, [min, max]]);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });
});

describe('docs/spec/strategies.md', () => {
  const rows = rowsOf('strategies.md', '3.');
  const shared = rows.flatMap(([type, key = '']) => (type === 'all' ? [key.split(' ')[0]] : []));

  it('lists every strategy type', () => {
    expect(new Set(rows.map(([type]) => type))).toEqual(new Set(['all', ...STRATEGY_TYPES]));
  });

  it.each(PRESET_TYPES)('lists the default and the range of every number of %s', (type) => {
    const row = rows.find(([each]) => each === type) ?? [];
    const [, keys = '', defaults = '', ranges = ''] = row;
    const numbers: Readonly<Record<string, NumberRange>> = definitionOf(type).numbers;
    const own = Object.entries(numbers).filter(([key]) => !shared.includes(key));
    const values = defaults.split(', ').map(Number);
    const found = keys.split(', ').flatMap((key, index) => (key === 'ma_type' ? [] : [[key, values[index]]]));
    expect(found).toEqual(own.map(([key, { default: value }]) => [key, value]));
    const bounds = new Set(boundsOf(ranges).map(String));
    expect(bounds).toEqual(new Set(own.map(([, { min, max }]) => String([min, max]))));
  });
});
