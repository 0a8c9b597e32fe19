import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type BrokerStatusView, BrokersAnswer } from '@vigia/contract';
import { ApiFailure } from '#shared/lib/api-failure.ts';
import { assetsQuery, PAYOUT_PATH } from '#shared/lib/assets.ts';
import { refreshChoice } from '#shared/lib/chosen-account.ts';
import { apiOf } from '#shared/lib/services.ts';
import { takeStatus } from './model/take-status.ts';

/** Path of every call about brokers. */
export const ROOT = '/api/v1/multi-broker';

/** Query of every broker of this installation, with the state of the user's connection. */
export const connectionsQuery = queryOptions({
  queryKey: [ROOT],
  queryFn: ({ client, signal }) => {
    const isFirst = client.getQueryData([ROOT]) === undefined;
    const read = apiOf(client).get(`${ROOT}/brokers`, { schema: BrokersAnswer, signal });
    return orSay(read, isFirst ? 'Failed to initialize multi-broker system' : 'Failed to refresh broker status');
  },
});

/** Writes a connection state from an answer or the stream into the query cache. */
export function takeBrokerStatus(queries: QueryClient, status: BrokerStatusView): void {
  const { brokers } = queries.getQueryData(connectionsQuery.queryKey) ?? {};
  const before = brokers?.find(({ id }) => id === status.broker)?.status;
  queries.setQueryData(connectionsQuery.queryKey, (known) => known && takeStatus(known, status));
  // The account may have been chosen in another tab, or by a connection that began or ended.
  const isOther =
    before?.is_active !== status.is_active || before?.current_account_type !== status.current_account_type;
  if (isOther) void refreshChoice(queries);
  if (before?.connection_status === status.connection_status) return;
  // Assets and payouts appear or disappear with the connection.
  for (const queryKey of [assetsQuery.queryKey, [PAYOUT_PATH]]) void queries.invalidateQueries({ queryKey });
}

/**
 * Gives a call that fails without a response of the server the text that docs/spec/api.md §3 fixes for it.
 * @throws ApiFailure
 */
export const orSay = <Value>(call: Promise<Value>, detail: string): Promise<Value> =>
  call.catch((failure: unknown) => {
    if (!(failure instanceof ApiFailure) || failure.reason.kind === 'refused') throw failure;
    throw new ApiFailure(failure.reason, failure.message, { detail, cause: failure });
  });
