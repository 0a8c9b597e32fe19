import { Skeleton } from '#shared/ui/skeleton.tsx';
import { strategiesMessages as words } from '../messages.es.ts';
import { CARD_GRID_CLASS } from './grid.ts';

/** Skeleton of three cards. */
export const CardsSkeleton = () => (
  <div role="status" aria-label={words.list} className={CARD_GRID_CLASS}>
    {[1, 2, 3].map((card) => (
      <div key={card} className="grid gap-3 rounded-card border border-line bg-surface p-4">
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-3 w-3/5" />
        <Skeleton className="h-8 w-1/3" />
        <Skeleton className="h-[50px]" />
        <Skeleton className="h-9" />
        <Skeleton className="mt-2 h-9" />
      </div>
    ))}
  </div>
);
