import type { DemoOrder } from '@vigia/broker-kit/check';
import type { BrokerContract, OrderReply } from '@vigia/broker-kit/port';
import { ERROR_MESSAGES_ES, fillMessage, type Option } from '@vigia/contract';
import { epochMs, ratio } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/money';
import type { BrokerId } from '@vigia/core/vocabulary';
import type { Actor } from '../accounts/index.ts';
import type { BrokerCheckDeps } from './deps.ts';

const SECONDS_PER_MINUTE = 60;

/**
 * Places the order of a check like any other order, for the demo account. The risk guard checks it and the ledger holds
 * its stake. If another account is chosen at the broker, the order is not sent.
 */
export async function placeDemoOrder(
  { trading, clock }: Pick<BrokerCheckDeps, 'trading' | 'clock'>,
  actor: Actor,
  broker: BrokerId,
  demo: DemoOrder,
): Promise<OrderReply | { readonly outcome: 'withheld'; readonly why: string }> {
  const { account, order } = demo;
  const sentAtMs = clock.now();
  const request = {
    asset_symbol: order.symbol,
    option_type: order.direction,
    amount: formatMinor(order.stakeMinor, account.currency),
    duration: order.durationS / SECONDS_PER_MINUTE,
  };
  const placed = await trading.orders.place(actor, request, null, { broker, kind: account.kind });
  if (!placed.ok) {
    return { outcome: 'withheld', why: fillMessage(ERROR_MESSAGES_ES[placed.error.code], placed.error.values) };
  }
  const contractId = await contractOf(trading, actor.userId, placed.value.id);
  if (contractId === null) return { outcome: 'unknown', cause: 'timeout', sentAtMs };
  return { outcome: 'accepted', contract: toContract(placed.value, demo, contractId) };
}

/**
 * Returns the broker's id of the option contract, from the acceptance event of the trade; null before the acceptance.
 */
async function contractOf(
  { history }: BrokerCheckDeps['trading'],
  userId: string,
  tradeId: string,
): Promise<string | null> {
  const events = (await history.events(userId, tradeId)) ?? [];
  const detail = events.find(({ kind }) => kind === 'accept')?.detail;
  const id = detail && 'contract_id' in detail ? detail['contract_id'] : null;
  return typeof id === 'string' ? id : null;
}

const toContract = (option: Option, { account, order }: DemoOrder, contractId: string): BrokerContract => ({
  contractId,
  orderId: option.id,
  accountId: account.accountId,
  symbol: order.symbol,
  direction: order.direction,
  stakeMinor: order.stakeMinor,
  payoutRatio: option.payout === null ? null : ratio(option.payout),
  entryPrice: option.entry_price,
  entryTickMs: null,
  openedAtMs: epochMs(Date.parse(option.entry_time)),
  expiryMs: epochMs(Date.parse(option.expiry_time)),
  result: null,
});
