import { describe, expect, it } from 'vitest';
import { ASSET_TYPES, DEFAULT_SYMBOL } from '#vocabulary/index.ts';
import { SIMULATED_ASSETS, simulatedAsset } from './assets.ts';
import { HourProfile } from './hour-profiles.ts';

describe('the simulated assets', () => {
  it('are 25 distinct symbols of the five types, with the default symbol first', () => {
    expect(new Set(SIMULATED_ASSETS.map(({ symbol }) => symbol)).size).toBe(25);
    expect(new Set(SIMULATED_ASSETS.map(({ type }) => type))).toEqual(new Set(ASSET_TYPES));
    expect(SIMULATED_ASSETS[0]?.symbol).toBe(DEFAULT_SYMBOL);
  });

  it('are found by symbol', () => {
    expect(simulatedAsset('BTCUSD')?.type).toBe('crypto');
    expect(simulatedAsset('NOSUCH')).toBeUndefined();
  });

  it('have a base price on their own tick grid, and valid trade limits', () => {
    for (const asset of SIMULATED_ASSETS) {
      expect(Number(asset.basePrice.toFixed(asset.decimals))).toBe(asset.basePrice);
      expect(asset.tickSize).toBeCloseTo(10 ** -asset.decimals, 12);
      expect(asset.minTradeAmountMinor).toBeLessThan(asset.maxTradeAmountMinor);
    }
  });
});

describe('HourProfile', () => {
  it('has a mean of one over a day, and continues without a jump across midnight', () => {
    for (const { hourProfile } of SIMULATED_ASSETS) {
      const profile = new HourProfile(hourProfile);
      expect(profile.until(24)).toBeCloseTo(24, 9);
      expect(profile.until(24.000001) - profile.until(23.999999)).toBeCloseTo(0, 4);
      expect(profile.until(240 + 13.5) - profile.until(240)).toBeCloseTo(profile.until(13.5), 9);
    }
  });
});
