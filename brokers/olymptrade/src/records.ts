import {
  Arrivals,
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
  /** The contract of a row of that account's records; null if fields are missing. */
  read(row: DealRow, accountId: string): BrokerContract | null;
};

/**
 * A deal begins at most this long before its order was sent, because clocks differ by up to half a second and begins
 * are whole seconds.
 */
const EARLY_MS = 3_000;
/** A deal begins at most this long after its order was sent. */
const LATE_MS = 12_000;
/** A deal appears in the history at most this long after its expiry. */
const CLOSED_WITHIN_MS = 12_000;
const EXPIRY_TOLERANCE_MS = 2_000;
const WINDOW = { earlyMs: EARLY_MS, lateMs: LATE_MS, expiryToleranceMs: EXPIRY_TOLERANCE_MS };
/** Pauses between look-ups of an order that the records do not decide. */
const LOOK_UP_PAUSES = { firstMs: 3_000, longestMs: 30_000 };

/** Reads the broker's records, and resolves orders without a reply by them. */
export class Records {
  readonly #options: RecordsOptions;
  readonly #arrivals: Arrivals;
  readonly #lookUps: Pauses;

  constructor(options: RecordsOptions) {
    this.#options = options;
    this.#arrivals = new Arrivals(options.clock);
    this.#lookUps = new Pauses(options.clock, LOOK_UP_PAUSES);
  }

  onDrop(): void {
    this.#arrivals.onDrop();
  }

  /**
   * Decides orders of unknown outcome. Open deals are read before closed ones, so that a deal that ends between
   * the two reads is in at least one of them.
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

  /** Names the look-ups of an order. Those that come late enough to prove its absence have pauses of their own. */
  #lookUpKey(order: SentTimedOrder, nowMs: number): string {
    return `${order.orderId} ${nowMs >= this.#arrivals.provableFromMs(order) ? 'late' : 'early'}`;
  }

  /** Whether records read from that time on hold the order, if it exists. */
  #isLateEnough(order: SentTimedOrder, nowMs: number): boolean {
    const sinceExpiryMs = nowMs - order.sentAtMs - order.durationS * 1_000;
    // Around its expiry, a deal may be neither in the list of open deals nor in that of closed ones.
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

  /** Open and closed deals of an account without those closed before `sinceMs`. A deal in both counts as closed. */
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

/** Olymp Trade keeps no tag of an order; what was found is ours by the search. */
const withOrderId = (verdict: Reconciliation, orderId: string | null): Reconciliation =>
  verdict.verdict === 'found' ? { verdict: 'found', contract: { ...verdict.contract, orderId } } : verdict;
