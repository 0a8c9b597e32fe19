import type { BrokerClock } from '@vigia/broker-kit/clock';
import {
  ArrivalTimes,
  ContractTracker,
  type FollowedContract,
  matchOrders,
  verdictsOf,
} from '@vigia/broker-kit/orders';
import type { BrokerContract, BrokerFault, Oddities, Reconciliation, SentTimedOrder } from '@vigia/broker-kit/port';
import { type Clock, epochMs, ok, type Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { Catalog } from './assets.ts';
import type { IqClient } from './client.ts';
import { isDigitalSymbol } from './digital/assets.ts';
import { contractOf } from './mapper.ts';
import { INSTRUMENT_TYPES, INSTRUMENT_TYPES_WITH_DIGITAL, RecordReader } from './records.ts';
import { Position } from './wire/messages.ts';

type ContractsOptions = {
  readonly client: IqClient;
  readonly clock: Clock;
  readonly serverClock: BrokerClock;
  catalog(): Catalog;
  /** null for an account that is not listed. */
  currencyOf(accountId: string): Currency | null;
  readonly oddities?: Oddities | undefined;
  publish(contract: BrokerContract): void;
};

const MAX_VERSIONS = 2_000;

/** Longest time from the sending of an order to the start of its contract. */
const LATE_MS = 15_000;
/** Tolerance for the error of the measured clock offset. */
const EARLY_MS = 3_000;
/**
 * Tolerances for the expiration, tried in this order. The broker sells expirations at fixed steps, so a contract may
 * end up to one step before or after the requested time. The nearest pairs are matched first, so that orders with
 * different durations do not swap contracts.
 */
const EXPIRY_TOLERANCES_MS = [2_000, 30_000, 60_000, 900_000, 3_600_000];

/**
 * Publishes option contracts from the broker's stream and records, and resolves orders with an unknown execution
 * status.
 */
export class Contracts {
  readonly #options: ContractsOptions;
  readonly #tracker: ContractTracker;
  readonly #records: RecordReader;
  readonly #arrivals: ArrivalTimes;
  /**
   * The latest published version of each position. A message with an older or equal version is a repetition
   * (docs/spec/brokers/iqoption.md §3).
   */
  readonly #versions = new Map<string, number>();

  constructor(options: ContractsOptions) {
    this.#options = options;
    this.#records = new RecordReader(options);
    this.#arrivals = new ArrivalTimes(options.clock);
    this.#tracker = new ContractTracker({
      clock: options.clock,
      offsetMs: () => options.serverClock.offsetMs(),
      poll: (contracts) => this.#records.ended(contracts),
      publish: (contract) => options.publish(contract),
    });
  }

  follow(contracts: readonly FollowedContract[]): void {
    this.#tracker.follow(contracts);
  }

  onDrop(): void {
    this.#arrivals.onDrop();
  }

  /** Handles a reconnect: reads from the records which contracts have ended meanwhile. */
  catchUp(): void {
    void this.#tracker.pollDue();
  }

  stop(): void {
    this.#tracker.stop();
  }

  onPosition(msg: unknown): void {
    const position = Position.safeParse(msg).data;
    if (!position) return this.#options.oddities?.unreadable('position-changed', true);
    if (!this.#isNews(position)) return;
    const contract = contractOf(position, this.#options.catalog(), this.#options.currencyOf);
    if (contract) this.#tracker.see(contract);
  }

  async reconcile(
    orders: readonly SentTimedOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], BrokerFault>> {
    const { clock, serverClock } = this.#options;
    const readAtMs = clock.now();
    const offsetMs = serverClock.offsetMs();
    const theirs = orders.map((order) => ({ ...order, sentAtMs: epochMs(order.sentAtMs + offsetMs) }));
    const sinceMs = Math.min(...theirs.map(({ sentAtMs }) => sentAtMs)) - EARLY_MS;
    const types = orders.some(({ symbol }) => isDigitalSymbol(symbol))
      ? INSTRUMENT_TYPES_WITH_DIGITAL
      : INSTRUMENT_TYPES;
    const records = await this.#records.since(sinceMs, types);
    if (!records.ok) return records;
    const matched = matchNearest(theirs, records.value.contracts, claimed);
    const window = { earlyMs: EARLY_MS, lateMs: LATE_MS };
    const provableFromMs = new Map(orders.map((order) => [order.orderId, this.#arrivals.provableFromMs(order)]));
    const isLateEnough = ({ orderId }: SentTimedOrder): boolean =>
      readAtMs >= (provableFromMs.get(orderId) ?? Number.POSITIVE_INFINITY);
    return ok(verdictsOf(theirs, { matched, records: records.value, claimed, window, isLateEnough }));
  }

  #isNews({ id, version }: Position): boolean {
    if (version === undefined) return true;
    if (version <= (this.#versions.get(id) ?? Number.NEGATIVE_INFINITY)) return false;
    this.#versions.delete(id);
    this.#versions.set(id, version);
    const oldest = this.#versions.keys().next();
    if (this.#versions.size > MAX_VERSIONS && !oldest.done) this.#versions.delete(oldest.value);
    return true;
  }
}

function matchNearest(
  orders: readonly SentTimedOrder[],
  contracts: readonly BrokerContract[],
  claimed: ReadonlySet<string>,
): readonly (BrokerContract | null)[] {
  const matched = new Map<SentTimedOrder, BrokerContract>();
  for (const expiryToleranceMs of EXPIRY_TOLERANCES_MS) {
    const rest = orders.filter((order) => !matched.has(order) && expiryToleranceMs <= widest(order));
    const taken = new Set([...claimed, ...[...matched.values()].map(({ contractId }) => contractId)]);
    const window = { earlyMs: EARLY_MS, lateMs: LATE_MS, expiryToleranceMs };
    matchOrders(rest, contracts, taken, window).forEach((contract, index) => {
      const order = rest[index];
      if (contract && order) matched.set(order, contract);
    });
  }
  return orders.map((order) => matched.get(order) ?? null);
}

/**
 * Returns the largest possible difference between the requested and the granted expiration: one step of the broker's
 * grid. A step is never longer than the duration. The result is at least the smallest tolerance.
 */
const widest = ({ durationS }: SentTimedOrder): number => Math.max(2_000, durationS * 1000);
