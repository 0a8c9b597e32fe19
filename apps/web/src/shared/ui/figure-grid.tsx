import type { ReactNode } from 'react';

/** A figure with its name and a one-line explanation. */
export type GridFigure = { readonly name: string; readonly value: ReactNode; readonly note: string };

/** Renders six figures in one frame. The background of the frame shows as hairlines between the cells. */
export const FigureGrid = ({ figures }: { readonly figures: readonly GridFigure[] }) => (
  <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-control border border-line bg-line max-md:grid-cols-2">
    {figures.map(({ name, value, note }) => (
      <div key={name} className="min-w-0 bg-surface px-3 py-2.5">
        <dt className="truncate text-12 text-fg-3">{name}</dt>
        <dd className="grid">
          <span className="truncate text-16 font-semibold">{value}</span>
          <span className="text-12 text-fg-3">{note}</span>
        </dd>
      </div>
    ))}
  </dl>
);
