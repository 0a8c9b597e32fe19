import { Preferences, type PreferencesChange } from '@vigia/contract';
import type { ApiClient } from './api-client.ts';
import { apiQuery } from './api-query.ts';
import { displayZone, setDisplayZone } from './display-zone.ts';
import { useUi } from './ui-store.ts';

const PATH = '/api/v1/account/preferences';

/** Returns the query of the user's screen preferences. They are the same on every device of the user. */
export const preferencesQuery = apiQuery(PATH, Preferences);

/**
 * Saves a change and returns all preferences.
 * @throws ApiFailure
 */
export const savePreferences = (api: ApiClient, change: PreferencesChange): Promise<Preferences> =>
  api.put(PATH, { schema: Preferences, body: change });

/**
 * Applies the preferences and stores them in this browser, so that the next visit can use them before the server
 * responds.
 */
export function applyPreferences(preferences: Preferences): void {
  const { default_symbol: symbol, default_timeframe: timeframe, refresh_interval_s: refreshIntervalS } = preferences;
  if (preferences.time_zone !== displayZone()) setDisplayZone(preferences.time_zone);
  useUi.getState().setDefaults({ symbol, timeframe, refreshIntervalS });
}
