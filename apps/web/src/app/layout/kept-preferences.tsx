import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useLayoutEffect } from 'react';
import { followZone, useDisplayZone } from '#shared/lib/display-zone.ts';
import { applyPreferences, preferencesQuery } from '#shared/lib/preferences.ts';

/**
 * Lets what the account keeps count here, whatever this browser remembers. Where it comes with another time zone than the
 * screen was drawn by, the screen is drawn anew; a zone chosen here leaves it alone: what is drawn next follows it.
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
