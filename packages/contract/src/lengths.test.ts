import { describe, expect, it } from 'vitest';
import { BrokerOrderBody } from './broker-trades.ts';
import { OPTIONS } from './examples/trading.ts';
import { PayoutQuery } from './market-data.ts';
import { PcrLadderQuery } from './pcr-setup.ts';
import { StrategyBody } from './strategies.ts';
import { CreateOption, Option } from './trading.ts';

const ORDER = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10 };

describe('the duration of the trades of rules', () => {
  const inRules = (length: object) => StrategyBody.safeParse({ name: 'A', type: 'rsi', parameters: length }).success;
  const inLadder = (length: object) =>
    PcrLadderQuery.safeParse({ fixed_amount: 1, multiplier: 2, steps: 2, asset: 'EURUSD', ...length }).success;

  it.each([{}, { duration: 5 }, { duration: null, duration_seconds: 15, duration_ticks: null }, { duration_ticks: 5 }])(
    'is accepted with a value in exactly one field, or without any field: %o',
    (length) => expect(inRules(length)).toBe(true),
  );

  it.each([{ duration: null }, { duration: 5, duration_seconds: 15 }, { duration_ticks: 11 }, { duration_seconds: 0 }])(
    'is refused in the form %o',
    (length) => expect(inRules(length)).toBe(false),
  );

  it('is in one field of the query for a martingale ladder', () => {
    expect([{}, { expiry: '5' }, { expiry_seconds: '15' }].map(inLadder)).toEqual([true, true, true]);
    expect(inLadder({ expiry: '5', expiry_ticks: '5' })).toBe(false);
  });
});

describe('the duration of an order', () => {
  it.each([{ duration: 5 }, { duration_seconds: 15 }, { duration_ticks: 5 }])(
    'is accepted in the form %o',
    (length) => {
      expect(CreateOption.safeParse({ ...ORDER, ...length }).success).toBe(true);
      expect(BrokerOrderBody.safeParse({ ...ORDER, ...length }).success).toBe(true);
      expect(PayoutQuery.safeParse({ symbol: 'EURUSD', ...length }).success).toBe(true);
    },
  );

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
  ])('is refused in the form %o', (length) => {
    for (const parsed of [
      CreateOption.safeParse({ ...ORDER, ...length }),
      BrokerOrderBody.safeParse({ ...ORDER, ...length }),
      PayoutQuery.safeParse({ symbol: 'EURUSD', ...length }),
    ])
      expect(parsed.success).toBe(false);
  });

  it('is refused with one sentence that names the fields', () => {
    const { error } = CreateOption.safeParse(ORDER);
    expect(error?.issues).toMatchObject([{ path: ['duration'], message: expect.stringContaining('duration_ticks') }]);
  });

  it('is in minutes in a stored response of an earlier version', () => {
    const { duration_seconds: _s, duration_ticks: _t, ticks_passed: _p, ...before } = OPTIONS[0] ?? {};
    expect(Option.parse(before)).toMatchObject({
      duration: 5,
      duration_seconds: null,
      duration_ticks: null,
      ticks_passed: null,
    });
  });
});
