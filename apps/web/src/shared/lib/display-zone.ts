import { create } from 'zustand';
import { readLocal, writeLocal } from './local-values.ts';

const ZONE_KEY = 'time_zone';

/** Returns the time zone of the device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

type ZoneState = {
  readonly zone: string;
  /** How often the time zone of the user's account differed from the display time zone. */
  readonly zoneDifferences: number;
};

/**
 * Store of the display time zone: the last known time zone of the user's account, or else the time zone of the device.
 */
export const useDisplayZone = create<ZoneState>()(() => ({ zone: remembered() ?? deviceZone(), zoneDifferences: 0 }));

/** Returns the display time zone as an IANA name. */
export const displayZone = (): string => useDisplayZone.getState().zone;

export function setDisplayZone(zone: string): void {
  writeLocal(ZONE_KEY, zone);
  useDisplayZone.setState({ zone });
}

/**
 * Uses the time zone of the user's account from now on. Counts a difference from the display time zone, because the
 * screen must then remount.
 */
export function followAccountZone(zone: string): void {
  if (zone === displayZone()) return;
  setDisplayZone(zone);
  useDisplayZone.setState(({ zoneDifferences }) => ({ zoneDifferences: zoneDifferences + 1 }));
}

/**
 * Returns the stored time zone, or null if it is missing or this browser does not know it. An unknown time zone would
 * break every clock.
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
