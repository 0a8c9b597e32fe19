import { create } from 'zustand';
import { readLocal, writeLocal } from './local-values.ts';

const ZONE_KEY = 'time_zone';

/** Time zone of the device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

type ZoneState = {
  readonly zone: string;
  /** Counts how often the account zone differed from the zone of the screen. */
  readonly surprises: number;
};

/** The time zone of the screens: the last known zone of the account, or else the device zone. */
export const useDisplayZone = create<ZoneState>()(() => ({ zone: remembered() ?? deviceZone(), surprises: 0 }));

/** Returns an IANA zone name. */
export const displayZone = (): string => useDisplayZone.getState().zone;

export function setDisplayZone(zone: string): void {
  writeLocal(ZONE_KEY, zone);
  useDisplayZone.setState({ zone });
}

/**
 * Applies the zone of the account; counts a change if the screen used another zone, because it has to be drawn again.
 */
export function followZone(zone: string): void {
  if (zone === displayZone()) return;
  setDisplayZone(zone);
  useDisplayZone.setState(({ surprises }) => ({ surprises: surprises + 1 }));
}

/** A stored zone may be old or invalid: a zone that this browser does not know would break every clock. */
function remembered(): string | null {
  const zone = readLocal(ZONE_KEY);
  if (zone === null) return null;
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
