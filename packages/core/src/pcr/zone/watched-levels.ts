import { ENTRY_POINTS, type EntryPoint } from '#vocabulary/index.ts';
import type { Zone, ZoneLevel } from './zone.ts';

/** One entry level of a zone. */
export type Level = { readonly entryPoint: ZoneLevel; readonly price: number };

/** Returns the names of the entry levels that have a price, from shallow to deep: all but `ruptura`. */
export const pricedLevelNames = (entryPoints: readonly EntryPoint[]): readonly ZoneLevel[] =>
  ENTRY_POINTS.filter((name) => name !== 'ruptura').filter((name) => entryPoints.includes(name));

/**
 * Returns the levels of a zone at which a setup enters, shallowest first; levels of equal price keep the order of
 * `names`. An explicit insertion sort is fast here: there are thousands of zones, each with one to six levels.
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
