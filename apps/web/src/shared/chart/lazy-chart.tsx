import { type ComponentProps, lazy, Suspense } from 'react';
import { useSourceChanges } from '#shared/lib/price-feed.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';

/** The chart canvas. It loads the drawing library when a chart first renders. */
const ChartCanvas = lazy(async () => ({ default: (await import('./canvas/chart-canvas.tsx')).ChartCanvas }));

/** Renders candles with marks and fills its positioned parent. A change of the price source creates a new chart. */
export function LazyChart(props: ComponentProps<typeof ChartCanvas>) {
  const changes = useSourceChanges();
  return (
    <Suspense fallback={<Skeleton className="absolute inset-x-4 top-10 bottom-10" />}>
      <ChartCanvas key={changes} {...props} />
    </Suspense>
  );
}
