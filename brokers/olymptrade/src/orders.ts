import { stakeLimitsIn } from '@vigia/broker-kit/money';
import type { BrokerAccount, BrokerFault, OrderReply, TimedOrder } from '@vigia/broker-kit/port';
import type { Clock } from '@vigia/core/kernel';
import type { Client } from './client.ts';
import type { Contracts } from './contracts.ts';
import { dealRefusal } from './errors.ts';
import { dealRequest, termsOfOrder } from './mapper.ts';
import type { Market } from './market.ts';
import { EVENT_CODE } from './wire/codes.ts';
import { DealRow, rowsOf } from './wire/shapes.ts';

export type OrderDeps = {
  readonly client: Pick<Client, 'turn' | 'ask' | 'serverClock'>;
  readonly deals: Pick<Contracts, 'expect' | 'forget' | 'begin'>;
  readonly market: Pick<Market, 'asset'>;
  readonly account: BrokerAccount | null;
  readonly clock: Clock;
};

const refused = (fault: BrokerFault): OrderReply => ({ outcome: 'refused', fault });

/**
 * Sends an order once. The reply repeats the uuid of the request. The adapter uses the id of the order as this uuid, so
 * that a late reply can still be matched.
 */
export async function placeOrder(order: TimedOrder, deps: OrderDeps): Promise<OrderReply> {
  const { client, deals, account, clock } = deps;
  if (!account) return refused({ kind: 'unknown', detail: 'no such account in this login' });
  await client.turn('order');
  const obstacle = obstacleTo(order, account, deps);
  if (obstacle) return refused(obstacle);
  const sentAtMs = clock.now();
  deals.expect(order, sentAtMs);
  const d = dealRequest(order, account, sentAtMs + client.serverClock.offsetMs());
  const reply = await client.ask(EVENT_CODE.open, d, order.orderId);
  if (!reply.ok && reply.error !== 'not_sent') return { outcome: 'unknown', cause: reply.error, sentAtMs };
  deals.forget(order.orderId);
  if (!reply.ok) return refused({ kind: 'network', detail: 'not connected' });
  const [row] = rowsOf(DealRow, reply.value.d);
  const asset = deps.market.asset(order.symbol);
  const contract =
    row && row.status !== 'cancel'
      ? deals.begin(
          row,
          termsOfOrder(order, row, {
            currency: account.currency,
            payoutRatio: asset?.payoutRatio ?? null,
            nowMs: sentAtMs,
          }),
        )
      : null;
  if (contract) return { outcome: 'accepted', contract };
  // If the reply contains a deal but is otherwise unreadable, the deal exists, and the broker's records must resolve
  // the order.
  if (!row && namesDeal(reply.value.d)) return { outcome: 'unknown', cause: 'server_error', sentAtMs };
  // The reply states no reason. If a reason to refuse the order is known by now, it is the probable reason.
  return refused(obstacleTo(order, account, deps) ?? shortage(order, deps.account) ?? dealRefusal(reply.value.d));
}

/**
 * Returns whether a reply contains a deal. A reply without an id and a cancelled deal are refusals
 * (docs/spec/brokers/olymptrade.md §3).
 */
const namesDeal = (d: unknown): boolean =>
  (Array.isArray(d) ? d : [d]).some((row) => typeof row === 'object' && row !== null && 'id' in row);

/**
 * Returns a known reason to refuse an order. It is checked before the order is sent, because refusals contain no
 * readable reason.
 */
function obstacleTo(order: TimedOrder, account: BrokerAccount, { market, clock }: OrderDeps): BrokerFault | null {
  const { symbol, stakeMinor, durationS, minPayoutRatio, sendDeadlineMs } = order;
  const asset = market.asset(symbol);
  if (clock.now() >= sendDeadlineMs) return { kind: 'unknown', detail: 'too late to be sent' };
  if (!asset?.isOpen) return { kind: 'market_closed', detail: `${symbol} is not offered now` };
  const { durationsS, payoutRatio } = asset;
  const { minStakeMinor, maxStakeMinor } = stakeLimitsIn(asset, account.currency);
  if (stakeMinor < (minStakeMinor ?? 0) || stakeMinor > (maxStakeMinor ?? stakeMinor))
    return { kind: 'stake_out_of_range', detail: 'outside the known limits' };
  if (durationS < (durationsS[0] ?? 0) || durationS > (durationsS.at(-1) ?? 0))
    return { kind: 'invalid_duration', detail: 'outside the known durations' };
  if (minPayoutRatio !== null && (payoutRatio ?? 0) < minPayoutRatio)
    return { kind: 'price_moved', detail: `pays ${payoutRatio} now` };
  return null;
}

const shortage = ({ stakeMinor }: TimedOrder, account: BrokerAccount | null): BrokerFault | null =>
  account && account.balanceMinor < stakeMinor
    ? { kind: 'insufficient_funds', detail: 'refused, and more than the balance' }
    : null;
