import { BROKER_SERVER_ZONE } from '@vigia/core/vocabulary';

/**
 * Returns true for an IANA name that the platform knows, and for the time zone of MetaTrader servers. UTC offsets are
 * refused.
 */
export function isZone(timeZone: string): boolean {
  if (timeZone === BROKER_SERVER_ZONE) return true;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone }).format(0);
    return /^[A-Za-z]/.test(timeZone);
  } catch {
    return false;
  }
}
