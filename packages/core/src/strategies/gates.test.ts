import { describe, expect, it } from 'vitest';
import { completeRules, OPEN_GATES } from './complete-rules.ts';
import { type Gates, TimeGates } from './gates.ts';
import { StrategyFold } from './strategy-fold.ts';

const FIVE_MINUTES_S = 300;
const timeOf = (iso: string): number => Date.parse(iso) / 1_000;

/** Returns the gate that refuses a candle with this close time; null if the gates admit it. */
const refusalAt = (gates: Partial<Gates>, closesAt: string) =>
  new TimeGates({ ...OPEN_GATES, ...gates }, FIVE_MINUTES_S).admit(timeOf(closesAt) - FIVE_MINUTES_S);

describe('the hours of a strategy', () => {
  const HOURS = { hours: { from: '09:00', to: '17:00' } };

  it('include their start and exclude their end; the close of the candle counts', () => {
    expect(refusalAt(HOURS, '2026-11-18T09:00:00Z')).toBeNull();
    expect(refusalAt(HOURS, '2026-11-18T16:55:00Z')).toBeNull();
    expect(refusalAt(HOURS, '2026-11-18T17:00:00Z')).toEqual({ gate: 'hours', value: '17:00', limit: '09:00-17:00' });
    expect(refusalAt(HOURS, '2026-11-18T08:55:00Z')).toMatchObject({ gate: 'hours', value: '08:55' });
  });

  it('may span midnight', () => {
    const night = { hours: { from: '22:00', to: '02:00' } };
    const passes = ['21:55', '22:00', '23:55', '01:55', '02:00'].map(
      (time) => refusalAt(night, `2026-11-18T${time}:00Z`) === null,
    );
    expect(passes).toEqual([false, true, true, true, false]);
  });

  it('use the clock of their time zone, also after its offset from UTC changes', () => {
    const madrid = { ...HOURS, time_zone: 'Europe/Madrid' };
    // Madrid changed from UTC+2 to UTC+1 on 25 October 2026.
    expect(refusalAt(madrid, '2026-10-23T07:00:00Z')).toBeNull();
    expect(refusalAt(madrid, '2026-10-26T07:00:00Z')).toMatchObject({ gate: 'hours', value: '08:00' });
    expect(refusalAt(madrid, '2026-10-26T08:00:00Z')).toBeNull();
  });
});

it('the days of a strategy are the days in its time zone', () => {
  const monday = { days: [1], time_zone: 'Asia/Tokyo' } as const;
  // Sunday 22 November 2026, 15:05 UTC is Monday, 00:05 in Tokyo.
  expect(refusalAt(monday, '2026-11-22T15:05:00Z')).toBeNull();
  expect(refusalAt(monday, '2026-11-22T14:55:00Z')).toEqual({ gate: 'days', value: 7, limit: [1] });
  expect(refusalAt({ days: [1] }, '2026-11-23T23:55:00Z')).toBeNull();
});

/**
 * Pushes candles to a strategy that signals a CALL at each green candle after a red one. Returns the signal at each
 * candle, or the gate that refused the signal.
 */
function refusedAt(gates: Partial<Gates>, candles: readonly (readonly [place: number, close: number])[]) {
  const green = { test: 'shape', shape: 'green', candles: 1 };
  const call = { join: 'all', conditions: [green] };
  const fold = new StrategyFold(completeRules('custom', { call, gates: { ...OPEN_GATES, ...gates } }), FIVE_MINUTES_S);
  return candles.map(([place, close]) => {
    const direction = fold.push(place * FIVE_MINUTES_S, 10, 12, 8, close);
    return fold.refused?.refusal ?? direction;
  });
}

const [GREEN, RED] = [11, 9];

describe('the cool-down of a strategy', () => {
  it('counts the candles between two signals, and starts only at an admitted signal', () => {
    const candles = [RED, GREEN, RED, GREEN, RED, GREEN].map((close, place) => [place, close] as const);
    const refusal = { gate: 'cooldown', value: 1, limit: 2 };
    expect(refusedAt({ cooldown_candles: 2 }, candles)).toEqual([0, 1, 0, refusal, 0, 1]);
  });

  it('counts candles and not time: a gap of hours adds no candles', () => {
    const candles = [
      [0, RED],
      [1, GREEN],
      [100, RED],
      [101, GREEN],
      [102, RED],
      [103, GREEN],
    ] as const;
    const refusal = { gate: 'cooldown', value: 1, limit: 2 };
    expect(refusedAt({ cooldown_candles: 2 }, candles)).toEqual([0, 1, 0, refusal, 0, 1]);
  });

  it('continues after a restart, and does not start with a signal that another gate refuses', () => {
    const gates = { ...OPEN_GATES, cooldown_candles: 2, hours: { from: '00:10', to: '23:00' } };
    const fold = new TimeGates(gates, FIVE_MINUTES_S);
    const admitAt = (gated: TimeGates, candle: number) => {
      gated.nextCandle();
      return gated.admit(candle * FIVE_MINUTES_S);
    };
    expect(admitAt(fold, 0)).toMatchObject({ gate: 'hours' });
    expect(admitAt(fold, 1)).toBeNull();
    const restored = new TimeGates(gates, FIVE_MINUTES_S);
    restored.restore(fold.candlesSince);
    expect(admitAt(restored, 2)).toEqual({ gate: 'cooldown', value: 0, limit: 2 });
    expect(admitAt(restored, 3)).toEqual({ gate: 'cooldown', value: 1, limit: 2 });
    expect(admitAt(restored, 4)).toBeNull();
  });
});

describe('the state of the gates for a restart', () => {
  const gates = { ...OPEN_GATES, cooldown_candles: 3 };
  const admitNext = (gated: TimeGates): boolean => {
    gated.nextCandle();
    return gated.admit(0) === null;
  };

  it('is null before the first signal, so that JSON can contain it', () => {
    const gated = new TimeGates(gates, FIVE_MINUTES_S);
    gated.nextCandle();
    expect(gated.candlesSince).toBeNull();
  });

  it('restores gates without a signal, which admit the next one', () => {
    const gated = new TimeGates(gates, FIVE_MINUTES_S);
    gated.admit(0);
    gated.restore(null);
    expect(gated.candlesSince).toBeNull();
    expect(admitNext(gated)).toBe(true);
  });

  it('restores the candles of a cool-down that has begun', () => {
    const gated = new TimeGates(gates, FIVE_MINUTES_S);
    gated.restore(2);
    expect(gated.candlesSince).toBe(2);
    expect([admitNext(gated), admitNext(gated)]).toEqual([false, true]);
  });

  it('is part of the snapshot of a strategy', () => {
    const call = { join: 'all', conditions: [{ test: 'shape', shape: 'green', candles: 1 }] };
    const fold = new StrategyFold(completeRules('custom', { call, gates }), FIVE_MINUTES_S);
    const since = [RED, GREEN, RED, RED].map((close, place) => {
      fold.push(place * FIVE_MINUTES_S, 10, 12, 8, close);
      return fold.snapshot().candlesSinceSignal;
    });
    expect(since).toEqual([null, 0, 1, 2]);
  });
});

it('the criteria of a strategy are those of the direction', () => {
  const call = { join: 'all', conditions: [{ test: 'shape', shape: 'green', candles: 1 }] };
  const put = { join: 'all', conditions: [{ test: 'shape', shape: 'red', candles: 1 }] };
  const fold = new StrategyFold(completeRules('custom', { call, put }), FIVE_MINUTES_S);
  fold.push(0, 10, 12, 8, GREEN);
  expect(fold.criteria(1)).toMatchObject([{ condition: { shape: 'green' } }]);
  expect(fold.criteria(-1)).toMatchObject([{ condition: { shape: 'red' } }]);
});
