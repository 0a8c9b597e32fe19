import { describe, expect, it } from 'vitest';
import { Market } from './market.ts';

describe('the market of Quotex', () => {
  it.each([
    ['EURUSD_otc', 'EURUSD-OTC'],
    ['NEWPAIR', 'NEWPAIR'],
    ['not a symbol', null],
  ])('converts the asset name %s of a contract to %s, whether the asset is listed or not', (wireSymbol, symbol) => {
    expect(new Market(() => undefined).symbolOf(wireSymbol)).toBe(symbol);
  });
});
