import { type ComponentProps, lazy, Suspense } from 'react';
import { Skeleton } from '#shared/ui/skeleton.tsx';

/** The drawing library comes only when a chart is on screen. */
const ChartCanvas = lazy(async () => ({ default: (await import('./canvas/chart-canvas.tsx')).ChartCanvas }));

/** Candles with marks on them; fills its positioned parent. */
export function LazyChart(props: ComponentProps<typeof ChartCanvas>) {
  return (
    <Suspense fallback={<Skeleton className="absolute inset-x-4 top-10 bottom-10" />}>
      <ChartCanvas {...props} />
    </Suspense>
  );
}
