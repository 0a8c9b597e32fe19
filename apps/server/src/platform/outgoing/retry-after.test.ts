import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const NOW_MS = Date.UTC(2026, 10, 29, 12);

it.each([
  ['120', 120_000],
  [' 5 ', 5_000],
  ['Sun, 29 Nov 2026 12:00:30 GMT', 30_000],
  ['Sun, 29 Nov 2026 11:59:30 GMT', null],
  ['0', null],
  ['-5', null],
  ['soon', null],
  ['', null],
  [undefined, null],
])('the header Retry-After %j means a wait of %j ms', (header, waitMs) =>
  expect(retryAfterMs(header, NOW_MS)).toBe(waitMs),
);
