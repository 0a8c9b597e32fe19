import type { Option } from '@vigia/contract';
import { type MinorUnits, minorUnits } from '@vigia/core/kernel';
import type { RiskApproved } from '@vigia/core/risk';
import { stakeHold } from '@vigia/core/trades';
import type { Transaction } from '#platform/persistence/database.ts';
import { ACCOUNT_CHANGED, type MoneyAccount, toAccountView, writeTradingPeriod } from '../../accounts/index.ts';
import type { TradingDeps } from '../deps.ts';
import { type IdempotencyRecordKey, storeResponse } from '../idempotency.ts';
import { TRADE_CHANGED } from '../topics.ts';
import { toOption } from '../trade-row.ts';
import type { PricedOrder, VenueOffer } from '../venue-port.ts';

/** A trade that is written, and its account after the hold of the stake. Neither has been published yet. */
export type WrittenOrder = { readonly option: Option; readonly account: MoneyAccount };

/**
 * Writes an approved order: trade, events, stake hold, the user's trading period, and the stored response if the order
 * has an idempotency key. The SQL statements do not depend on each other, so they are pipelined.
 */
export async function writeOrder(
  { accounts }: TradingDeps,
  tx: Transaction,
  offer: VenueOffer,
  account: MoneyAccount,
  approved: RiskApproved<PricedOrder>,
  key: IdempotencyRecordKey | null,
): Promise<WrittenOrder> {
  const { stakeMinor, tradingPeriod, order, terms } = approved.order;
  const { row, write } = offer.draft(tx, account, approved);
  const option = toOption(row);
  const hold = { accountId: account.accountId, tradeId: row.id, transfer: stakeHold(stakeMinor) };
  await Promise.all([
    write(),
    accounts.book(tx, [hold], terms.acceptedAtMs),
    key && storeResponse(tx, key, option, terms.acceptedAtMs),
    tradingPeriod && writeTradingPeriod(tx, order.actor.userId, tradingPeriod),
  ]);
  return { option, account: afterHold(account, stakeMinor) };
}

const afterHold = (account: MoneyAccount, stakeMinor: MinorUnits): MoneyAccount => ({
  ...account,
  cashMinor: minorUnits(account.cashMinor - stakeMinor),
  heldMinor: minorUnits(account.heldMinor + stakeMinor),
});

/** Publishes an order whose transaction is committed. */
export function publishWrittenOrder(
  { bus }: Pick<TradingDeps, 'bus'>,
  userId: string,
  { option, account }: WrittenOrder,
): void {
  bus.publish(TRADE_CHANGED, { userId, trade: option });
  bus.publish(ACCOUNT_CHANGED, { userId, account: toAccountView(account) });
}
