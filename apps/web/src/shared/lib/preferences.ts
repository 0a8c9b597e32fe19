import { queryOptions } from '@tanstack/react-query';
import { Preferences, type PreferencesChange } from '@vigia/contract';
import { api } from './api.ts';
import { displayZone, setDisplayZone } from './display-zone.ts';
import { useUi } from './ui-store.ts';

const PATH = '/api/v1/account/preferences';

/** How the screens begin for this person, on every device. */
export const preferencesQuery = queryOptions({
  queryKey: [PATH],
  queryFn: ({ signal }) => api.get(PATH, { schema: Preferences, signal }),
});

/** Answers all of them as they are now. @throws ApiFailure */
export const savePreferences = (change: PreferencesChange): Promise<Preferences> =>
  api.put(PATH, { schema: Preferences, body: change });

/** Lets them count here, and remembers them, so that the next visit begins with them before the server has answered. */
export function applyPreferences(preferences: Preferences): void {
  const { default_symbol: symbol, default_timeframe: timeframe, refresh_interval_s: refreshIntervalS } = preferences;
  if (preferences.time_zone !== displayZone()) setDisplayZone(preferences.time_zone);
  useUi.getState().setDefaults({ symbol, timeframe, refreshIntervalS });
}
