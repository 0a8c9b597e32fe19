import { describe, expect, it } from 'vitest';
import { assertKept } from './visits.mjs';

const trade = { id: 'a', status: 'won', profit: 8.5 };
const left = { refreshToken: 'first', trades: [trade], balance: 10_008.5 };

describe('assertKept, which compares two visits to the same installation', () => {
  it('accepts the same trades and balance with another refresh token', () => {
    expect(() => assertKept(left, { ...left, refreshToken: 'second' })).not.toThrow();
  });

  it.each([
    ['another balance', { ...left, balance: 10_000 }, 'El saldo era 10008.5 y ahora es 10000.'],
    ['a lost trade', { ...left, trades: [] }, 'Las operaciones eran'],
    ['another result', { ...left, trades: [{ ...trade, status: 'lost' }] }, 'Las operaciones eran'],
  ])('throws for %s', (_what, found, message) => {
    expect(() => assertKept(left, found)).toThrow(message);
  });
});
