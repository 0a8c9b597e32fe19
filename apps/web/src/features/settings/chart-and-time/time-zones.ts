import { chartAndTimeMessages } from './messages.es.ts';

const REGIONS = [
  'America',
  'Europe',
  'Africa',
  'Asia',
  'Atlantic',
  'Australia',
  'Indian',
  'Pacific',
  'Antarctica',
  'Arctic',
] as const;
type Region = (typeof REGIONS)[number] | 'other';

export type ZoneGroup = { readonly region: string; readonly zones: readonly { name: string; city: string }[] };

/** Returns the city of a time zone: `Buenos Aires, Argentina` for `America/Argentina/Buenos_Aires`. */
export function cityOf(zone: string): string {
  const [, ...places] = zone.split('/');
  return (places.length === 0 ? [zone] : places).toReversed().join(', ').replaceAll('_', ' ');
}

const regionOf = (zone: string): Region => REGIONS.find((region) => zone.startsWith(`${region}/`)) ?? 'other';

/**
 * Returns all time zones that the browser supports, and also `current`. They are grouped by region and sorted by city.
 */
export function zoneGroups(current: string): readonly ZoneGroup[] {
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])];
  return [...REGIONS, 'other' as const].flatMap((region) => {
    const own = zones.filter((zone) => regionOf(zone) === region).map((name) => ({ name, city: cityOf(name) }));
    if (own.length === 0) return [];
    const sorted = own.toSorted((a, b) => a.city.localeCompare(b.city));
    return [{ region: chartAndTimeMessages.regions[region], zones: sorted }];
  });
}

/** Formats the offset of a time zone at a time: `UTC−5`. */
export function offsetText(zone: string, atMs: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(atMs);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return offset
    .replace('GMT', 'UTC')
    .replace('-', '−')
    .replace(/^UTC\+0$/, 'UTC');
}
