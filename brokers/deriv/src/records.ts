import {
  type ArrivalTimes,
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
import { type ContractAccount, portfolioRecord, profitRecord } from './mapper.ts';
import { Portfolio, ProfitTable } from './wire/money-replies.ts';
import { PROFIT_ROWS_MAX, portfolio, profitTable } from './wire/requests.ts';

/** Longest time from the sending of an order to the start of its contract. */
const LATE_MS = 20_000;
/** Time before the first order, by the broker's clock. The profit table is read from there on. */
const MARGIN_MS = 60_000;
/**
 * Smallest interval between lookups of an order that cannot be decided yet. Deriv limits these requests, and repeated
 * disconnects must not use up the limit.
 */
const LOOK_AGAIN_MS = 8_000;
/**
 * Time after the end of a contract. By then the profit table contains the contract. The portfolio drops a contract at
 * its end, and Deriv does not state when the profit table contains it.
 */
const IN_TABLE_WITHIN_MS = 20_000;
/**
 * Tolerance for the end of a contract. Deriv rounds its start down to whole seconds, and Vigía's clock may be adjusted
 * meanwhile.
 */
const END_TOLERANCE_MS = 2_000;

export type RecordsOptions = {
  readonly client: Pick<DerivClient, 'ask' | 'time'>;
  readonly arrivals: Pick<ArrivalTimes, 'provableFromMs'>;
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>;
  owner(): ContractAccount;
};

/**
 * Deriv's records of one account, for orders with an unknown execution status. The records do not contain Vigía's ids,
 * so orders are matched by terms and time.
 */
export class Records {
  readonly #options: RecordsOptions;
  /** For each order of the last call of `reconcile`: the time of its last lookup, by the monotonic clock. */
  #lookedUpMs: ReadonlyMap<string, number> = new Map();
  /**
   * For each order of the last call of `reconcile`: the time at which it was first missing in both lists, by the
   * monotonic clock.
   */
  #missingSinceMs: ReadonlyMap<string, number> = new Map();

  constructor(options: RecordsOptions) {
    this.#options = options;
  }

  /**
   * Returns one verdict per order, in the same order. Reads the open contracts (portfolio) before the closed ones
   * (profit table), so that a contract that closes between the two requests is found. Does not read the closed
   * contracts if every order is already found or if no contract can have closed yet. After its end, a contract is in
   * neither list for some time. If the contract of an order may have ended, the order is therefore absent only if a
   * second reading does not contain it either.
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
    // A contract that closed between the two requests is in both lists; the row of the closed contract counts.
    const records: BrokerRecords = recordsOf([...open.value, ...closed.value]);
    const matched = matchOrders(orders, records.contracts, claimed, window);
    const isLateEnough = (order: SentOrder): boolean => this.#isProvable(order, askedMs);
    const verdicts = verdictsOf(orders, { matched, records, claimed, window, isLateEnough });
    return ok(this.#twiceMissing(orders, verdicts, { beganMs, openReadMs }));
  }

  /** Returns the verdicts. Replaces `absent` by `undecided` if only a later reading can prove the absence. */
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
   * Returns whether the closed contracts must be read, because the contract of the order may have ended, or because
   * only they can prove that the contract does not exist.
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
    // The profit table uses the broker's clock, which may be behind Vigía's clock.
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

/** Returns the shortest possible duration of a contract. No asset has more than one tick per second. */
const shortestMs = ({ durationS, durationTicks }: SentOrder): number => (durationS ?? durationTicks) * 1_000;

/**
 * Returns whether the contract of an order must still be open at this time, if the contract exists and was not sold.
 */
const isStillOpen = (order: SentOrder, timeMs: number): boolean =>
  timeMs >= order.sentAtMs && timeMs < order.sentAtMs + shortestMs(order) - END_TOLERANCE_MS;

/**
 * Returns the largest time differences between the sending of an order and the start of its contract. Deriv states
 * times in whole seconds of its own clock.
 */
function windowAt({ offsetMs }: BrokerTime): MatchWindow {
  const aheadMs = offsetMs ?? 0;
  return { earlyMs: 2_000 + Math.max(0, -aheadMs), lateMs: LATE_MS + Math.max(0, aheadMs), expiryToleranceMs: 2_000 };
}
