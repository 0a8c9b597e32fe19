import type { ReactNode } from 'react';

/** Renders the actions at the bottom of a broker's card, two per row on a phone. */
export const BrokerCardActions = ({ children }: { readonly children: ReactNode }) => (
  <footer className="mt-auto flex flex-wrap items-center gap-1.5 border-t border-line px-3 py-2 max-md:grid max-md:grid-cols-2 max-md:*:h-(--h-touch)">
    {children}
  </footer>
);
