import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useLayoutEffect } from 'react';
import { followZone, useDisplayZone } from '#shared/lib/display-zone.ts';
import { applyPreferences, preferencesQuery } from '#shared/lib/preferences.ts';

/**
 * Applies the preferences of the account instead of the values that this browser stored. The screen remounts if its
 * time zone differs from the time zone of the account. A time zone that the user chooses on this screen applies without
 * a remount.
 */
export function KeptPreferences({ children }: { readonly children: ReactNode }) {
  const { data } = useQuery(preferencesQuery);
  const drawing = useDisplayZone((display) => display.zoneDifferences);
  useLayoutEffect(() => {
    if (!data) return;
    followZone(data.time_zone);
    applyPreferences(data);
  }, [data]);
  return <Fragment key={drawing}>{children}</Fragment>;
}
