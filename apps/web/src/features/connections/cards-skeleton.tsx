import { Skeleton } from '#shared/ui/skeleton.tsx';
import { connectionsMessages as words } from './messages.es.ts';

/** Two columns if they fit. Cards have equal height until a form extends one. */
export const GRID_CLASS =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,440px),1fr))] gap-4 has-[form]:items-start max-md:gap-3';

/** Skeleton of four cards. */
export const CardsSkeleton = () => (
  <div role="status" aria-label={words.list} className={GRID_CLASS}>
    {[1, 2, 3, 4].map((card) => (
      <div key={card} className="grid gap-4 rounded-card border border-line bg-surface p-4">
        <div className="flex items-center gap-3">
          <Skeleton className="size-10" />
          <div className="grid grow gap-1.5">
            <Skeleton className="h-5 w-28" />
            <Skeleton className="h-3 w-36" />
          </div>
          <Skeleton className="h-[22px] w-24" />
        </div>
        <Skeleton className="h-20" />
        <Skeleton className="h-8 w-28" />
      </div>
    ))}
  </div>
);
