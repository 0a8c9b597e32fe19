import { Skeleton } from '#shared/ui/skeleton.tsx';

const ROWS = [1, 2, 3] as const;

/** Renders a placeholder of three rows. */
export const RowsSkeleton = ({ label }: { readonly label: string }) => (
  <div role="status" aria-label={label} className="grid">
    {ROWS.map((row) => (
      <div key={row} className="flex h-[42px] items-center gap-6 border-b border-line px-4 last:border-0">
        <Skeleton className="h-3.5 w-20" />
        <Skeleton className="h-5 w-16" />
        <Skeleton className="h-3.5 flex-1" />
        <Skeleton className="h-3.5 w-24" />
      </div>
    ))}
  </div>
);
