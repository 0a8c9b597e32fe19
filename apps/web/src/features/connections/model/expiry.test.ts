import { expect, it } from 'vitest';
import { connectedTo } from '../testing.ts';
import { msUntilNearExpiry, remainingTimeText } from './expiry.ts';

const NOW_MS = Date.parse('2026-11-26T12:00:00.000Z');
const until = (expires_at: string | null) => connectedTo('olymptrade', { connection_info: { expires_at } });

it.each([
  [null, null],
  ['2026-11-26T18:00:01.000Z', null],
  ['2026-11-26T15:00:00.000Z', 3 * 3_600_000],
  ['2026-11-26T11:00:00.000Z', 0],
])('msUntilNearExpiry for a broker session that ends at %s is %s', (expiresAt, leftMs) => {
  expect(msUntilNearExpiry(until(expiresAt), NOW_MS)).toBe(leftMs);
});

it('msUntilNearExpiry is null for a broker that is not connected', () => {
  const expired = { ...until('2026-11-26T15:00:00.000Z'), connection_status: 'error' } as const;
  expect(msUntilNearExpiry(expired, NOW_MS)).toBeNull();
});

it.each([
  [3 * 3_600_000 + 59_000, '3 h'],
  [59 * 60_000 + 59_999, '59 min'],
  [0, '0 min'],
])('remainingTimeText formats %s ms as %s', (leftMs, text) => {
  expect(remainingTimeText(leftMs)).toBe(text);
});
