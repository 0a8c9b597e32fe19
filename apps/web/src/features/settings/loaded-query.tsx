import type { UseQueryResult } from '@tanstack/react-query';
import { Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { failureCode, problemOf } from '#shared/lib/problem.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { settingsMessages as words } from './messages.es.ts';

type LoadedQueryProps<Data> = {
  readonly query: UseQueryResult<Data>;
  /** Number of placeholder rows. Use the usual number of results. */
  readonly rows: number;
  readonly children: (data: Data) => ReactNode;
};

/** Renders the data of a query, its placeholder, or its error with a retry button. */
export function LoadedQuery<Data>({ query, rows, children }: LoadedQueryProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <SkeletonRows rows={rows} />;
  // A retry does not help if a hosted auth service stores the users, because this server does not know their data.
  if (failureCode(query.error) === 'auth_is_hosted') return <EmptyState icon={Server} text={words.hosted} />;
  return <ErrorState title={words.failed} text={problemOf(query.error)} onRetry={() => void query.refetch()} />;
}

const SkeletonRows = ({ rows }: { readonly rows: number }) => (
  <div aria-busy>
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className="flex min-h-15 items-center gap-3 border-t border-line px-4 first:border-0">
        <div className="grid flex-1 gap-1.5">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-3 w-28" />
        </div>
        <Skeleton className="h-(--h-sm) w-20" />
      </div>
    ))}
  </div>
);
