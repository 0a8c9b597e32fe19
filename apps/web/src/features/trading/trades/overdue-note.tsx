import { useQuery } from '@tanstack/react-query';
import type { Option } from '@vigia/contract';
import { problemOf } from '#shared/lib/problem.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { healthQuery } from '../queries.ts';
import { tradesMessages } from './messages.es.ts';
import { OVERDUE_MS } from './settlement-watch.ts';

const words = tradesMessages;

/** Shows the state of the settlement when a result takes longer than usual. */
export function OverdueNote({ trades }: { readonly trades: readonly Option[] }) {
  const nowMs = useServerNow();
  const overdue = trades.filter(
    // The expiry of a trade with a duration in ticks is an estimate, so such a trade is never overdue.
    ({ execution, expiry_time, duration_ticks: ticks }) =>
      execution === 'confirmed' && ticks === null && nowMs - Date.parse(expiry_time) > OVERDUE_MS,
  ).length;
  const { data: health, error } = useQuery({ ...healthQuery, enabled: overdue > 0, refetchInterval: OVERDUE_MS });
  if (overdue === 0) return null;
  return (
    <p role="status" className="border-t border-line px-4 py-2.5 text-12 text-warn max-md:px-3">
      {words.overdue(overdue)} {health?.status === 'degraded' && words.settlementLate}
      {error && !health && `${words.healthFailed} ${problemOf(error)}`}
    </p>
  );
}
