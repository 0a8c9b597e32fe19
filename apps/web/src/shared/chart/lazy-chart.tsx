import { type ComponentProps, lazy, Suspense } from 'react';
import { useSourceChanges } from '#shared/lib/price-feed.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';

/** The chart canvas. Its code, with the drawing library, loads when a chart first renders. */
const ChartCanvas = lazy(async () => ({ default: (await import('./canvas/chart-canvas.tsx')).ChartCanvas }));

/**
 * Renders candles with marks. The chart fills its parent, which must be positioned. After a change of the price source,
 * a new chart is created.
 */
export function LazyChart(props: ComponentProps<typeof ChartCanvas>) {
  const changes = useSourceChanges();
  return (
    <Suspense fallback={<Skeleton className="absolute inset-x-4 top-10 bottom-10" />}>
      <ChartCanvas key={changes} {...props} />
    </Suspense>
  );
}
