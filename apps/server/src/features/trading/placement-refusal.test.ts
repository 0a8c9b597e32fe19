import { epochMs, minorUnits } from '@vigia/core/kernel';
import { describe, expect, it } from 'vitest';
import type { MarketCondition } from '../market-data/index.ts';
import { riskRefusal } from './placement-refusal.ts';

const ORDER = { stakeMinor: minorUnits(1_000), asset: { symbol: 'EURUSD' } };
const READER = { nowMs: epochMs(1_800_000_000_000), timeZone: 'UTC' };

describe('riskRefusal', () => {
  it.each<[MarketCondition, string, object]>([
    [{ state: 'stale', ageMs: 12_400 }, 'feed_stale', { symbol: 'EURUSD', seconds: 12 }],
    [{ state: 'frozen', ageMs: 31_000 }, 'feed_frozen', { symbol: 'EURUSD', seconds: 31 }],
    [{ state: 'frozen', ageMs: null }, 'feed_frozen', { symbol: 'EURUSD', seconds: 0 }],
    [{ state: 'skewed', ageMs: 1_000 }, 'feed_skewed', { symbol: 'EURUSD' }],
    [{ state: 'ahead', ageMs: null }, 'feed_ahead', {}],
  ])('names the reason why the prices %o cannot be traded', (condition, code, values) => {
    const refused = { code: 'feed_stale', details: null } as const;
    expect(riskRefusal(refused, ORDER, condition, READER)).toEqual({ code, values });
  });
});
