import { describe, expect, it } from 'vitest';
import { scriptedAsset } from '../testing.ts';
import { unknownAsset } from './unknown-asset.ts';

describe('unknownAsset', () => {
  it('returns prices_away while the market has no assets', () => {
    expect(unknownAsset({ assets: () => [] }, 'EURUSD')).toEqual({ code: 'prices_away', values: {} });
  });

  it('returns asset_unknown while the market has other assets', () => {
    const assets = () => [scriptedAsset('GBPUSD')];
    expect(unknownAsset({ assets }, 'EURUSD')).toEqual({ code: 'asset_unknown', values: { symbol: 'EURUSD' } });
  });
});
