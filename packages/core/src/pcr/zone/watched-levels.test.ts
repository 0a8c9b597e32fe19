import { describe, expect, it } from 'vitest';
import { Scenario, SUPPLY_ZONE } from '../testing.ts';
import { pricedLevelNames, watchedLevels } from './watched-levels.ts';
import type { Zone } from './zone.ts';

/** Returns the supply zone of the scenario. Its levels are in the specified order, from 101.5 to 102.375. */
function supplyZone(): Zone {
  const [zone] = new Scenario({}).candles(...SUPPLY_ZONE).seen.zones;
  if (!zone) throw new Error('the scenario makes a zone');
  return zone;
}

describe('the entry levels of a setup', () => {
  it('are listed in the specified order, without `ruptura`, which has no price', () => {
    expect(pricedLevelNames(['zona_fina', 'ruptura', 'zona_ancha'])).toEqual(['zona_ancha', 'zona_fina']);
    expect(pricedLevelNames(['ruptura'])).toEqual([]);
  });

  it('are returned with their prices in the zone, the shallowest level first', () => {
    const names = ['punto_optimo', 'zona_ancha', 'zona_fina'] as const;
    expect(watchedLevels(supplyZone(), names, 1)).toEqual([
      { entryPoint: 'zona_ancha', price: 101.5 },
      { entryPoint: 'zona_fina', price: 102.25 },
      { entryPoint: 'punto_optimo', price: 102.3125 },
    ]);
    expect(watchedLevels(supplyZone(), names, -1).map(({ entryPoint }) => entryPoint)).toEqual([
      'punto_optimo',
      'zona_fina',
      'zona_ancha',
    ]);
    expect(watchedLevels(supplyZone(), [], 1)).toEqual([]);
  });

  it('stay in the order of the setup if their prices are equal', () => {
    const zone = supplyZone();
    const equal = { ...zone, levels: { ...zone.levels, zona_ancha: 102.25 } };
    const order = (...names: ('zona_ancha' | 'zona_fina')[]) =>
      watchedLevels(equal, names, 1).map(({ entryPoint }) => entryPoint);
    expect(order('zona_ancha', 'zona_fina')).toEqual(['zona_ancha', 'zona_fina']);
    expect(order('zona_fina', 'zona_ancha')).toEqual(['zona_fina', 'zona_ancha']);
  });
});
