import { describe, expect, it } from 'vitest';
import { Market } from './market.ts';

describe('the market of Quotex', () => {
  it.each([
    ['EURUSD_otc', 'EURUSD-OTC'],
    ['NEWPAIR', 'NEWPAIR'],
    ['not a symbol', null],
  ])('names the asset %s of a contract, listed or not, %s', (wireSymbol, symbol) => {
    expect(new Market(() => undefined).symbolOf(wireSymbol)).toBe(symbol);
  });
});
