import { LibraryItem, readPcrSetup, StrategyBody } from '@vigia/contract';
import { describe, expect, it } from 'vitest';
import { STARTING_POINTS } from './library-items.ts';
import { libraryRecords } from './library-records.ts';

const Record = LibraryItem.shape.record.unwrap();

describe('the library of example strategies and setups', () => {
  it('contains only entries that are valid as new setups and strategies of a user', () => {
    expect(STARTING_POINTS.length).toBeGreaterThanOrEqual(6);
    expect(new Set(STARTING_POINTS.map(({ key }) => key)).size).toBe(STARTING_POINTS.length);
    for (const point of STARTING_POINTS) {
      if (point.kind === 'strategy') expect(StrategyBody.safeParse(point.body).error).toBeUndefined();
      else expect(readPcrSetup(point.body)).toMatchObject({ ok: true });
      expect(point.body['asset']).toBe(point.asset);
    }
  });

  it('contains no promise of profit and no martingale', () => {
    const text = JSON.stringify(STARTING_POINTS);
    expect(text).not.toMatch(/martingale|garantiza|asegura|rentable|mejor|ganador/i);
  });

  it('has fixed backtest results on a fixed simulated market, none of them above break-even', {
    timeout: 60_000,
  }, () => {
    const records = libraryRecords().map(({ key, record }) => ({ key, ...Record.parse(JSON.parse(record)) }));
    expect(records.map(({ key }) => key).toSorted()).toEqual(STARTING_POINTS.map(({ key }) => key).toSorted());
    for (const { card, from, to } of records) {
      expect([from, to]).toEqual(['2026-01-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z']);
      expect(card.verdict).not.toBe('above');
    }
    const pinned = records.map(({ key, trades, card, profit }) => [key, trades, card.won, card.verdict, profit]);
    expect(pinned).toMatchInlineSnapshot(`
      [
        [
          "rsi_reversion",
          801,
          404,
          "indistinguishable",
          -412.1,
        ],
        [
          "average_cross",
          296,
          156,
          "indistinguishable",
          -50.1,
        ],
        [
          "stochastic_return",
          2652,
          1322,
          "below",
          -1479.2,
        ],
        [
          "pcr_exhaustion",
          310,
          143,
          "below",
          -372.3,
        ],
        [
          "pcr_wide_zone",
          1113,
          558,
          "indistinguishable",
          -487.7,
        ],
        [
          "macd_cross",
          602,
          314,
          "indistinguishable",
          -277.2,
        ],
        [
          "bollinger_return",
          1539,
          729,
          "below",
          -1898.5,
        ],
        [
          "engulfing_turn",
          1786,
          913,
          "below",
          -963.9,
        ],
        [
          "pcr_with_trend",
          420,
          213,
          "indistinguishable",
          -257.2,
        ],
        [
          "pcr_break",
          3178,
          1575,
          "below",
          -2644.7,
        ],
      ]
    `);
  });
});
