import { Card } from '#shared/ui/card.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { chartSkeletonMessages } from './skeleton.es.ts';

/** Renders a placeholder of the chart card with the height of the real card. */
export const ChartCardSkeleton = () => (
  <Card className="max-md:-mx-3 max-md:-mt-3 max-md:rounded-none max-md:border-x-0 max-md:border-t-0">
    <div role="status" aria-label={chartSkeletonMessages.loading} className="flex h-full flex-col">
      <div className="flex min-h-13 items-center gap-3 border-b border-line px-3 max-md:min-h-[103px]">
        <Skeleton className="h-9 w-32" />
        <Skeleton className="h-5 w-24" />
      </div>
      <div className="relative h-[414px] min-h-[300px] grow bg-inset max-lg:h-[392px] max-md:h-[300px]">
        <Skeleton className="absolute inset-x-4 top-10 bottom-10" />
      </div>
    </div>
  </Card>
);
