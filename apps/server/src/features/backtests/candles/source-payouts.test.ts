import { isSameLength, minutesLong, secondsOf, type TradeLength } from '@vigia/core/trades';
import { describe, expect, it } from 'vitest';
import { sourcePayouts } from './source-payouts.ts';

const HOUR_S = 3_600;

describe('sourcePayouts', () => {
  it('returns the payout for each hour and duration, and a default for a duration that is not offered', async () => {
    const market = {
      payoutBp: (_symbol: string, length: TradeLength, atMs: number) =>
        isSameLength(length, minutesLong(7)) ? null : ((secondsOf(length) ?? 0) * 100) / 60 + atMs / 3_600_000,
    };
    const payouts = await sourcePayouts(
      market,
      'EURUSD',
      [minutesLong(5), minutesLong(7), minutesLong(5)],
      { fromTime: 10 * HOUR_S + 60, toTime: 12 * HOUR_S },
      8_000,
    );
    expect(payouts).toEqual({
      kind: 'hourly',
      firstHour: 10,
      byLength: new Map([
        ['5 min', Int32Array.of(510, 511, 512)],
        ['7 min', Int32Array.of(8_000, 8_000, 8_000)],
      ]),
    });
  });

  it('does not block the event loop while it reads many durations', async () => {
    const asked = { count: 0 };
    const market = { payoutBp: () => (asked.count += 1) };
    const others = new Promise<number>((resolve) => setImmediate(() => resolve(asked.count)));
    await sourcePayouts(
      market,
      'EURUSD',
      [minutesLong(1), minutesLong(2), minutesLong(3)],
      { fromTime: 0, toTime: 9 * HOUR_S },
      8_000,
    );
    expect(await others).toBeLessThan(asked.count);
  });
});
