import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useLayoutEffect, useState } from 'react';
import { displayZone } from '#shared/lib/display-zone.ts';
import { applyPreferences, preferencesQuery } from '#shared/lib/preferences.ts';

/**
 * Lets what the account keeps count here, whatever this browser remembers. Where it comes with another time zone than the
 * screen was drawn by, the screen is drawn anew; a zone chosen here leaves it alone: what is drawn next follows it.
 */
export function KeptPreferences({ children }: { readonly children: ReactNode }) {
  const { data } = useQuery(preferencesQuery);
  const [drawing, setDrawing] = useState(0);
  useLayoutEffect(() => {
    if (!data) return;
    const isOtherZone = data.time_zone !== displayZone();
    applyPreferences(data);
    if (isOtherZone) setDrawing((count) => count + 1);
  }, [data]);
  return <Fragment key={drawing}>{children}</Fragment>;
}
