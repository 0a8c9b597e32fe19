import type { ReactNode } from 'react';
import { Card } from '#shared/ui/card.tsx';

/** The card of the lists while it loads; `children` are skeleton rows. */
export const ActivitySkeleton = ({ children }: { readonly children: ReactNode }) => (
  <Card>
    <div className="h-11.25 border-b border-line" />
    <div className="min-h-42">{children}</div>
  </Card>
);
