import { describe, expect, it } from 'vitest';
import { catalogOf, isOfferOpen } from './assets.ts';
import { assetOf } from './market.ts';
import { assetWithOffers, DAY, wireActive } from './testing-assets.ts';

const DURING_MS = DAY.fromS * 1000 + 5_000;
const groups = { 1: 'front.Forex', 2: 'front.Crypto', 3: 'front.Stocks' };

describe('catalogOf', () => {
  it('lists the products of an asset (blitz, turbo and binary options) under one symbol', () => {
    const { bySymbol } = catalogOf({
      groups,
      turbo: { actives: { 1: wireActive() } },
      binary: { actives: { 1: wireActive({ sizesS: [900] }) } },
      blitz: { actives: { 1: wireActive({ sizesS: [30], commission: 18 }) } },
    });
    const offers = bySymbol.get('EURUSD')?.offers.map(({ product, payoutPercent }) => [product, payoutPercent]);
    expect(offers).toEqual([
      ['blitz', 82],
      ['turbo', 85],
      ['binary', 85],
    ]);
  });

  it.each([
    ['EURUSD-OTC', 'EURUSD-OTC', 'EUR/USD (OTC)'],
    ['EURUSD_otc', 'EURUSD-OTC', 'EUR/USD (OTC)'],
    ['EUR/USD (OTC)', 'EURUSD-OTC', 'EUR/USD (OTC)'],
    ['EURUSD-op', 'EURUSD', 'EUR/USD'],
    ['AAPL', 'AAPL', 'AAPL'],
    ['USDJPY', 'USDJPY', 'USD/JPY'],
  ])('maps the ticker %s to the symbol %s', (ticker, symbol, name) => {
    const { byId } = catalogOf({ groups, turbo: { actives: { 1: wireActive({ ticker }) } } });
    expect(byId.get(1)).toMatchObject({ symbol, name });
  });

  it.each([
    [1, 1861],
    [1861, 1],
  ])('chooses the enabled asset if two assets have the same symbol: %d, not %d', (id, other) => {
    const actives = [
      wireActive({ id, ticker: 'EURUSD-op' }),
      wireActive({ id: other, ticker: 'EURUSD', is_suspended: true }),
    ];
    const { bySymbol, byId } = catalogOf({ groups, turbo: { actives: Object.fromEntries(actives.entries()) } });
    expect(bySymbol.get('EURUSD')?.activeId).toBe(id);
    expect(byId.get(other)?.symbol).toBe('EURUSD');
  });

  it('derives the type of an asset from its group', () => {
    const actives = {
      1: wireActive({ id: 1, ticker: 'BTCUSD', group_id: 2 }),
      2: wireActive({ id: 2, ticker: 'AAPL', group_id: 3 }),
    };
    const { bySymbol } = catalogOf({ groups, turbo: { actives } });
    expect([bySymbol.get('BTCUSD')?.type, bySymbol.get('AAPL')?.type]).toEqual(['crypto', 'stocks']);
  });

  it.each([
    ['named', { currency: 'CLP' }, null, 'CLP', 2],
    ['presumed where none is named', {}, 'BRL', 'BRL', 200],
  ] as const)('reads stake limits in the currency %s', (_which, named, presumed, currency, minStakeMinor) => {
    const actives = { 1: { ...wireActive(), minimal_bet: 2 } };
    const [offer] = catalogOf({ ...named, groups, turbo: { actives } }, presumed).byId.get(1)?.offers ?? [];
    expect(offer?.stakeLimits).toMatchObject({ currency, minStakeMinor });
  });

  it.each([{}, { currency: 'XYZ' }])('has no stake limits in an unknown currency: %o', (named) => {
    const { byId } = catalogOf({ ...named, groups, turbo: { actives: { 1: wireActive() } } });
    expect(byId.get(1)?.offers[0]?.stakeLimits).toBeNull();
  });

  it('leaves out unreadable assets, and keeps the others', () => {
    const { byId } = catalogOf({ groups, turbo: { actives: { 1: wireActive(), 2: { id: 2 }, 3: 'odd' } } });
    expect([...byId.keys()]).toEqual([1]);
  });
});

describe('isOfferOpen', () => {
  const isOpen = (changes: Parameters<typeof wireActive>[0], timeMs: number) =>
    assetWithOffers({ turbo: changes ?? {} }).offers.some((offer) => isOfferOpen(offer, timeMs));

  it('follows the schedule, including its first second and excluding its last second', () => {
    expect(isOpen({}, DAY.fromS * 1000 - 1)).toBe(false);
    expect(isOpen({}, DAY.fromS * 1000)).toBe(true);
    expect(isOpen({}, DAY.toS * 1000 - 1)).toBe(true);
    expect(isOpen({}, DAY.toS * 1000)).toBe(false);
  });

  it('is false while the product is suspended or disabled', () => {
    expect(isOpen({ is_suspended: true }, DURING_MS)).toBe(false);
    expect(isOpen({ enabled: false }, DURING_MS)).toBe(false);
  });
});

describe('assetOf', () => {
  it('returns the lowest payout of the open products', () => {
    const active = assetWithOffers({ turbo: { commission: 15 }, blitz: { commission: 18, sizesS: [30] } });
    expect(assetOf(active, DURING_MS)).toMatchObject({ isOpen: true, payoutRatio: 0.82, decimals: 6 });
  });

  it('ignores the payout of a suspended product', () => {
    const active = assetWithOffers({ turbo: {}, blitz: { commission: 40, is_suspended: true } });
    expect(assetOf(active, DURING_MS).payoutRatio).toBe(0.85);
  });

  it('returns the stake limits with their currency', () => {
    expect(assetOf(assetWithOffers({ turbo: {} }), DURING_MS).stakeLimits).toEqual([
      { currency: 'USD', minStakeMinor: 100, maxStakeMinor: 2_000_000 },
    ]);
  });

  it('lists no durations while the asset is closed', () => {
    const asset = assetOf(assetWithOffers({ turbo: {} }), DAY.toS * 1000);
    expect(asset).toMatchObject({ isOpen: false, durationsS: [] });
  });
});
