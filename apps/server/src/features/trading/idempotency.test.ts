import type { CreateOption } from '@vigia/contract';
import { describe, expect, it } from 'vitest';
import { isIdempotencyKey, requestHash } from './idempotency.ts';

const ORDER: CreateOption = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 };

describe('an idempotency key', () => {
  it.each(['a', '!', '~', 'a-b_c.d', 'k'.repeat(200)])('may be %j', (key) => {
    expect(isIdempotencyKey(key)).toBe(true);
  });

  it.each(['', ' ', 'a b', ' a', 'a ', 'a\n', '\u007f', 'ñ', 'k'.repeat(201)])('may not be %j', (key) => {
    expect(isIdempotencyKey(key)).toBe(false);
  });
});

describe('the hash of an order', () => {
  it('is the SHA-256 of its fields sorted by name', () => {
    expect(requestHash(ORDER).toString('hex')).toBe('f7ec9dfc88046757d285e23e51869d3cc9e9b38e4bd27b8c195952d36d9e7023');
  });

  it('does not depend on the order of the fields', () => {
    const { amount, ...rest } = ORDER;
    expect(requestHash({ amount, ...rest })).toEqual(requestHash(ORDER));
    expect(requestHash({ duration: 1, amount: 10, option_type: 'CALL', asset_symbol: 'EURUSD' })).toEqual(
      requestHash(ORDER),
    );
  });

  it.each([
    { asset_symbol: 'BTCUSD' },
    { option_type: 'PUT' as const },
    { amount: 10.01 },
    { duration: 2 },
    { mode: 'iqoption_real' as const },
    { shown_payout: 0.85 },
  ])('changes with %j', (change) => {
    expect(requestHash({ ...ORDER, ...change })).not.toEqual(requestHash(ORDER));
  });
});
