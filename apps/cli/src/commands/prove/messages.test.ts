import { describe, expect, it } from 'vitest';
import { lookAheadJson, lookAheadText } from './messages.es.ts';

const MINUTE_MS = 60_000;
const fault = (minute: number, expected: 1 | -1 | null, found: 1 | -1 | null) => ({
  entryMs: minute * MINUTE_MS,
  cutMs: (minute + 1) * MINUTE_MS,
  expected,
  found,
});

describe('the report of a failed look-ahead check', () => {
  const figures = { signals: 12, cuts: 200, faults: [fault(0, 1, null), fault(5, null, -1)] };

  it('names each signal that changes, with the data that change it', () => {
    const text = lookAheadText(figures);
    expect(text).toContain('cambian en 2 cortes (12 señales, 200 cortes de los datos)');
    expect(text).toMatch(/con todos los datos CALL; con los datos hasta el .*12:01.* UTC, nada$/m);
    expect(text).toMatch(/con todos los datos nada; con los datos hasta el .*12:06.* UTC, PUT$/m);
  });

  it('lists at most ten of the signals that change', () => {
    const many = { ...figures, faults: Array.from({ length: 30 }, (_, minute) => fault(minute, 1, -1)) };
    expect(lookAheadText(many).split('\n')).toHaveLength(11);
  });

  it('states in JSON that the check failed', () => {
    expect(JSON.parse(lookAheadJson(figures))).toEqual({
      check: 'lookahead',
      passed: false,
      signals: 12,
      cuts: 200,
      faults: [
        {
          entry_time: '1970-01-01T00:00:00.000Z',
          cut: '1970-01-01T00:01:00.000Z',
          with_all_data: 'CALL',
          with_cut_data: null,
        },
        {
          entry_time: '1970-01-01T00:05:00.000Z',
          cut: '1970-01-01T00:06:00.000Z',
          with_all_data: null,
          with_cut_data: 'PUT',
        },
      ],
    });
  });
});
