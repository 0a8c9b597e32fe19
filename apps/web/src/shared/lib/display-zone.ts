import { create } from 'zustand';
import { readLocal, writeLocal } from './local-values.ts';

const ZONE_KEY = 'time_zone';

/** The zone of the machine the person sits at. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

type ZoneState = {
  readonly zone: string;
  /** How often the account came with another zone than the screen was drawn by. */
  readonly surprises: number;
};

/** Whose clock the screens show: that of the account, as last known here; the device's own until an account said so. */
export const useDisplayZone = create<ZoneState>()(() => ({ zone: remembered() ?? deviceZone(), surprises: 0 }));

/** An IANA name. */
export const displayZone = (): string => useDisplayZone.getState().zone;

export function setDisplayZone(zone: string): void {
  writeLocal(ZONE_KEY, zone);
  useDisplayZone.setState({ zone });
}

/** Takes the zone the account says; where the screen was drawn by another, it has to be drawn anew. */
export function followZone(zone: string): void {
  if (zone === displayZone()) return;
  setDisplayZone(zone);
  useDisplayZone.setState(({ surprises }) => ({ surprises: surprises + 1 }));
}

/** What was kept may be of another time, or nobody's: a zone this browser does not know would break every clock. */
function remembered(): string | null {
  const zone = readLocal(ZONE_KEY);
  if (zone === null) return null;
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
