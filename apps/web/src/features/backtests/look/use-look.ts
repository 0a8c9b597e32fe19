import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BacktestJob } from '@vigia/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { failureCode, problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { callAfter } from '#shared/lib/timer.ts';
import { isUnfinished } from '../model/backtests-of-rules.ts';
import { cancelJob, jobQuery, lookQuery } from '../queries.ts';
import type { LookRequest } from './look-request.ts';
import { lookMessages as words } from './messages.es.ts';

/** Time in milliseconds without a change after which a look starts. A dragged slider therefore starts one look. */
const QUIET_MS = 800;
/** A cancelled look counts towards the user's limit for a moment, so a refused look is repeated. */
const AGAIN_MS = 1_500;
const MOST_REPEATS = 20;

export type Look = {
  /** The last finished look. It may be that of earlier rules. */
  readonly shown: BacktestJob | null;
  /** Whether `shown` is not (yet) the look at the present rules. */
  readonly isStale: boolean;
  /** Progress of the running look, 0–1. */
  readonly progress: number | null;
  /** Why the look at the present rules has no result. */
  readonly problem: string | null;
  readonly retry: () => void;
};

/**
 * Looks at rules whenever they change, and returns the newest result. Equal requests share one look.
 * @param request null if the rules are invalid
 * @param isOwner whether this component cancels a running look that it no longer needs
 */
export function useLook(request: LookRequest | null, isOwner: boolean): Look {
  const { settled, isSettled } = useSettledRequest(request);
  const started = useQuery({
    ...lookQuery(settled),
    retry: (failures, failure) => failureCode(failure) === 'backtest_limit' && failures < MOST_REPEATS,
    retryDelay: AGAIN_MS,
  });
  const id = started.data?.id;
  const { data: job = null, error } = useQuery({ ...jobQuery(id ?? ''), enabled: id !== undefined });
  useCancelOnChange(isOwner ? id : undefined);
  const own = job?.status === 'done' ? job : null;
  const [shown, setShown] = useState(own);
  if (own !== null && own !== shown) setShown(own);
  const failure = started.error ?? error;
  return {
    shown: own ?? shown,
    isStale: own === null || !isSettled,
    progress: job && isUnfinished(job) ? job.progress : null,
    problem: isSettled ? (failure ? problemOf(failure) : job && problemOfJob(job)) : null,
    retry: () => void started.refetch(),
  };
}

function problemOfJob({ status, error }: BacktestJob): string | null {
  if (status === 'failed') return error?.message ?? words.failed;
  return status === 'cancelled' ? words.cancelled : null;
}

/** Returns the last request that has not changed for a while. The first request counts at once. */
function useSettledRequest(request: LookRequest | null) {
  const key = JSON.stringify(request);
  const [settled, setSettled] = useState({ key, request });
  const newest = useRef(request);
  useLayoutEffect(() => {
    newest.current = request;
  });
  useEffect(() => callAfter(QUIET_MS, () => setSettled({ key, request: newest.current })), [key]);
  return { settled: settled.request, isSettled: settled.key === key };
}

/** Cancels a running look that nothing shows any more. */
function useCancelOnChange(id: string | undefined): void {
  const { api } = useServices();
  const queries = useQueryClient();
  useEffect(() => {
    if (id === undefined) return;
    const { queryKey } = jobQuery(id);
    const cancelUnused = () => {
      if (queries.getQueryCache().find({ queryKey })?.isActive()) return;
      const job = queries.getQueryData(queryKey);
      // A look that cannot be cancelled has ended.
      if (job === undefined || isUnfinished(job)) cancelJob(api, id).catch(() => null);
    };
    // The editor of a setup that was just created shows the same look, and mounts after this cleanup.
    return () => void callAfter(0, cancelUnused);
  }, [api, queries, id]);
}
