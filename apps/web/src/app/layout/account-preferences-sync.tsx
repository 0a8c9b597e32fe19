import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useLayoutEffect } from 'react';
import { followAccountZone, useDisplayZone } from '#shared/lib/display-zone.ts';
import { applyPreferences, preferencesQuery } from '#shared/lib/preferences.ts';

/**
 * Applies the user's preferences from the server instead of those that this browser stored. If the time zones differ,
 * the screen remounts. If the user chooses a time zone on this screen, it applies without a remount.
 */
export function AccountPreferencesSync({ children }: { readonly children: ReactNode }) {
  const { data } = useQuery(preferencesQuery);
  const drawing = useDisplayZone((display) => display.zoneDifferences);
  useLayoutEffect(() => {
    if (!data) return;
    followAccountZone(data.time_zone);
    applyPreferences(data);
  }, [data]);
  return <Fragment key={drawing}>{children}</Fragment>;
}
