import { type MatchWindow, matchOrders } from '@vigia/broker-kit/orders';
import { createPacer, type Pacer } from '@vigia/broker-kit/pace';
import type {
  BrokerAccountKind,
  BrokerFault,
  BrokerOrder,
  OrderReply,
  Reconciliation,
  SentOrder,
} from '@vigia/broker-kit/port';
import { PendingRequests } from '@vigia/broker-kit/socket';
import { type Clock, epochMs, err, ok, type Result } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/trades';
import type { BrokerClock } from './broker-clock.ts';
import type { Emit } from './client.ts';
import type { ContractBook } from './contract-book.ts';
import { refusalFault } from './errors.ts';
import { type ExpiryStyle, expiryFields } from './expiry.ts';
import { ASK } from './wire/events.ts';
import type { Instrument } from './wire/instruments.ts';
import { type Deal, readRefusal } from './wire/messages.ts';

export type DeskOptions = {
  readonly clock: Clock;
  readonly brokerClock: BrokerClock;
  readonly book: ContractBook;
  readonly expiryStyle: ExpiryStyle;
  readonly emit: Emit;
  isOpen(): boolean;
  instrument(symbol: string): Instrument | null;
  kindOf(accountId: string): BrokerAccountKind | null;
  /** Makes that purse the socket's own; false: it stayed as it was, or nobody knows. */
  switchTo(kind: BrokerAccountKind): Promise<boolean>;
  /** Cuts the socket; it comes back in that purse, with fresh lists of its orders. */
  refreshLists(kind: BrokerAccountKind): void;
};

/** Orders closer together than a second are said to be dropped [C]; one request id a second is all the wire has. */
const PACE = { burst: 1, perMs: 1_000 };
/** Quotex often says nothing at all to an order it does not take [C]. */
const CONFIRM_TIMEOUT_MS = 10_000;
/** An order that is in no list so long after it was sent never arrived; by then a reconnect counts as steady, too. */
const ARRIVED_BY_MS = 12_000;
/** An order ended, and the history was read, so long ago that it would stand there though no list was ever sent. */
const HISTORY_DECIDES_MS = 300_000;
/** Fresh lists come within a reconnect or two, or the doubt stays for now. */
const LIST_TIMEOUT_MS = 15_000;
const MAX_REMEMBERED = 500;
const NOT_CONNECTED: BrokerFault = { kind: 'network', detail: 'not connected' };

type Verdict = { readonly deal: Deal } | { readonly fault: BrokerFault };
type Sent = {
  readonly order: SentOrder;
  readonly wireSymbol: string;
  readonly isDemo: boolean;
  refusal: BrokerFault | null;
};
type Handed = { readonly refused: BrokerFault } | { readonly sent: Sent; readonly verdict: Promise<OrderReply> };

/** Hands orders over, one a second, each at most once, and finds out what became of those without an answer. */
export class OrderDesk {
  readonly #options: DeskOptions;
  readonly #pacer: Pacer;
  readonly #verdicts: PendingRequests<number, Verdict>;
  readonly #sent = new Map<number, Sent>();
  readonly #inFlight = new Set<Promise<OrderReply>>();
  readonly #lists: PendingRequests<BrokerAccountKind, null>;
  #turn: Promise<unknown> = Promise.resolve();
  #lastRequestId = 0;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#pacer = createPacer({ ...PACE, clock: options.clock });
    this.#verdicts = new PendingRequests(options.clock);
    this.#lists = new PendingRequests(options.clock);
  }

  async place(order: BrokerOrder): Promise<OrderReply> {
    const handed = await this.#inTurn(() => this.#handOver(order));
    return 'refused' in handed ? { outcome: 'refused', fault: handed.refused } : handed.verdict;
  }

  /** `s_orders/open`: of ours by its number and its terms; otherwise the person's own, placed elsewhere. */
  onOpened(payload: unknown): void {
    const deal = this.#options.book.read(payload);
    if (!deal) return;
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

  /** The broker has listed what runs in that purse. */
  onOpenList(kind: BrokerAccountKind): void {
    this.#lists.settle(kind, null);
  }

  onDrop(): void {
    this.#verdicts.failAll('connection_lost');
  }

  async reconcile(
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], BrokerFault>> {
    if (!this.#options.isOpen()) return err(NOT_CONNECTED);
    const verdicts = new Map<SentOrder, Reconciliation>();
    for (const kind of ['demo', 'real'] as const) {
      const ofKind = orders.filter(({ accountId }) => this.#options.kindOf(accountId) === kind);
      if (ofKind.length > 0) await this.#decide(kind, ofKind, claimed, verdicts);
    }
    return ok(orders.map((order) => verdicts.get(order) ?? { verdict: 'undecided' }));
  }

  /** Everything up to the moment the order is written; orders of two purses must not mix. */
  async #handOver(order: BrokerOrder): Promise<Handed> {
    const { clock, instrument, kindOf, isOpen, switchTo } = this.#options;
    const kind = kindOf(order.accountId);
    const wireSymbol = instrument(order.symbol)?.wireSymbol;
    if (kind === null || wireSymbol === undefined)
      return { refused: { kind: 'unknown', detail: 'no such account or asset' } };
    const early = this.#hindrance(order);
    if (early) return { refused: early };
    await this.#pacer.take();
    if (!isOpen() || !(await switchTo(kind))) return { refused: NOT_CONNECTED };
    const fault = this.#hindrance(order);
    if (fault) return { refused: fault };
    this.#lastRequestId = Math.max(this.#lastRequestId + 1, Math.floor(clock.now() / 1000));
    return this.#send(this.#lastRequestId, {
      order: { ...order, sentAtMs: clock.now() },
      wireSymbol,
      isDemo: kind === 'demo',
      refusal: null,
    });
  }

  /** Why it would be pointless to send it. */
  #hindrance({ symbol, minPayoutRatio, sendDeadlineMs }: BrokerOrder): BrokerFault | null {
    const asset = this.#options.instrument(symbol)?.asset;
    if (this.#options.clock.now() >= sendDeadlineMs) return { kind: 'unknown', detail: 'too late to send' };
    if (!asset?.isOpen) return { kind: 'market_closed', detail: 'the asset is closed' };
    const isPoor = minPayoutRatio !== null && asset.payoutRatio !== null && asset.payoutRatio < minPayoutRatio;
    return isPoor ? { kind: 'price_moved', detail: 'the payout has fallen' } : null;
  }

  #send(requestId: number, sent: Sent): Handed {
    const { order, wireSymbol, isDemo } = sent;
    const nowS = this.#options.brokerClock.nowMs() / 1000;
    const verdict = this.#verdicts.wait(requestId, CONFIRM_TIMEOUT_MS);
    this.#remember(requestId, sent);
    const isWritten = this.#options.emit(ASK.open, {
      asset: wireSymbol,
      amount: formatMinor(order.stakeMinor),
      ...expiryFields(this.#options.expiryStyle, order.durationS, nowS),
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

  #replyOf({ order }: Sent, answer: Result<Verdict, 'timeout' | 'connection_lost'>): OrderReply {
    if (!answer.ok) return { outcome: 'unknown', cause: answer.error, sentAtMs: order.sentAtMs };
    if ('fault' in answer.value) return { outcome: 'refused', fault: answer.value.fault };
    const { id } = answer.value.deal;
    const kind = this.#options.kindOf(order.accountId) ?? 'demo';
    const contract = this.#options.book.contractsOf(kind).find(({ contractId }) => contractId === id);
    if (!contract) return { outcome: 'unknown', cause: 'server_error', sentAtMs: order.sentAtMs };
    return { outcome: 'accepted', contract };
  }

  /** The order of ours that this deal is; the number alone may also be that of an order from the person's browser. */
  #sentAs(deal: Deal): Sent | null {
    const sent = this.#sent.get(deal.requestId ?? 0);
    if (!sent) return null;
    const isCall = deal.command === 0 || deal.command === 'call';
    const isSame =
      sent.wireSymbol === deal.asset &&
      sent.isDemo === deal.isDemo &&
      formatMinor(sent.order.stakeMinor) === deal.amount &&
      (sent.order.direction === 'CALL') === isCall;
    return isSame ? sent : null;
  }

  /** Looks them up, and once more in fresh lists where those known are too old to say no. */
  async #decide(
    kind: BrokerAccountKind,
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
    verdicts: Map<SentOrder, Reconciliation>,
  ): Promise<void> {
    await this.#lookUp(kind, orders, claimed, verdicts);
    const nowMs = this.#options.clock.now();
    const isDue = orders.some((order) => !verdicts.has(order) && nowMs >= order.sentAtMs + ARRIVED_BY_MS);
    if (isDue && (await this.#hasFreshList(kind))) await this.#lookUp(kind, orders, claimed, verdicts);
  }

  async #lookUp(
    kind: BrokerAccountKind,
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
    verdicts: Map<SentOrder, Reconciliation>,
  ): Promise<void> {
    const { book, brokerClock } = this.#options;
    const offsetMs = brokerClock.offsetMs() ?? 0;
    // First the list of what runs, then what has ended: an order that ends in between stands in one of them.
    const listedAtMs = book.openListAtMs(kind);
    const sinceMs = Math.min(...orders.map(({ sentAtMs }) => sentAtMs)) + offsetMs - ARRIVED_BY_MS;
    const ended = await book.readEnded(kind, sinceMs, new Set());
    const shifted = orders.map((order) => ({ ...order, sentAtMs: epochMs(order.sentAtMs + offsetMs) }));
    const found = matchOrders(shifted, book.contractsOf(kind), claimed, this.#window(orders));
    orders.forEach((order, index) => {
      const contract = found[index];
      if (contract) verdicts.set(order, { verdict: 'found', contract });
      else if (this.#isAbsent(order, listedAtMs, ended.ok)) verdicts.set(order, { verdict: 'absent' });
    });
  }

  /** Whether records that don't show the order were read late enough to mean that there is none. */
  #isAbsent(order: SentOrder, listedAtMs: number | null, isHistoryRead: boolean): boolean {
    const { sentAtMs, durationS, orderId } = order;
    if ([...this.#sent.values()].some((sent) => sent.order.orderId === orderId && sent.refusal)) return true;
    const endsAtMs = sentAtMs + durationS * 1000;
    if (isHistoryRead && this.#options.clock.now() >= endsAtMs + HISTORY_DECIDES_MS) return true;
    if (listedAtMs === null || listedAtMs < sentAtMs + ARRIVED_BY_MS) return false;
    return isHistoryRead || listedAtMs < endsAtMs;
  }

  #window(orders: readonly SentOrder[]): MatchWindow {
    const isMeasured = this.#options.brokerClock.offsetMs() !== null;
    const longestMs = Math.max(...orders.map(({ durationS }) => durationS)) * 1000;
    return {
      // The broker tells whole seconds.
      earlyMs: isMeasured ? 2_500 : 10_000,
      lateMs: isMeasured ? 15_000 : 25_000,
      expiryToleranceMs: this.#options.expiryStyle === 'timer' ? 2_000 : longestMs + 60_000,
    };
  }

  /** Lists come only with a fresh connection: cuts it once nothing is in flight, and waits for them. */
  #hasFreshList(kind: BrokerAccountKind): Promise<boolean> {
    return this.#inTurn(async () => {
      await Promise.all(this.#inFlight);
      const list = this.#lists.wait(kind, LIST_TIMEOUT_MS);
      this.#options.refreshLists(kind);
      return (await list).ok;
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
