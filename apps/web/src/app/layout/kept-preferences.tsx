import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useLayoutEffect } from 'react';
import { followZone, useDisplayZone } from '#shared/lib/display-zone.ts';
import { applyPreferences, preferencesQuery } from '#shared/lib/preferences.ts';

/**
 * Applies the preferences of the account, whatever this browser stored. If their time zone differs from that of the
 * screen, the screen is rendered again; a zone that the user chooses on this screen applies to the next rendering only.
 */
export function KeptPreferences({ children }: { readonly children: ReactNode }) {
  const { data } = useQuery(preferencesQuery);
  const drawing = useDisplayZone((display) => display.surprises);
  useLayoutEffect(() => {
    if (!data) return;
    followZone(data.time_zone);
    applyPreferences(data);
  }, [data]);
  return <Fragment key={drawing}>{children}</Fragment>;
}
