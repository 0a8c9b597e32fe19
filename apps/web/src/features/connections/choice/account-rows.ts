import type { AccountView, BrokerConnectionStatus, BrokerView } from '@vigia/contract';
import type { AccountRef } from '@vigia/core/vocabulary';
import { accountKey, PAPER } from '#shared/lib/account-name.ts';

/** An account that orders can go to, as the choice shows it. */
export type AccountRow = AccountRef & {
  /** Balance and currency of the account; null while they are not known. */
  readonly money: Pick<AccountView, 'balance' | 'currency'> | null;
  /** State of the connection to the broker of the account; null for the paper account. */
  readonly status: BrokerConnectionStatus | null;
};

/**
 * Lists the paper account, and the demo and real accounts of every connected broker. The chosen account is listed even
 * while its broker is not connected.
 */
export function accountRows(
  chosen: AccountView | undefined,
  paper: AccountView | null,
  brokers: readonly BrokerView[],
): readonly AccountRow[] {
  const offered = [{ ...PAPER, money: paper, status: null }, ...brokers.flatMap(rowsOf)];
  if (!chosen || offered.some((row) => accountKey(row) === accountKey(chosen))) return offered;
  const status = brokers.find(({ id }) => id === chosen.broker)?.status.connection_status ?? 'disconnected';
  return [...offered, { broker: chosen.broker, kind: chosen.kind, money: chosen, status }];
}

function rowsOf({ id: broker, status }: BrokerView): readonly AccountRow[] {
  if (status.connection_status !== 'connected') return [];
  const { accounts } = status.account_info;
  return (['demo', 'real'] as const).flatMap((kind) => {
    const money = accounts.find(({ type }) => type === kind);
    return money ? [{ broker, kind, money, status: status.connection_status }] : [];
  });
}
