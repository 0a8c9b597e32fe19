import type { BrokerClock } from '@vigia/broker-kit/clock';
import { createRequestBudget, type RequestBudget } from '@vigia/broker-kit/pace';
import type {
  BrokerAccountKind,
  BrokerFault,
  Oddities,
  OrderReply,
  SentTimedOrder,
  TimedOrder,
} from '@vigia/broker-kit/port';
import { PendingRequests } from '@vigia/broker-kit/socket';
import type { Clock, Result } from '@vigia/core/kernel';
import { type Currency, formatMinor } from '@vigia/core/money';
import type { Instrument } from './assets.ts';
import type { EmitEvent } from './client.ts';
import type { Contracts } from './contracts.ts';
import { allowsDuration, expiryFields, expiryStyleOf } from './durations.ts';
import { refusalFault } from './errors.ts';
import { SENT_EVENTS } from './wire/events.ts';
import { type Deal, readRefusal } from './wire/messages.ts';

export type OrdersOptions = {
  readonly clock: Clock;
  readonly serverClock: BrokerClock;
  readonly book: Contracts;
  readonly emit: EmitEvent;
  readonly oddities?: Oddities | undefined;
  isOpen(): boolean;
  instrument(symbol: string): Instrument | null;
  kindOf(accountId: string): BrokerAccountKind | null;
  currency(): Currency | null;
  /**
   * Switches the socket to the demo or the real account. @returns false if the broker did not switch, or if this is
   * unknown
   */
  switchTo(kind: BrokerAccountKind): Promise<boolean>;
};

/**
 * Limits of orders. Community sources report that the broker drops orders that are less than a second apart. A request
 * id is an epoch second, so only one order per second is possible.
 */
const PACE = { perSecond: 1, perMinute: 40 };
/** According to community sources, Quotex often does not answer an order that it refuses. */
const CONFIRM_TIMEOUT_MS = 10_000;
const MAX_REMEMBERED = 500;
const NOT_CONNECTED: BrokerFault = { kind: 'network', detail: 'not connected' };

type Verdict = { readonly deal: Deal } | { readonly fault: BrokerFault };
type Sent = {
  readonly order: SentTimedOrder;
  readonly wireSymbol: string;
  readonly isDemo: boolean;
  /** The stake, as the broker expects and repeats it. */
  readonly amount: number;
  refusal: BrokerFault | null;
};
type Handed = { readonly refused: BrokerFault } | { readonly sent: Sent; readonly verdict: Promise<OrderReply> };

/** Sends orders, one per second and each at most once, and matches the broker's replies, even late replies. */
export class QuotexOrders {
  readonly #options: OrdersOptions;
  readonly #budget: RequestBudget;
  readonly #verdicts: PendingRequests<number, Verdict>;
  readonly #sent = new Map<number, Sent>();
  readonly #inFlight = new Set<Promise<OrderReply>>();
  #turn: Promise<unknown> = Promise.resolve();
  #lastRequestId = 0;

  constructor(options: OrdersOptions) {
    this.#options = options;
    this.#budget = createRequestBudget({ ...PACE, clock: options.clock });
    this.#verdicts = new PendingRequests(options.clock);
  }

  async place(order: TimedOrder): Promise<OrderReply> {
    const handed = await this.#inTurn(() => this.#handOver(order));
    return 'refused' in handed ? { outcome: 'refused', fault: handed.refused } : handed.verdict;
  }

  /**
   * Handles `s_orders/open`. If request id and terms match, the order is Vigía's; otherwise the user placed it on the
   * broker's site.
   */
  onOpened(payload: unknown): void {
    const deal = this.#options.book.read(payload);
    if (!deal) return this.#options.oddities?.unreadable('orders/open', true);
    const sent = this.#sentAs(deal);
    const contract = this.#options.book.learn(deal, false, sent?.order.orderId ?? null);
    if (contract) this.#options.book.follow([contract]);
    if (sent && contract) this.#verdicts.settle(deal.requestId ?? 0, { deal });
  }

  onRefused(payload: unknown): void {
    const refusal = readRefusal(payload);
    const sent = refusal && this.#sent.get(refusal.requestId);
    if (!refusal || !sent) return;
    sent.refusal = refusalFault(refusal.error);
    this.#verdicts.settle(refusal.requestId, { fault: sent.refusal });
  }

  onDrop(): void {
    this.#verdicts.failAll('connection_lost');
  }

  /**
   * Checks the order, switches the account and sends the order. Orders are handled one at a time, because demo and real
   * orders must not interleave.
   */
  async #handOver(order: TimedOrder): Promise<Handed> {
    const { clock, instrument, kindOf, isOpen, switchTo } = this.#options;
    const kind = kindOf(order.accountId);
    const currency = this.#options.currency();
    const wireSymbol = instrument(order.symbol)?.wireSymbol;
    if (kind === null || currency === null || wireSymbol === undefined)
      return { refused: { kind: 'unknown', detail: 'no such account or asset' } };
    const early = this.#hindrance(order);
    if (early) return { refused: early };
    await this.#budget.take('order');
    if (!isOpen() || !(await switchTo(kind))) return { refused: NOT_CONNECTED };
    const fault = this.#hindrance(order);
    if (fault) return { refused: fault };
    this.#lastRequestId = Math.max(this.#lastRequestId + 1, Math.floor(clock.now() / 1000));
    return this.#send(this.#lastRequestId, {
      order: { ...order, sentAtMs: clock.now() },
      wireSymbol,
      isDemo: kind === 'demo',
      amount: formatMinor(order.stakeMinor, currency),
      refusal: null,
    });
  }

  /** Returns the first known reason not to send the order; null if there is none. */
  #hindrance({ symbol, durationS, minPayoutRatio, sendDeadlineMs }: TimedOrder): BrokerFault | null {
    const asset = this.#options.instrument(symbol)?.asset;
    if (this.#options.clock.now() >= sendDeadlineMs) return { kind: 'unknown', detail: 'too late to send' };
    if (!asset?.isOpen) return { kind: 'market_closed', detail: 'the asset is closed' };
    if (!allowsDuration(expiryStyleOf(symbol), durationS))
      return { kind: 'invalid_duration', detail: 'the asset ends on whole minutes' };
    const isPoor = minPayoutRatio !== null && asset.payoutRatio !== null && asset.payoutRatio < minPayoutRatio;
    return isPoor ? { kind: 'price_moved', detail: 'the payout has fallen' } : null;
  }

  #send(requestId: number, sent: Sent): Handed {
    const { order, wireSymbol, isDemo, amount } = sent;
    const nowS = this.#options.serverClock.now() / 1000;
    const verdict = this.#verdicts.wait(requestId, CONFIRM_TIMEOUT_MS);
    this.#remember(requestId, sent);
    const isWritten = this.#emitAsPage(wireSymbol, {
      asset: wireSymbol,
      amount,
      ...expiryFields(expiryStyleOf(wireSymbol), order.durationS, nowS),
      action: order.direction === 'CALL' ? 'call' : 'put',
      isDemo: isDemo ? 1 : 0,
      tournamentId: 0,
      requestId,
    });
    if (!isWritten) {
      this.#verdicts.settle(requestId, { fault: NOT_CONNECTED });
      return { refused: NOT_CONNECTED };
    }
    const reply = verdict.then((answer) => this.#replyOf(sent, answer));
    this.#inFlight.add(reply);
    void reply.then(() => this.#inFlight.delete(reply));
    return { sent, verdict: reply };
  }

  /**
   * Sends what the broker's trade page sends when the user clicks, according to three community clients: a heartbeat,
   * the asset and the order. The broker may not answer an order without them.
   * @returns whether the order was written to the socket
   */
  #emitAsPage(wireSymbol: string, order: object): boolean {
    const { emit } = this.#options;
    return emit(SENT_EVENTS.heartbeat) && emit(SENT_EVENTS.select, wireSymbol) && emit(SENT_EVENTS.open, order);
  }

  #replyOf({ order }: Sent, answer: Result<Verdict, 'timeout' | 'connection_lost'>): OrderReply {
    if (!answer.ok) return { outcome: 'unknown', cause: answer.error, sentAtMs: order.sentAtMs };
    if ('fault' in answer.value) return { outcome: 'refused', fault: answer.value.fault };
    const { id } = answer.value.deal;
    const kind = this.#options.kindOf(order.accountId) ?? 'demo';
    const contract = this.#options.book.contractsOf(kind).find(({ contractId }) => contractId === id);
    if (!contract) return { outcome: 'unknown', cause: 'server_error', sentAtMs: order.sentAtMs };
    return { outcome: 'accepted', contract };
  }

  /**
   * Returns Vigía's order to which this deal belongs. The request id alone is not sufficient, because an order from the
   * user's browser may have the same id.
   */
  #sentAs(deal: Deal): Sent | null {
    const sent = this.#sent.get(deal.requestId ?? 0);
    if (!sent) return null;
    const isCall = deal.command === 0 || deal.command === 'call';
    const isSame =
      sent.wireSymbol === deal.asset &&
      sent.isDemo === deal.isDemo &&
      sent.amount === deal.amount &&
      (sent.order.direction === 'CALL') === isCall;
    return isSame ? sent : null;
  }

  /** Returns whether the broker refused the order, in time or after the timeout. */
  wasRefused(orderId: string): boolean {
    return [...this.#sent.values()].some((sent) => sent.order.orderId === orderId && sent.refusal !== null);
  }

  /** Runs work between two orders, while no order waits for its reply. */
  whenIdle<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#inTurn(async () => {
      await Promise.all(this.#inFlight);
      return work();
    });
  }

  #remember(requestId: number, sent: Sent): void {
    this.#sent.set(requestId, sent);
    const oldest = this.#sent.keys().next();
    if (this.#sent.size > MAX_REMEMBERED && !oldest.done) this.#sent.delete(oldest.value);
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const run = this.#turn.then(work);
    this.#turn = run.catch(() => undefined);
    return run;
  }
}
