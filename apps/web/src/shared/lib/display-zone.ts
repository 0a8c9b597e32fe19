import { create } from 'zustand';
import { readLocal, writeLocal } from './local-values.ts';

const ZONE_KEY = 'time_zone';

/** Returns the time zone of the device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

type ZoneState = {
  readonly zone: string;
  /** Number of times that the zone of the account differed from the display zone. */
  readonly zoneDifferences: number;
};

/** Store of the display zone: the last known zone of the account, or else the zone of the device. */
export const useDisplayZone = create<ZoneState>()(() => ({ zone: remembered() ?? deviceZone(), zoneDifferences: 0 }));

/** Returns the display zone, an IANA name. */
export const displayZone = (): string => useDisplayZone.getState().zone;

export function setDisplayZone(zone: string): void {
  writeLocal(ZONE_KEY, zone);
  useDisplayZone.setState({ zone });
}

/** Applies the zone of the account. Counts a difference from the display zone, because the screen must then remount. */
export function followZone(zone: string): void {
  if (zone === displayZone()) return;
  setDisplayZone(zone);
  useDisplayZone.setState(({ zoneDifferences }) => ({ zoneDifferences: zoneDifferences + 1 }));
}

/**
 * Returns the stored zone, or null if it is missing or unknown to this browser. An unknown zone would break every
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
