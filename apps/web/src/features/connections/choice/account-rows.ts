import type { AccountView, BrokerConnectionStatus, BrokerView } from '@vigia/contract';
import { accountKey, PAPER_ACCOUNT, type TradingAccountRef } from '#shared/lib/account-name.ts';

/** An account that can receive orders, as the picker shows it. */
export type AccountRow = TradingAccountRef & {
  /** Whether this account receives the orders that go to its kind of account at its broker. */
  readonly isInUse: boolean;
  /** Balance and currency of the account. Null while unknown. */
  readonly money: Pick<AccountView, 'balance' | 'currency'> | null;
  /** Connection state of the account's broker. Null for the paper account. */
  readonly status: BrokerConnectionStatus | null;
};

/**
 * Returns the rows of the picker: the paper account, and the demo and real accounts at every connected broker. The
 * chosen account is included even if its broker is disconnected.
 */
export function accountRows(
  chosen: AccountView | undefined,
  paper: AccountView | null,
  brokers: readonly BrokerView[],
): readonly AccountRow[] {
  const offered = [{ ...PAPER_ACCOUNT, isInUse: true, money: paper, status: null }, ...brokers.flatMap(rowsOf)];
  if (!chosen || offered.some((row) => accountKey(row) === accountKey(chosen))) return offered;
  const status = brokers.find(({ id }) => id === chosen.broker)?.status.connection_status ?? 'disconnected';
  return [...offered, { broker: chosen.broker, kind: chosen.kind, isInUse: true, money: chosen, status }];
}

function rowsOf({ id: broker, status }: BrokerView): readonly AccountRow[] {
  if (status.connection_status !== 'connected') return [];
  const { accounts } = status.account_info;
  return (['demo', 'real'] as const).flatMap((kind) => {
    const ofKind = accounts.filter(({ type }) => type === kind);
    return ofKind.map((money): AccountRow => {
      const row = { broker, kind, money, isInUse: money.in_use, status: status.connection_status };
      return ofKind.length > 1 ? { ...row, accountId: money.id } : row;
    });
  });
}
