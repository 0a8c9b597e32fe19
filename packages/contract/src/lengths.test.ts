import { describe, expect, it } from 'vitest';
import { BrokerOrderBody } from './broker-trades.ts';
import { OPTIONS } from './examples/trading.ts';
import { PayoutQuery } from './market-data.ts';
import { CreateOption, Option } from './trading.ts';

const ORDER = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10 };

describe('the length of an order', () => {
  it.each([{ duration: 5 }, { duration_seconds: 15 }, { duration_ticks: 5 }])('is accepted as %o', (length) => {
    expect(CreateOption.safeParse({ ...ORDER, ...length }).success).toBe(true);
    expect(BrokerOrderBody.safeParse({ ...ORDER, ...length }).success).toBe(true);
    expect(PayoutQuery.safeParse({ symbol: 'EURUSD', ...length }).success).toBe(true);
  });

  it.each([
    {},
    { duration: 1, duration_seconds: 60 },
    { duration_seconds: 15, duration_ticks: 5 },
    { duration: 0 },
    { duration: 1_441 },
    { duration_seconds: 0 },
    { duration_seconds: 1.5 },
    { duration_seconds: 86_401 },
    { duration_ticks: 0 },
    { duration_ticks: 11 },
  ])('is refused as %o', (length) => {
    for (const parsed of [
      CreateOption.safeParse({ ...ORDER, ...length }),
      BrokerOrderBody.safeParse({ ...ORDER, ...length }),
      PayoutQuery.safeParse({ symbol: 'EURUSD', ...length }),
    ])
      expect(parsed.success).toBe(false);
  });

  it('is refused in one sentence that names the fields', () => {
    const { error } = CreateOption.safeParse(ORDER);
    expect(error?.issues).toMatchObject([{ path: ['duration'], message: expect.stringContaining('duration_ticks') }]);
  });

  it('is in minutes in a stored answer from before', () => {
    const { duration_seconds: _s, duration_ticks: _t, ticks_passed: _p, ...before } = OPTIONS[0] ?? {};
    expect(Option.parse(before)).toMatchObject({
      duration: 5,
      duration_seconds: null,
      duration_ticks: null,
      ticks_passed: null,
    });
  });
});
