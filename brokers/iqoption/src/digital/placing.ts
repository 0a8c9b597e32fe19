import type { BrokerContract, OrderReply, TimedOrder } from '@vigia/broker-kit/port';
import type { NoResponseReason } from '@vigia/broker-kit/socket';
import { type EpochMs, epochMs, type MinorUnits, type Ratio, type Result } from '@vigia/core/kernel';
import { type Currency, formatMinor } from '@vigia/core/money';
import type { MethodCall } from '../client.ts';
import type { DigitalAsset } from './assets.ts';
import { digitalContractId } from './contract-id.ts';
import type { FillOutcome } from './fills.ts';
import type { Instrument } from './wire.ts';

/** An instrument of an asset, which an order buys. */
export type Purchase = { readonly asset: DigitalAsset; readonly instrument: Instrument };

/** A purchase, with the symbol of its strike and the payout for the last ask price. */
export type Plan = Purchase & { readonly strike: string; readonly payoutRatio: Ratio; readonly currency: Currency };

export const placeCall = (order: TimedOrder, { asset, instrument, strike, currency }: Plan): MethodCall => ({
  name: 'digital-options.place-digital-option',
  version: '3.0',
  body: {
    amount: String(formatMinor(order.stakeMinor, currency)),
    asset_id: asset.activeId,
    instrument_id: strike,
    instrument_index: instrument.index,
    user_balance_id: Number(order.accountId),
  },
});

/**
 * Returns the option contract of an order that the broker has received. The reply contains only the id of the order.
 */
export const takenContract = (
  order: TimedOrder,
  { instrument, payoutRatio }: Plan,
  id: string,
  nowMs: number,
): BrokerContract => ({
  contractId: digitalContractId(id),
  orderId: order.orderId,
  accountId: order.accountId,
  symbol: order.symbol,
  direction: order.direction,
  stakeMinor: order.stakeMinor,
  payoutRatio,
  entryPrice: null,
  entryTickMs: null,
  openedAtMs: epochMs(Math.round(nowMs)),
  expiryMs: epochMs(instrument.expiration * 1_000),
  result: null,
});

/** Facts that decide about an order, in addition to the broker's events. */
export type Evidence = {
  /** null for an account that is not listed. */
  balanceMinorOf(accountId: string): MinorUnits | null;
  /** Returns whether the broker's records contain this option contract. */
  isRecorded(contract: BrokerContract): Promise<boolean>;
};

/**
 * Returns the reply to an order that the broker has received. Only an event or the records show that the order was
 * filled.
 */
export async function replyOf(
  contract: BrokerContract,
  fill: Result<FillOutcome, NoResponseReason>,
  sentAtMs: EpochMs,
  { balanceMinorOf, isRecorded }: Evidence,
): Promise<OrderReply> {
  if (fill.ok && fill.value === 'rejected')
    return rejectedOrderReply(contract.stakeMinor, balanceMinorOf(contract.accountId));
  if (fill.ok || (await isRecorded(contract))) return { outcome: 'accepted', contract };
  return { outcome: 'unknown', cause: fill.error, sentAtMs };
}

/**
 * Returns the reply to an order that the broker received and then rejected. The event states no reason. The only reason
 * in the vendor's tests is a stake above the balance.
 * @param balanceMinor balance of the account; null if the account is not listed
 */
export const rejectedOrderReply = (stakeMinor: MinorUnits, balanceMinor: MinorUnits | null): OrderReply => ({
  outcome: 'refused',
  fault: {
    kind: balanceMinor !== null && stakeMinor > balanceMinor ? 'insufficient_funds' : 'unknown',
    detail: 'the broker took the order and rejected it',
  },
});
