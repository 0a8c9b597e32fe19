import { readFileSync } from 'node:fs';
import { OUTCOMES, type Trade, type TradeEvent, type TradeState, transition, wireStatusOf } from '@vigia/core/trades';
import {
  EXPIRY_RANGE,
  type NumberRange,
  PATTERN_RANGES,
  STRATEGY_RANGES,
  STRATEGY_TYPES,
  ZONE_RANGES,
} from '@vigia/core/vocabulary';
import { describe, expect, it } from 'vitest';

/** Rows of the table under a heading of docs/spec, without its header: the cells as plain text. */
function rowsOf(file: string, heading: string): readonly (readonly string[])[] {
  const text = readFileSync(new URL(`../../../docs/spec/${file}`, import.meta.url), 'utf8');
  const section = text.split(/^## /m).find((each) => each.startsWith(heading));
  if (section === undefined) throw new Error(`docs/spec/${file} has no heading "${heading}"`);
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
}

const STATES = rowsOf('trading.md', '1. States').flatMap(([states = '', , status = '', execution = '']) => {
  const statuses = status.split(', ');
  return states
    .split(', ')
    .map((state, index) => ({ state: state as TradeState, wire: { status: statuses[index] ?? status, execution } }));
});

/** One event of each kind. Settlements and corrections appear once for each outcome. */
const EVENTS = [
  'send',
  'accept',
  'refuse',
  'lose_track',
  'give_up',
  'open',
  'expire',
  'void',
  'sell',
  'cancel',
  'settle',
  'correct',
].flatMap((type) => {
  const outcomes = type === 'settle' || type === 'correct' ? OUTCOMES : [null];
  return outcomes.map((outcome) => ({ type, settlement: { outcome } }) as unknown as TradeEvent);
});

/** The transitions the table of the specification allows, as `from / event / to`. */
function specified(): string[] {
  return rowsOf('trading.md', '2. Transitions').flatMap(([from = '', effects = '']) => {
    if (effects === 'nothing') return [];
    return from.split(', ').flatMap((state) =>
      effects.split('; ').flatMap((effect) => {
        const [event = '', to = ''] = effect.split(' → ');
        return to.split(', ').map((target) => `${state} / ${event.replace(' ', '_')} / ${target}`);
      }),
    );
  });
}

/** The transitions the state machine allows, in the same form. */
function implemented(): string[] {
  return STATES.flatMap(({ state }) =>
    EVENTS.flatMap((event) => {
      const next = transition({ state, terms: {} } as unknown as Trade, event);
      return next.ok ? [`${state} / ${event.type} / ${next.value.state}`] : [];
    }),
  );
}

describe('docs/spec/trading.md', () => {
  it('lists the API status and execution of every trade state', () => {
    expect(STATES).toHaveLength(14);
    expect(STATES.map(({ state }) => ({ state, wire: wireStatusOf(state) }))).toEqual(STATES);
  });

  it('lists exactly the transitions of the trade state machine', () => {
    expect(implemented()).toHaveLength(37);
    expect(specified().toSorted()).toEqual(implemented().toSorted());
  });
});

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
    const numbers: Readonly<Record<string, NumberRange>> = { ...PATTERN_RANGES, ...ZONE_RANGES, expiry: EXPIRY_RANGE };
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

  it.each(STRATEGY_TYPES)('lists the default and the range of every number of %s', (type) => {
    const row = rows.find(([each]) => each === type) ?? [];
    const [, keys = '', defaults = '', ranges = ''] = row;
    const numbers: Readonly<Record<string, NumberRange>> = STRATEGY_RANGES[type];
    const own = Object.entries(numbers).filter(([key]) => !shared.includes(key));
    const values = defaults.split(', ').map(Number);
    const found = keys.split(', ').flatMap((key, index) => (key === 'ma_type' ? [] : [[key, values[index]]]));
    expect(found).toEqual(own.map(([key, { default: value }]) => [key, value]));
    const bounds = new Set(boundsOf(ranges).map(String));
    expect(bounds).toEqual(new Set(own.map(([, { min, max }]) => String([min, max]))));
  });
});
