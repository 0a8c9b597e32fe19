import type { ReactNode } from 'react';
import { Card } from '#shared/ui/card.tsx';

/** Renders the card with the trade lists while it loads. `children` are placeholder rows. */
export const ActivitySkeleton = ({ children }: { readonly children: ReactNode }) => (
  <Card>
    <div className="h-11.25 border-b border-line" />
    <div className="min-h-42">{children}</div>
  </Card>
);
