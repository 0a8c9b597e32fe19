import { Arrivals, ContractTracker, type FollowedContract, matchOrders } from '@vigia/broker-kit/orders';
import type {
  BrokerAccount,
  BrokerContract,
  BrokerDeps,
  BrokerFault,
  BrokerListener,
  BrokerOrder,
  Reconciliation,
  SentOrder,
} from '@vigia/broker-kit/port';
import { type EpochMs, epochMs, err, ok, type Result } from '@vigia/core/kernel';
import type { Client } from './client.ts';
import { backgroundOf, contractOf, type DealBackground, termsOfOrder } from './mapper.ts';
import { dealsHistory } from './records.ts';
import type { BrowserSession } from './wire/access-token.ts';
import { E } from './wire/codes.ts';
import type { WireMessage } from './wire/frames.ts';
import { DealRow, rowsOf } from './wire/shapes.ts';

/**
 * How far a deal's begin may lie from when its order was sent: clocks true to half a second, begins in whole seconds.
 */
const EARLY_MS = 3_000;
/** A deal may have begun so long after its order left. */
const LATE_MS = 12_000;
/** A deal appears in the history at most this long after its expiry. */
const CLOSED_WITHIN_MS = 12_000;
const EXPIRY_TOLERANCE_MS = 2_000;
/** The history of what is being followed is read back to so long before the first expiry. */
const BEFORE_EXPIRY_MS = 30_000;
/** So many deals are remembered, for the messages that only carry their id. */
const MAX_KNOWN = 2_000;
const MAX_EXPECTED = 500;

/** The deals of a login: what is known of each, how each ends, and which order is which. */
export class Contracts {
  readonly #client: Client;
  readonly #session: BrowserSession;
  readonly #accounts: () => readonly BrokerAccount[];
  readonly #deps: BrokerDeps;
  readonly #tracker: ContractTracker;
  readonly #arrivals: Arrivals;
  readonly #known = new Map<string, DealBackground>();
  /** Orders whose reply has not come (yet), by the uuid it will carry. */
  readonly #expected = new Map<string, SentOrder>();

  constructor(
    client: Client,
    session: BrowserSession,
    accounts: () => readonly BrokerAccount[],
    listener: BrokerListener,
    deps: BrokerDeps,
  ) {
    this.#client = client;
    this.#session = session;
    this.#accounts = accounts;
    this.#deps = deps;
    this.#arrivals = new Arrivals(deps.clock);
    this.#tracker = new ContractTracker({
      clock: deps.clock,
      poll: (contracts) => this.#poll(contracts),
      publish: (contract) => listener.onContract(contract),
    });
  }

  /** An order is about to leave. */
  expect(order: BrokerOrder, sentAtMs: EpochMs): void {
    keepUpTo(MAX_EXPECTED, this.#expected, order.orderId, { ...order, sentAtMs });
  }

  /** Its reply has come, or never will. */
  forget(orderId: string): void {
    this.#expected.delete(orderId);
  }

  /** A reply to an order after the wait for it ended: it still identifies the deal. */
  onLateReply({ uuid, d }: WireMessage): void {
    const order = this.#expected.get(uuid ?? '');
    const [row] = rowsOf(DealRow, d);
    if (!order) return;
    this.forget(order.orderId);
    if (row && row.status !== 'cancel') this.begin(row, termsOfOrder(order, row, null, order.sentAtMs));
  }

  /** A deal of ours has begun: its end will be published. */
  begin(row: DealRow, background: DealBackground): BrokerContract | null {
    this.#learn(row.id, background);
    const contract = contractOf(row, background.accountId, background);
    if (contract) {
      this.#tracker.follow([contract]);
      this.#tracker.see(contract);
    }
    return contract;
  }

  follow(contracts: readonly FollowedContract[]): void {
    this.#tracker.follow(contracts);
  }

  /** Pushes 22, 21 and 26. What they do not say, an earlier message said or the records will. */
  onPush(d: unknown): void {
    for (const row of rowsOf(DealRow, d)) {
      const contract = this.#read(row, null);
      if (contract) this.#tracker.see(contract);
    }
  }

  onDrop(): void {
    this.#arrivals.onDrop();
  }

  /** After a reconnect: what ended meanwhile. */
  catchUp(): void {
    void this.#tracker.pollDue();
  }

  stop(): void {
    this.#tracker.stop();
  }

  /** See the port. Open deals are read before closed ones, so that one that ends in between stands in one of them. */
  async reconcile(
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], BrokerFault>> {
    const nowMs = this.#deps.clock.now();
    const shiftMs = this.#client.time.offsetOrZeroMs();
    const sinceMs = Math.min(...orders.map(({ sentAtMs }) => sentAtMs)) + shiftMs - EARLY_MS;
    const records: (BrokerContract | null)[] = [];
    for (const accountId of new Set(orders.map((order) => order.accountId))) {
      const read = await this.#records(accountId, sinceMs);
      if (!read.ok) return read;
      records.push(...read.value);
    }
    const contracts = records.filter((contract) => contract !== null);
    // A deal with too little data may be the very one that is looked for.
    const isWhole = contracts.length === records.length;
    const shifted = orders.map((order) => ({ ...order, sentAtMs: epochMs(order.sentAtMs + shiftMs) }));
    const window = { earlyMs: EARLY_MS, lateMs: LATE_MS, expiryToleranceMs: EXPIRY_TOLERANCE_MS };
    const found = matchOrders(shifted, contracts, claimed, window);
    return ok(
      orders.map((order, index): Reconciliation => {
        const isProvable = isWhole && nowMs >= this.#arrivals.provableFromMs(order);
        return verdict(order, found[index] ?? null, nowMs, isProvable);
      }),
    );
  }

  async #poll(contracts: readonly FollowedContract[]): Promise<readonly BrokerContract[]> {
    const sinceMs = Math.min(...contracts.map(({ expiryMs }) => expiryMs)) - BEFORE_EXPIRY_MS;
    const wanted = new Set(contracts.map(({ contractId }) => contractId));
    const seen: BrokerContract[] = [];
    for (const accountId of new Set(contracts.map((contract) => contract.accountId))) {
      const read = await this.#records(accountId, sinceMs);
      if (read.ok) {
        const known = read.value.filter((contract) => contract !== null);
        seen.push(...known.filter(({ contractId }) => wanted.has(contractId)));
      } else this.#deps.log('info', `records of deals could not be read: ${read.error.kind} (${read.error.detail})`);
    }
    return seen;
  }

  /**
   * Open and closed deals of an account, those closed before `sinceMs` left out; a closed one counts over an open one.
   * null: a deal of which too little is known.
   */
  async #records(accountId: string, sinceMs: number): Promise<Result<readonly (BrokerContract | null)[], BrokerFault>> {
    const account = this.#accounts().find((one) => one.accountId === accountId);
    if (!account) return err({ kind: 'unknown', detail: 'no such account in this login' });
    await this.#client.turn('records');
    const open = await this.#client.ask(E.openDeals, [{ account_id: Number(accountId), group: account.kind }]);
    if (!open.ok) return err({ kind: 'network', detail: `open deals: ${open.error}` });
    const rows = rowsOf(DealRow, open.value.d);
    if (!Array.isArray(open.value.d) || rows.length < open.value.d.length)
      return err({ kind: 'unknown', detail: 'open deals: another shape' });
    const closed = await dealsHistory(this.#session, account, sinceMs, this.#deps);
    if (!closed.ok) return closed;
    const byId = new Map([...rows, ...closed.value].map((row) => [row.id, row]));
    return ok([...byId.values()].map((row) => this.#read(row, accountId)));
  }

  #read(row: DealRow, accountId: string | null): BrokerContract | null {
    const contract = contractOf(row, accountId, this.#known.get(row.id) ?? null);
    if (contract) this.#learn(row.id, contract);
    return contract;
  }

  #learn(dealId: string, background: DealBackground): void {
    keepUpTo(MAX_KNOWN, this.#known, dealId, backgroundOf(background));
  }
}

function keepUpTo<Value>(size: number, map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > size && !oldest.done) map.delete(oldest.value);
}

function verdict(
  order: SentOrder,
  contract: BrokerContract | null,
  nowMs: number,
  isProvable: boolean,
): Reconciliation {
  if (contract) return { verdict: 'found', contract: { ...contract, orderId: order.orderId } };
  const sinceExpiryMs = nowMs - order.sentAtMs - order.durationS * 1_000;
  // Around its expiry a deal may stand in neither list.
  const isBetweenLists = sinceExpiryMs > -EARLY_MS && sinceExpiryMs < CLOSED_WITHIN_MS + EARLY_MS;
  return { verdict: isProvable && !isBetweenLists ? 'absent' : 'undecided' };
}
