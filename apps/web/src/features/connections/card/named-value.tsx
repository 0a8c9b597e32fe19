import type { ReactNode } from 'react';

/** Shows a name and its value in a list of facts. */
export const NamedValue = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex items-center justify-between gap-4">
    <dt className="shrink-0 text-fg-2">{name}</dt>
    <dd className="min-w-0 text-right wrap-anywhere tabular-nums">{children}</dd>
  </div>
);
