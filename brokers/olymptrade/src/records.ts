import {
  ArrivalTimes,
  type BrokerRecords,
  matchOrders,
  type RecordRow,
  recordsOf,
  verdictsOf,
} from '@vigia/broker-kit/orders';
import { Pauses } from '@vigia/broker-kit/pace';
import type {
  BrokerAccount,
  BrokerContract,
  BrokerFault,
  Reconciliation,
  SentTimedOrder,
} from '@vigia/broker-kit/port';
import { type Clock, epochMs, err, ok, type Result } from '@vigia/core/kernel';
import type { Client } from './client.ts';
import type { DealsHistory } from './deals-history.ts';
import { type CurrencyOf, unreadRow } from './mapper.ts';
import { EVENT_CODE } from './wire/codes.ts';
import { DealRow, rowsOf } from './wire/shapes.ts';

export type RecordsOptions = {
  readonly clock: Clock;
  readonly client: Pick<Client, 'turn' | 'ask' | 'serverClock'>;
  readonly history: DealsHistory;
  readonly currencyOf: CurrencyOf;
  account(accountId: string): BrokerAccount | null;
  /** Converts a row of the account's records to an option contract; returns null if fields are missing. */
  read(row: DealRow, accountId: string): BrokerContract | null;
};

/**
 * Longest time by which a deal can start before its order is sent. The clocks differ by up to half a second, and start
 * times are whole seconds.
 */
const EARLY_MS = 3_000;
/** Longest time from the sending of an order to the start of its deal. */
const LATE_MS = 12_000;
/** Longest time from the expiry of a deal until the history contains it. */
const CLOSED_WITHIN_MS = 12_000;
const EXPIRY_TOLERANCE_MS = 2_000;
const WINDOW = { earlyMs: EARLY_MS, lateMs: LATE_MS, expiryToleranceMs: EXPIRY_TOLERANCE_MS };
/** Pauses between lookups of an order that the records do not decide yet. */
const LOOK_UP_PAUSES = { firstMs: 3_000, longestMs: 30_000 };

/** Reads the broker's records, and resolves orders without a reply. */
export class Records {
  readonly #options: RecordsOptions;
  readonly #arrivals: ArrivalTimes;
  readonly #lookUps: Pauses;

  constructor(options: RecordsOptions) {
    this.#options = options;
    this.#arrivals = new ArrivalTimes(options.clock);
    this.#lookUps = new Pauses(options.clock, LOOK_UP_PAUSES);
  }

  onDrop(): void {
    this.#arrivals.onDrop();
  }

  /**
   * Decides orders with an unknown execution status. Open deals are read before closed deals, so that a deal that ends
   * between the two requests is in at least one list.
   */
  async reconcile(
    orders: readonly SentTimedOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], BrokerFault>> {
    const nowMs = this.#options.clock.now();
    const keys = orders.map((order) => this.#lookUpKey(order, nowMs));
    if (!keys.some((key) => this.#lookUps.isDue(key))) return ok(orders.map(() => ({ verdict: 'undecided' })));
    for (const key of keys) this.#lookUps.begin(key);
    const shiftMs = this.#options.client.serverClock.offsetMs();
    const sinceMs = Math.min(...orders.map(({ sentAtMs }) => sentAtMs)) + shiftMs - EARLY_MS;
    const read = await this.#recordsOfAll(new Set(orders.map((order) => order.accountId)), sinceMs);
    if (!read.ok) return read;
    const shifted = orders.map((order) => ({ ...order, sentAtMs: epochMs(order.sentAtMs + shiftMs) }));
    const verdicts = verdictsOf(shifted, {
      matched: matchOrders(shifted, read.value.contracts, claimed, WINDOW),
      records: read.value,
      claimed,
      window: WINDOW,
      isLateEnough: (order) => this.#isLateEnough({ ...order, sentAtMs: epochMs(order.sentAtMs - shiftMs) }, nowMs),
    });
    const named = verdicts.map((verdict, index) => withOrderId(verdict, orders[index]?.orderId ?? null));
    keys.forEach((key, index) => {
      if (['found', 'absent'].includes(named[index]?.verdict ?? '')) this.#lookUps.reset(key);
    });
    return ok(named);
  }

  /**
   * Returns the key under which the pauses of an order's lookups are counted. Lookups that are late enough to prove the
   * absence of the order have their own pauses.
   */
  #lookUpKey(order: SentTimedOrder, nowMs: number): string {
    return `${order.orderId} ${nowMs >= this.#arrivals.provableFromMs(order) ? 'late' : 'early'}`;
  }

  /** Returns whether records that are read now must contain the order, if the order exists. */
  #isLateEnough(order: SentTimedOrder, nowMs: number): boolean {
    const sinceExpiryMs = nowMs - order.sentAtMs - order.durationS * 1_000;
    // Around its expiry, a deal may be in neither of the lists of open and closed deals.
    const isBetweenLists = sinceExpiryMs > -EARLY_MS && sinceExpiryMs < CLOSED_WITHIN_MS + EARLY_MS;
    return nowMs >= this.#arrivals.provableFromMs(order) && !isBetweenLists;
  }

  async #recordsOfAll(accountIds: ReadonlySet<string>, sinceMs: number): Promise<Result<BrokerRecords, BrokerFault>> {
    const all: BrokerRecords[] = [];
    for (const accountId of accountIds) {
      const read = await this.ofAccount(accountId, sinceMs);
      if (!read.ok) return read;
      all.push(read.value);
    }
    return ok({
      contracts: all.flatMap(({ contracts }) => contracts),
      unread: all.flatMap(({ unread }) => unread),
      isWhole: all.every(({ isWhole }) => isWhole),
    });
  }

  /**
   * Reads the open deals of an account, and its closed deals back to `sinceMs`. A deal in both lists counts as closed.
   */
  async ofAccount(accountId: string, sinceMs: number): Promise<Result<BrokerRecords, BrokerFault>> {
    const account = this.#options.account(accountId);
    if (!account) return err({ kind: 'unknown', detail: 'no such account in this login' });
    await this.#options.client.turn('records');
    const open = await this.#options.client.ask(EVENT_CODE.openDeals, [
      { account_id: Number(accountId), group: account.kind },
    ]);
    if (!open.ok) return err({ kind: 'network', detail: `open deals: ${open.error}` });
    if (!Array.isArray(open.value.d)) return err({ kind: 'unknown', detail: 'open deals: another shape' });
    const closed = await this.#options.history.read(account, sinceMs);
    if (!closed.ok) return closed;
    const rows: readonly unknown[] = [...open.value.d, ...closed.value.rows];
    const { contracts, unread, isWhole } = recordsOf(
      rows.map((row) => this.#recordRow(row, accountId)),
      closed.value.isWhole,
    );
    const known = new Set(contracts.map(({ contractId }) => contractId));
    return ok({
      contracts,
      unread: unread.filter(({ contractId }) => contractId === null || !known.has(contractId)),
      isWhole,
    });
  }

  #recordRow(input: unknown, accountId: string): RecordRow {
    const [row] = rowsOf(DealRow, [input]);
    const contract = row ? this.#options.read(row, accountId) : null;
    return contract
      ? { kind: 'contract', contract }
      : { kind: 'unread', row: unreadRow(input, accountId, this.#options.currencyOf) };
  }
}

/** Adds the id of the order to a found contract, because Olymp Trade stores no tag of an order. */
const withOrderId = (verdict: Reconciliation, orderId: string | null): Reconciliation =>
  verdict.verdict === 'found' ? { verdict: 'found', contract: { ...verdict.contract, orderId } } : verdict;
