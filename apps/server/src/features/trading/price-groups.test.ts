import { err, ok } from '@vigia/core/kernel';
import { describe, expect, it } from 'vitest';
import type { PricePoint } from '../market-data/index.ts';
import type { DueTradeGroup } from './due-trades.repository.ts';
import { priceGroups } from './price-groups.ts';

const EXPIRY_MS = Date.parse('2026-11-20T14:01:00.000Z');
const TICK: PricePoint = { timeMs: EXPIRY_MS - 1, price: 1.2 };

const group = (change: Partial<DueTradeGroup> = {}): DueTradeGroup => ({
  source: 'simulated',
  symbol: 'EURUSD',
  expiry_time: new Date(EXPIRY_MS),
  is_of_earlier_run: false,
  trades: 1,
  ...change,
});

/**
 * Creates markets whose source has published up to `knownMs` (null if it does not report its progress). A query of a
 * price returns `tick`.
 */
function market(knownMs: number | null, tick: PricePoint | null | 'unreachable' = TICK) {
  const asked: unknown[] = [];
  const markets = {
    knownThroughMs: () => knownMs,
    priceBefore: async (...question: readonly unknown[]) => {
      asked.push(question);
      return tick === 'unreachable' ? err(tick) : ok(tick);
    },
  };
  return { asked, markets };
}

const pricesAt = (afterExpiryMs: number, of = market(null), due = [group()]) =>
  priceGroups(of, due, EXPIRY_MS + afterExpiryMs);

describe('priceGroups', () => {
  it('prices a group of trades by the last tick before their expiry, from the price source of the trades', async () => {
    const of = market(EXPIRY_MS);
    expect(await pricesAt(0, of)).toEqual([{ group: group(), tick: TICK }]);
    expect(of.asked).toEqual([['simulated', 'EURUSD', EXPIRY_MS]]);
  });

  it('returns the price of a group as soon as the source has published up to the expiry, and not before', async () => {
    expect(await pricesAt(0, market(EXPIRY_MS - 1))).toEqual([]);
    expect(await pricesAt(0, market(EXPIRY_MS))).toHaveLength(1);
    expect(await pricesAt(0, market(EXPIRY_MS + 1))).toHaveLength(1);
  });

  it('waits until 800 ms after the expiry if the source lags or does not report its progress', async () => {
    for (const known of [null, EXPIRY_MS - 1]) {
      expect(await pricesAt(799, market(known))).toEqual([]);
      expect(await pricesAt(800, market(known))).toHaveLength(1);
      expect(await pricesAt(801, market(known))).toHaveLength(1);
    }
  });

  it('does not query a price before the price is final', async () => {
    const of = market(null);
    await pricesAt(799, of);
    expect(of.asked).toEqual([]);
  });

  it('returns no price if the market has no tick, so the trades are refunded', async () => {
    expect(await pricesAt(800, market(null, null))).toEqual([{ group: group(), tick: null }]);
  });

  it('returns no price, without a query, for trades of an earlier replay of the same recording', async () => {
    const of = market(EXPIRY_MS);
    const earlier = group({ is_of_earlier_run: true });
    expect(await pricesAt(0, of, [earlier])).toEqual([{ group: earlier, tick: null }]);
    expect(of.asked).toEqual([]);
  });

  it('leaves a group due while its source cannot be queried, and prices the other groups', async () => {
    expect(await pricesAt(800, market(null, 'unreachable'))).toEqual([]);
    const earlier = group({ is_of_earlier_run: true });
    expect(await pricesAt(800, market(null, 'unreachable'), [group(), earlier])).toEqual([
      { group: earlier, tick: null },
    ]);
  });

  it.each([0, 1])('throws if the market returns a tick %i ms after the expiry', async (afterMs) => {
    const late = market(EXPIRY_MS, { timeMs: EXPIRY_MS + afterMs, price: 1.2 });
    await expect(pricesAt(0, late)).rejects.toThrow('a trade settles by a tick before its expiry');
  });

  it('keeps the order of the groups, and prices each group at its own expiry', async () => {
    const later = group({ symbol: 'BTCUSD', expiry_time: new Date(EXPIRY_MS + 60_000) });
    const known = market(EXPIRY_MS);
    expect(await pricesAt(0, known, [later, group()])).toEqual([{ group: group(), tick: TICK }]);
    expect(await pricesAt(60_800, known, [later, group()])).toEqual([
      { group: later, tick: TICK },
      { group: group(), tick: TICK },
    ]);
  });
});
