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
import { type Clock, ok, type Result } from '@vigia/core/kernel';
import type { DerivClient, RequestFailure } from './client.ts';
import { type Owner, portfolioRecord, profitRecord } from './mapper.ts';
import { Portfolio, ProfitTable } from './wire/money-replies.ts';
import { PROFIT_ROWS_MAX, portfolio, profitTable } from './wire/requests.ts';

/** A contract begins at most this long after its order was sent. */
const LATE_MS = 20_000;
/** The profit table is read from this long before the first order, by the broker's clock. */
const MARGIN_MS = 60_000;
/**
 * Minimum interval between look-ups of an order that cannot be decided yet. Deriv limits these requests, and repeated
 * disconnects must not use up the quota.
 */
const LOOK_AGAIN_MS = 8_000;
/**
 * Time after its end by which a contract is in the profit table. The portfolio loses it at its end, and Deriv does not
 * say when the table has it.
 */
const IN_TABLE_WITHIN_MS = 20_000;
/** Tolerance of the end of a contract: Deriv cuts its begin to whole seconds, and our clock may be set meanwhile. */
const END_TOLERANCE_MS = 2_000;

export type RecordsOptions = {
  readonly client: Pick<DerivClient, 'ask' | 'time'>;
  readonly arrivals: Pick<Arrivals, 'provableFromMs'>;
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>;
  owner(): Owner;
};

/**
 * Deriv's records of one account, for orders of unknown outcome. The records do not carry our ids, so orders are
 * matched by terms and time.
 */
export class Records {
  readonly #options: RecordsOptions;
  /** When each order of the last call was looked up, by the monotonic clock. */
  #lookedUpMs: ReadonlyMap<string, number> = new Map();
  /** When each order of the last call was first missing in both lists, by the monotonic clock. */
  #missingSinceMs: ReadonlyMap<string, number> = new Map();

  constructor(options: RecordsOptions) {
    this.#options = options;
  }

  /**
   * Returns one verdict per order, in the same order. Reads open contracts before closed ones, so that a contract that
   * closes in between is found. Skips the closed ones if no order can have closed yet, or if every order is found
   * already. An order whose contract may have ended is absent only if a second reading misses it too: between the
   * portfolio and the profit table a contract is for some time in neither.
   */
  async reconcile(
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], RequestFailure>> {
    const { clock } = this.#options;
    const [askedMs, beganMs] = [clock.now(), clock.monotonicMs()];
    if (this.#isTooSoon(orders, askedMs, beganMs)) return ok(orders.map(() => ({ verdict: 'undecided' })));
    const window = windowAt(this.#options.client.time());
    const open = await this.#open();
    if (!open.ok) return open;
    const openReadMs = clock.now();
    this.#lookedUpMs = new Map(orders.map(({ orderId }) => [orderId, beganMs]));
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
    const verdicts = verdictsOf(orders, { matched, records, claimed, window, isLateEnough });
    return ok(this.#twiceMissing(orders, verdicts, { beganMs, openReadMs }));
  }

  /** The verdicts, with `undecided` for every `absent` that only a later reading can prove. */
  #twiceMissing(
    orders: readonly SentOrder[],
    verdicts: readonly Reconciliation[],
    { beganMs, openReadMs }: { readonly beganMs: number; readonly openReadMs: number },
  ): readonly Reconciliation[] {
    const endedMs = this.#options.clock.monotonicMs();
    const missing = orders.filter((_, index) => verdicts[index]?.verdict === 'absent');
    this.#missingSinceMs = new Map(
      missing.map(({ orderId }) => [orderId, this.#missingSinceMs.get(orderId) ?? endedMs]),
    );
    return orders.map((order, index) => {
      const verdict = verdicts[index] ?? { verdict: 'undecided' };
      if (verdict.verdict !== 'absent' || isStillOpen(order, openReadMs)) return verdict;
      const sinceMs = this.#missingSinceMs.get(order.orderId) ?? endedMs;
      return beganMs >= sinceMs + IN_TABLE_WITHIN_MS ? verdict : { verdict: 'undecided' };
    });
  }

  #isTooSoon(orders: readonly SentOrder[], nowMs: number, monotonicMs: number): boolean {
    return orders.every(
      (order) =>
        (!this.#mayHaveClosed(order, nowMs) || this.#missingSinceMs.has(order.orderId)) &&
        monotonicMs < (this.#lookedUpMs.get(order.orderId) ?? Number.NEGATIVE_INFINITY) + LOOK_AGAIN_MS,
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
    return nowMs >= order.sentAtMs + shortestMs(order) || this.#isProvable(order, nowMs);
  }

  async #open(): Promise<Result<readonly RecordRow[], RequestFailure>> {
    const { client, owner } = this.#options;
    const reply = await client.ask(portfolio, Portfolio);
    return reply.ok ? ok(reply.value.portfolio.contracts.map((row) => portfolioRecord(row, owner()))) : reply;
  }

  async #closed(orders: readonly SentOrder[]): Promise<Result<readonly RecordRow[], RequestFailure>> {
    const { client, owner } = this.#options;
    // The table is asked by the broker's clock, which may be behind ours.
    const behindMs = Math.max(0, -(client.time().offsetMs ?? 0));
    const firstMs = Math.min(...orders.map(({ sentAtMs }) => sentAtMs)) - behindMs;
    const fromS = Math.floor((firstMs - MARGIN_MS) / 1_000);
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

/** No asset has more than one tick a second. */
const shortestMs = ({ durationS, durationTicks }: SentOrder): number => (durationS ?? durationTicks) * 1_000;

/** Whether the contract of an order, if it exists, cannot have ended by itself at this time. */
const isStillOpen = (order: SentOrder, timeMs: number): boolean =>
  timeMs >= order.sentAtMs && timeMs < order.sentAtMs + shortestMs(order) - END_TOLERANCE_MS;

/**
 * How far a contract's begin may be from the sending of its order. Deriv stamps contracts in whole seconds of its own
 * clock.
 */
function windowAt({ offsetMs }: BrokerTime): MatchWindow {
  const aheadMs = offsetMs ?? 0;
  return { earlyMs: 2_000 + Math.max(0, -aheadMs), lateMs: LATE_MS + Math.max(0, aheadMs), expiryToleranceMs: 2_000 };
}
