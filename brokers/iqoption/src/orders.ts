import type { BrokerClock } from '@vigia/broker-kit/clock';
import type { BrokerContract, BrokerFault, OrderReply, TimedOrder } from '@vigia/broker-kit/port';
import { assertNever, type Clock, type EpochMs, err, ok, type Ratio, type Result } from '@vigia/core/kernel';
import { type Currency, formatMinor } from '@vigia/core/money';
import { isOfferOpen, type OptionProduct, payoutOf } from './assets.ts';
import type { IqClient, MethodCall, NoReplyReason } from './client.ts';
import { type Purchase, purchaseFor } from './durations.ts';
import { refusalFault } from './errors.ts';
import { openedContract } from './mapper.ts';
import type { Market } from './market.ts';
import { OpenedOption } from './wire/messages.ts';

type OrdersOptions = {
  readonly client: IqClient;
  readonly clock: Clock;
  readonly serverClock: BrokerClock;
  readonly market: Market;
  /** null for an account that is not listed. */
  currencyOf(accountId: string): Currency | null;
  /** Handles a refusal which shows that the stored list of assets is out of date. */
  onStaleMarket(): void;
};

/** The broker's number of each product (docs/spec/brokers/iqoption.md §3). */
const OPTION_TYPE_IDS: Readonly<Record<OptionProduct, number>> = { binary: 1, turbo: 3, blitz: 12 };
/** Lowest status that means an error of the server. It is then unknown whether the server accepted the order. */
const FIRST_SERVER_ERROR = 5_000;

const NO_LIMITS = { minStakeMinor: null, maxStakeMinor: null };

type Wanted = Pick<TimedOrder, 'accountId' | 'symbol' | 'stakeMinor' | 'durationS'>;
type Plan = { readonly purchase: Purchase; readonly currency: Currency };

/** Buys turbo, binary and blitz options; sends each order at most once. */
export class IqOptionOrders {
  readonly #options: OrdersOptions;

  constructor(options: OrdersOptions) {
    this.#options = options;
  }

  quote(order: Wanted): Result<Ratio, BrokerFault> {
    const purchase = this.#purchase(order);
    return purchase.ok ? ok(payoutOf(purchase.value.offer.payoutPercent)) : purchase;
  }

  async place(order: TimedOrder): Promise<OrderReply> {
    const { client, clock, serverClock } = this.#options;
    const first = this.#plan(order);
    if (!first.ok) return { outcome: 'refused', fault: first.error };
    const leaving: { plan: Result<Plan, BrokerFault>; sentAtMs: EpochMs } = { plan: first, sentAtMs: clock.now() };
    // The expiry is chosen when the request is sent, because the rate limit may delay the request by seconds.
    const reply = await client.callAsOrder(() => {
      leaving.plan = this.#plan(order);
      leaving.sentAtMs = clock.now();
      return leaving.plan.ok ? openOption(order, leaving.plan.value) : null;
    });
    const { plan, sentAtMs } = leaving;
    if (!plan.ok) return { outcome: 'refused', fault: plan.error };
    if (!reply.ok) return this.#orderWithoutContract(reply.error, sentAtMs);
    const option = OpenedOption.safeParse(reply.value).data;
    if (!option) return { outcome: 'unknown', cause: 'server_error', sentAtMs };
    const contract: BrokerContract = openedContract(order, plan.value.purchase, option, serverClock.now());
    return { outcome: 'accepted', contract };
  }

  #orderWithoutContract(noReply: NoReplyReason, sentAtMs: EpochMs): OrderReply {
    const reply = orderWithoutContract(noReply, sentAtMs);
    const kind = reply.outcome === 'refused' && noReply.kind === 'refused' ? reply.fault.kind : null;
    if (kind === 'market_closed' || kind === 'price_moved') this.#options.onStaleMarket();
    return reply;
  }

  /** Returns the purchase that is possible now, or the reason why there is none. */
  #plan(order: TimedOrder): Result<Plan, BrokerFault> {
    const { clock, currencyOf } = this.#options;
    if (clock.now() >= order.sendDeadlineMs) return err({ kind: 'network', detail: 'not sent: its time had passed' });
    const currency = currencyOf(order.accountId);
    if (currency === null) return err({ kind: 'unknown', detail: 'not sent: no such account' });
    const purchase = this.#purchase(order);
    if (!purchase.ok) return purchase;
    const payoutRatio = payoutOf(purchase.value.offer.payoutPercent);
    const isPoor = order.minPayoutRatio !== null && payoutRatio < order.minPayoutRatio;
    return isPoor
      ? err({ kind: 'price_moved', detail: `pays ${payoutRatio}` })
      : ok({ purchase: purchase.value, currency });
  }

  #purchase({ accountId, symbol, stakeMinor, durationS }: Wanted): Result<Purchase, BrokerFault> {
    const { market, serverClock, currencyOf } = this.#options;
    const active = market.active(symbol);
    if (!active) return err({ kind: 'unknown', detail: `no such asset: ${symbol}` });
    const nowMs = serverClock.now();
    if (!active.offers.some((offer) => isOfferOpen(offer, nowMs)))
      return err({ kind: 'market_closed', detail: symbol });
    const purchase = purchaseFor(active, durationS, nowMs);
    if (!purchase) return err({ kind: 'invalid_duration', detail: `${durationS} s` });
    const limits = purchase.offer.stakeLimits;
    // Limits in another currency do not apply to this stake. Without limits, the broker decides.
    const { minStakeMinor, maxStakeMinor } = limits?.currency === currencyOf(accountId) ? limits : NO_LIMITS;
    const isTooSmall = minStakeMinor !== null && stakeMinor < minStakeMinor;
    const isTooLarge = maxStakeMinor !== null && stakeMinor > maxStakeMinor;
    return isTooSmall || isTooLarge
      ? err({ kind: 'stake_out_of_range', detail: `${minStakeMinor} … ${maxStakeMinor}` })
      : ok(purchase);
  }
}

/** Returns the result (`refused` or `unknown`) of an order whose request ended without a contract. */
export function orderWithoutContract(noReply: NoReplyReason, sentAtMs: EpochMs): OrderReply {
  switch (noReply.kind) {
    case 'unsent':
      return { outcome: 'refused', fault: { kind: 'network', detail: 'not sent: no connection' } };
    case 'unanswered':
      return { outcome: 'unknown', cause: noReply.cause, sentAtMs };
    case 'refused':
      return noReply.status >= FIRST_SERVER_ERROR
        ? { outcome: 'unknown', cause: 'server_error', sentAtMs }
        : { outcome: 'refused', fault: refusalFault(noReply.status, noReply.message) };
    default:
      return assertNever(noReply);
  }
}

/**
 * Builds the request that buys the option. `profit_percent` is the last known payout, so that the broker can refuse the
 * order at another payout.
 */
function openOption(order: TimedOrder, { purchase: { offer, ends }, currency }: Plan): MethodCall {
  const body = {
    active_id: offer.activeId,
    direction: order.direction === 'CALL' ? 'call' : 'put',
    option_type_id: OPTION_TYPE_IDS[offer.product],
    price: formatMinor(order.stakeMinor, currency),
    user_balance_id: Number(order.accountId),
    profit_percent: offer.payoutPercent,
    ...(ends.kind === 'at' ? { expired: ends.expiryS } : { expired: 0, expiration_size: ends.sizeS }),
  };
  return { name: 'binary-options.open-option', version: '2.0', body };
}
