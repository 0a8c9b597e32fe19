import { create } from 'zustand';
import { readLocal, writeLocal } from './local-values.ts';

const ZONE_KEY = 'time_zone';

/** Returns the time zone of the device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

type ZoneState = {
  readonly zone: string;
  /** Number of times that the account's zone differed from the zone of the screen. */
  readonly surprises: number;
};

/** Store of the time zone of the screens: the last known zone of the account, or else the zone of the device. */
export const useDisplayZone = create<ZoneState>()(() => ({ zone: remembered() ?? deviceZone(), surprises: 0 }));

/** Returns the time zone of the screens, an IANA name. */
export const displayZone = (): string => useDisplayZone.getState().zone;

export function setDisplayZone(zone: string): void {
  writeLocal(ZONE_KEY, zone);
  useDisplayZone.setState({ zone });
}

/**
 * Applies the zone of the account. It counts a change if the screen used another zone, because the screen must render
 * again.
 */
export function followZone(zone: string): void {
  if (zone === displayZone()) return;
  setDisplayZone(zone);
  useDisplayZone.setState(({ surprises }) => ({ surprises: surprises + 1 }));
}

/**
 * Returns the stored zone; null if it is missing or invalid. A zone that this browser does not know would break every
 * clock.
 */
function remembered(): string | null {
  const zone = readLocal(ZONE_KEY);
  if (zone === null) return null;
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
