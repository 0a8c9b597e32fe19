import {
  type Arrivals,
  type BrokerRecords,
  type MatchWindow,
  matchOrders,
  type RecordRow,
  recordsOf,
  verdictsOf,
} from '@vigia/broker-kit/orders';
import type { BrokerTime, Reconciliation, SentOrder } from '@vigia/broker-kit/port';
import { ok, type Result } from '@vigia/core/kernel';
import type { DerivClient, RequestFailure } from './client.ts';
import { type Owner, portfolioRecord, profitRecord } from './mapper.ts';
import { Portfolio, ProfitTable } from './wire/money-replies.ts';
import { PROFIT_ROWS_MAX, portfolio, profitTable } from './wire/requests.ts';

/** A contract begins at most this long after its order was sent. */
const LATE_MS = 20_000;
/** The profit table is read from this long before the first order. */
const MARGIN_MS = 60_000;
/**
 * Minimum interval between look-ups of an order that cannot be decided yet. Deriv limits these requests, and repeated
 * disconnects must not use up the quota.
 */
const LOOK_AGAIN_MS = 8_000;

export type RecordsOptions = {
  readonly client: Pick<DerivClient, 'ask' | 'time'>;
  readonly arrivals: Pick<Arrivals, 'provableFromMs'>;
  owner(): Owner;
  now(): number;
};

/**
 * Deriv's records of one account, for orders of unknown outcome. The records do not carry our ids, so orders are
 * matched by terms and time.
 */
export class Records {
  readonly #options: RecordsOptions;
  /** When each order of the last call was looked up. */
  #lookedUpMs: ReadonlyMap<string, number> = new Map();

  constructor(options: RecordsOptions) {
    this.#options = options;
  }

  /**
   * Returns one verdict per order, in the same order. Reads open contracts before closed ones, so that a contract that
   * closes in between is found. Skips the closed ones if no order can have closed yet, or if every order is found
   * already.
   */
  async reconcile(
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], RequestFailure>> {
    const askedMs = this.#options.now();
    if (this.#isTooSoon(orders, askedMs)) return ok(orders.map(() => ({ verdict: 'undecided' })));
    const window = windowAt(this.#options.client.time());
    const open = await this.#open();
    if (!open.ok) return open;
    this.#lookedUpMs = new Map(orders.map(({ orderId }) => [orderId, askedMs]));
    const isAllFound = matchOrders(orders, recordsOf(open.value).contracts, claimed, window).every(
      (found) => found !== null,
    );
    const isClosedAsked = !isAllFound && orders.some((order) => this.#mayHaveClosed(order, askedMs));
    const closed = isClosedAsked ? await this.#closed(orders) : ok([]);
    if (!closed.ok) return closed;
    // A contract that closed in between is in both lists; the closed one counts.
    const records: BrokerRecords = recordsOf([...open.value, ...closed.value]);
    const matched = matchOrders(orders, records.contracts, claimed, window);
    const isLateEnough = (order: SentOrder): boolean => this.#isProvable(order, askedMs);
    return ok(verdictsOf(orders, { matched, records, claimed, window, isLateEnough }));
  }

  #isTooSoon(orders: readonly SentOrder[], nowMs: number): boolean {
    return orders.every(
      (order) =>
        !this.#mayHaveClosed(order, nowMs) &&
        nowMs < (this.#lookedUpMs.get(order.orderId) ?? Number.NEGATIVE_INFINITY) + LOOK_AGAIN_MS,
    );
  }

  #isProvable(order: SentOrder, nowMs: number): boolean {
    return nowMs >= this.#options.arrivals.provableFromMs(order);
  }

  /**
   * Whether the closed contracts must be read: the contract may have ended, or only they can prove that it does not
   * exist.
   */
  #mayHaveClosed(order: SentOrder, nowMs: number): boolean {
    // No asset has more than one tick a second.
    const shortestS = order.durationS ?? order.durationTicks;
    return nowMs >= order.sentAtMs + shortestS * 1_000 || this.#isProvable(order, nowMs);
  }

  async #open(): Promise<Result<readonly RecordRow[], RequestFailure>> {
    const { client, owner } = this.#options;
    const reply = await client.ask(portfolio, Portfolio);
    return reply.ok ? ok(reply.value.portfolio.contracts.map((row) => portfolioRecord(row, owner()))) : reply;
  }

  async #closed(orders: readonly SentOrder[]): Promise<Result<readonly RecordRow[], RequestFailure>> {
    const { client, owner } = this.#options;
    const fromS = Math.floor((Math.min(...orders.map(({ sentAtMs }) => sentAtMs)) - MARGIN_MS) / 1_000);
    const rows: RecordRow[] = [];
    for (let offset = 0; ; offset += PROFIT_ROWS_MAX) {
      const page = await client.ask(profitTable(fromS, offset), ProfitTable);
      if (!page.ok) return page;
      const { transactions } = page.value.profit_table;
      rows.push(...transactions.map((row) => profitRecord(row, owner())));
      if (transactions.length < PROFIT_ROWS_MAX) return ok(rows);
    }
  }
}

/**
 * How far a contract's begin may be from the sending of its order. Deriv stamps contracts in whole seconds of its own
 * clock.
 */
function windowAt({ offsetMs }: BrokerTime): MatchWindow {
  const aheadMs = offsetMs ?? 0;
  return { earlyMs: 2_000 + Math.max(0, -aheadMs), lateMs: LATE_MS + Math.max(0, aheadMs), expiryToleranceMs: 2_000 };
}
