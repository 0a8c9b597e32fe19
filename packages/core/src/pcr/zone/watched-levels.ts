import { ENTRY_POINTS, type EntryPoint } from '#vocabulary/index.ts';
import type { Zone, ZoneLevel } from './zone.ts';

/** One entry level of a zone. */
export type Level = { readonly entryPoint: ZoneLevel; readonly price: number };

/** The entry points with a price of their own, in the order that decides which of two equal levels counts as deeper. */
export function levelNames(entryPoints: readonly EntryPoint[]): readonly ZoneLevel[] {
  return ENTRY_POINTS.filter((name) => name !== 'ruptura').filter((name) => entryPoints.includes(name));
}

/**
 * The levels of a zone that a setup enters at, shallowest first; equal ones keep the order of `names`.
 * Sorted by hand: zones are made by the thousand, with one to six levels.
 */
export function watchedLevels(zone: Zone, names: readonly ZoneLevel[], sign: 1 | -1): readonly Level[] {
  const levels: Level[] = [];
  for (const entryPoint of names) {
    const price = zone.levels[entryPoint];
    let place = levels.length;
    for (let before = levels[place - 1]; before && sign * before.price > sign * price; before = levels[place - 1]) {
      levels[place] = before;
      place -= 1;
    }
    levels[place] = { entryPoint, price };
  }
  return levels;
}
