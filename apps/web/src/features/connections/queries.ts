import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type BrokerStatusView, BrokersResponse } from '@vigia/contract';
import { ApiFailure } from '#shared/lib/api-failure.ts';
import { assetsQuery, PAYOUT_PATH } from '#shared/lib/assets.ts';
import { refreshChoice } from '#shared/lib/chosen-account.ts';
import { apiOf } from '#shared/lib/services.ts';
import { takeStatus } from './model/take-status.ts';

/** Path of every call about brokers. */
export const BROKERS_PATH = '/api/v1/multi-broker';

/** Query of every broker of this installation, with the state of the user's connection. */
export const connectionsQuery = queryOptions({
  queryKey: [BROKERS_PATH],
  queryFn: ({ client, signal }) => {
    const isFirst = client.getQueryData([BROKERS_PATH]) === undefined;
    const read = apiOf(client).get(`${BROKERS_PATH}/brokers`, { schema: BrokersResponse, signal });
    return withConnectionErrorText(
      read,
      isFirst ? 'Failed to initialize multi-broker system' : 'Failed to refresh broker status',
    );
  },
});

/** Stores a connection state, from a response or from the stream, in the query cache. */
export function takeBrokerStatus(queries: QueryClient, status: BrokerStatusView): void {
  const { brokers } = queries.getQueryData(connectionsQuery.queryKey) ?? {};
  const before = brokers?.find(({ id }) => id === status.broker)?.status;
  queries.setQueryData(connectionsQuery.queryKey, (known) => known && takeStatus(known, status));
  // The chosen account may have changed: in another tab, or because a connection was opened or closed.
  const isOther =
    before?.is_active !== status.is_active || before?.current_account_type !== status.current_account_type;
  if (isOther) void refreshChoice(queries);
  if (before?.connection_status === status.connection_status) return;
  // The available assets and payouts change when a broker connects or disconnects.
  for (const queryKey of [assetsQuery.queryKey, [PAYOUT_PATH]]) void queries.invalidateQueries({ queryKey });
}

/**
 * If the server does not respond to a request, sets the error text that docs/spec/api.md §3 defines.
 * @throws ApiFailure
 */
export const withConnectionErrorText = <Value>(call: Promise<Value>, detail: string): Promise<Value> =>
  call.catch((failure: unknown) => {
    if (!(failure instanceof ApiFailure) || failure.reason.kind === 'refused') throw failure;
    throw new ApiFailure(failure.reason, failure.message, { detail, cause: failure });
  });
