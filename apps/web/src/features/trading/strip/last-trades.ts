import type { AccountView, Option } from '@vigia/contract';
import { accountKey } from '#shared/lib/account-name.ts';

/** The results that count for a streak. A trade that was refunded or sold early is none of them. */
export type StripResult = 'won' | 'lost' | 'expired';

const SHOWN = 10;

const isResult = (status: string): status is StripResult =>
  status === 'won' || status === 'lost' || status === 'expired';

/** Returns whether a trade belongs to an account: the same broker, kind of money and currency. */
const isOf = (account: AccountView, { broker, account: kind, currency }: Option): boolean =>
  accountKey({ broker, kind }) === accountKey(account) && currency === account.currency;

/**
 * Returns the last ten results of an account, oldest first.
 * @param history ended trades of all accounts, newest first
 */
export function lastResults(history: readonly Option[], account: AccountView | undefined): readonly StripResult[] {
  if (account === undefined) return [];
  return history
    .filter((trade) => isOf(account, trade))
    .flatMap(({ status }) => (isResult(status) ? [status] : []))
    .slice(0, SHOWN)
    .toReversed();
}

/**
 * Returns the trade that the user placed last on an account. Trades of automations do not count, because otherwise the
 * button would repeat another trade than the one that the user read a moment ago.
 */
export function lastManualTrade(trades: readonly Option[], account: AccountView | undefined): Option | null {
  if (account === undefined) return null;
  return trades.reduce<Option | null>((last, trade) => {
    if (!isOf(account, trade) || trade.origin !== 'manual' || trade.execution === 'rejected') return last;
    return last === null || Date.parse(trade.entry_time) > Date.parse(last.entry_time) ? trade : last;
  }, null);
}
