import { type ComponentProps, lazy, Suspense } from 'react';
import { useSourceChanges } from '#shared/lib/shown-prices.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';

/** The drawing library comes only when a chart is on screen. */
const ChartCanvas = lazy(async () => ({ default: (await import('./canvas/chart-canvas.tsx')).ChartCanvas }));

/** Candles with marks on them; fills its positioned parent. Of other prices it is another chart. */
export function LazyChart(props: ComponentProps<typeof ChartCanvas>) {
  const changes = useSourceChanges();
  return (
    <Suspense fallback={<Skeleton className="absolute inset-x-4 top-10 bottom-10" />}>
      <ChartCanvas key={changes} {...props} />
    </Suspense>
  );
}
