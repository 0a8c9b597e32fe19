import { BrokerTradeResponse, type CreateOption, Option } from '@vigia/contract';
import { modeOfAccount } from '@vigia/core/vocabulary';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { TRADING_PATH } from '../queries.ts';
import type { SentOrder } from './order-outcome.ts';

const Placed = BrokerTradeResponse.pick({ data: true });

/**
 * Sends an order to the account for which the user prepared it. The request names the paper account and IQ Option by
 * their mode, and every other broker by its id. If another account is chosen on the server, the server refuses the
 * order.
 * @throws ApiFailure
 */
export async function postOrder(api: ApiClient, { order, key, account }: SentOrder): Promise<Option> {
  const mode = account && modeOfAccount(account);
  if (account !== null && mode === null) {
    const body = { ...order, account_type: account.kind };
    const path = `/api/v1/multi-broker/trade/${account.broker}`;
    return (await api.post(path, { schema: Placed, body, idempotencyKey: key })).data;
  }
  const body: CreateOption = mode === null ? order : { ...order, mode };
  return api.post(TRADING_PATH.createOption, { schema: Option, body, idempotencyKey: key });
}
