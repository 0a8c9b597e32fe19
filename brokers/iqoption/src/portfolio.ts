import { ContractTracker, type FollowedContract, matchOrders } from '@vigia/broker-kit/orders';
import type { BrokerContract, BrokerFault, Reconciliation, SentOrder } from '@vigia/broker-kit/port';
import { type Clock, epochMs, err, ok, type Result } from '@vigia/core/kernel';
import type { BrokerClock } from './broker-clock.ts';
import type { Catalog } from './catalog.ts';
import type { Call, IqClient } from './client.ts';
import { faultOf } from './faults.ts';
import { contractOf } from './mapper.ts';
import { Position, Positions } from './wire/messages.ts';

type PortfolioOptions = {
  readonly client: IqClient;
  readonly clock: Clock;
  readonly brokerClock: BrokerClock;
  catalog(): Catalog;
  tell(contract: BrokerContract): void;
};

type Records = {
  readonly contracts: readonly BrokerContract[];
  /** False: they may reach back less far than was asked. */
  readonly isWhole: boolean;
};

const INSTRUMENT_TYPES = ['turbo-option', 'binary-option', 'blitz-option'];
const PAGE = 100;
const MAX_PAGES = 20;
/** Up to here contracts are asked for one by one, which also finds those that ended long ago. */
const MAX_SINGLE_QUESTIONS = 4;
const EARLIER_END_MS = 60 * 60_000;
const MAX_VERSIONS = 2_000;

/** An order written on a socket is either in the broker's book after so long, or never will be. */
const BOOKED_WITHIN_MS = 15_000;
/** How much the broker's clock may seem to run before ours, for want of a better measurement. */
const EARLY_MS = 3_000;
/**
 * Expirations on a grid lie up to one of its steps from where the order wanted them. The near ones are given away first, so
 * that like orders of different lengths do not swap contracts.
 */
const EXPIRY_TOLERANCES_MS = [2_000, 30_000, 60_000, 900_000, 3_600_000];

/** Contracts: told as the stream or the records say, looked up for orders in doubt. */
export class Portfolio {
  readonly #options: PortfolioOptions;
  readonly #tracker: ContractTracker;
  /** Of each position, the latest version told; older and equal ones are repetitions (PROTOCOLS §2.3). */
  readonly #versions = new Map<string, number>();

  constructor(options: PortfolioOptions) {
    this.#options = options;
    this.#tracker = new ContractTracker({
      clock: options.clock,
      poll: (contracts) => this.#ended(contracts),
      tell: (contract) => options.tell(contract),
    });
  }

  follow(contracts: readonly FollowedContract[]): void {
    this.#tracker.follow(contracts);
  }

  /** After a reconnect: what ended meanwhile. */
  catchUp(): void {
    void this.#tracker.pollDue();
  }

  stop(): void {
    this.#tracker.stop();
  }

  /** A `position-changed`. */
  take(msg: unknown): void {
    const position = Position.safeParse(msg).data;
    if (!position || !this.#isNews(position)) return;
    const contract = contractOf(position, this.#options.catalog());
    if (contract) this.#tracker.see(contract);
  }

  async reconcile(
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], BrokerFault>> {
    const { clock, brokerClock } = this.#options;
    const readAtMs = clock.now();
    const offsetMs = brokerClock.offsetMs();
    const theirs = orders.map((order) => ({ ...order, sentAtMs: epochMs(order.sentAtMs + offsetMs) }));
    const sinceMs = Math.min(...theirs.map(({ sentAtMs }) => sentAtMs)) - EARLY_MS;
    const records = await this.#records(sinceMs);
    if (!records.ok) return records;
    const matched = matchNearest(theirs, records.value.contracts, claimed);
    return ok(
      orders.map(({ sentAtMs }, index): Reconciliation => {
        const contract = matched[index];
        if (contract) return { verdict: 'found', contract };
        const isLateEnough = readAtMs >= sentAtMs + BOOKED_WITHIN_MS;
        return { verdict: records.value.isWhole && isLateEnough ? 'absent' : 'undecided' };
      }),
    );
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

  /** Those of the followed contracts that have ended. */
  async #ended(contracts: readonly FollowedContract[]): Promise<readonly BrokerContract[]> {
    const found = contracts.length <= MAX_SINGLE_QUESTIONS ? await this.#one(contracts) : await this.#many(contracts);
    const wanted = new Set(contracts.map(({ contractId }) => contractId));
    return found.filter(({ contractId, result }) => result !== null && wanted.has(contractId));
  }

  async #one(contracts: readonly FollowedContract[]): Promise<readonly BrokerContract[]> {
    const pages = await Promise.all(
      contracts.map(({ contractId }) => this.#page(historyCall({ external_id: Number(contractId) }))),
    );
    return pages.flatMap((page) => (page.ok ? this.#contracts(page.value) : []));
  }

  async #many(contracts: readonly FollowedContract[]): Promise<readonly BrokerContract[]> {
    const sinceMs = Math.min(...contracts.map(({ expiryMs }) => expiryMs)) - EARLIER_END_MS;
    const history = await this.#history(sinceMs);
    return history.ok ? history.value.contracts : [];
  }

  /** What runs, and what ended since: read in this order, nothing that ends in between is missed. */
  async #records(sinceMs: number): Promise<Result<Records, BrokerFault>> {
    const open = await this.#open();
    if (!open.ok) return open;
    const history = await this.#history(sinceMs);
    if (!history.ok) return history;
    const all = [...open.value.contracts, ...history.value.contracts];
    const latest = new Map(all.map((contract) => [contract.contractId, contract]));
    return ok({ contracts: [...latest.values()], isWhole: open.value.isWhole && history.value.isWhole });
  }

  #open(): Promise<Result<Records, BrokerFault>> {
    const callOf = (offset: number) => portfolioCall('get-positions', '4.0', { limit: PAGE, offset });
    return this.#pages(callOf, () => false);
  }

  /** Newest first, so that paging ends where it is older than was asked. */
  #history(sinceMs: number): Promise<Result<Records, BrokerFault>> {
    const end = Math.ceil(this.#options.brokerClock.now() / 1000) + 60;
    return this.#pages(
      (offset) => historyCall({ end, limit: PAGE, offset }),
      (positions) => positions.some(({ close_time: closeMs }) => typeof closeMs === 'number' && closeMs < sinceMs),
    );
  }

  async #pages(
    callOf: (offset: number) => Call,
    isFarEnough: (positions: readonly Position[]) => boolean,
  ): Promise<Result<Records, BrokerFault>> {
    const contracts: BrokerContract[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const read = await this.#page(callOf(page * PAGE));
      if (!read.ok) return read;
      contracts.push(...this.#contracts(read.value));
      if (read.value.length < PAGE || isFarEnough(read.value)) return ok({ contracts, isWhole: true });
    }
    return ok({ contracts, isWhole: false });
  }

  async #page(call: Call): Promise<Result<readonly Position[], BrokerFault>> {
    const reply = await this.#options.client.call(call);
    if (!reply.ok) return err(faultOf(reply.error));
    const read = Positions.safeParse(reply.value);
    const positions = read.data?.positions.map((entry) => Position.safeParse(entry).data);
    // An entry that cannot be read may be the very one looked for: nothing is concluded from the rest.
    if (!positions || positions.includes(undefined))
      return err({ kind: 'unknown', detail: 'positions could not be read' });
    return ok(positions.filter((position) => position !== undefined));
  }

  #contracts(positions: readonly Position[]): readonly BrokerContract[] {
    return positions
      .map((position) => contractOf(position, this.#options.catalog()))
      .filter((contract) => contract !== null);
  }
}

function matchNearest(
  orders: readonly SentOrder[],
  contracts: readonly BrokerContract[],
  claimed: ReadonlySet<string>,
): readonly (BrokerContract | null)[] {
  const matched = new Map<SentOrder, BrokerContract>();
  for (const expiryToleranceMs of EXPIRY_TOLERANCES_MS) {
    const rest = orders.filter((order) => !matched.has(order) && expiryToleranceMs <= widest(order));
    const taken = new Set([...claimed, ...[...matched.values()].map(({ contractId }) => contractId)]);
    const window = { earlyMs: EARLY_MS, lateMs: BOOKED_WITHIN_MS, expiryToleranceMs };
    matchOrders(rest, contracts, taken, window).forEach((contract, index) => {
      const order = rest[index];
      if (contract && order) matched.set(order, contract);
    });
  }
  return orders.map((order) => matched.get(order) ?? null);
}

/** A grid's step is never longer than the durations it serves, but for the tightest window, which all may have. */
const widest = ({ durationS }: SentOrder): number => Math.max(2_000, durationS * 1000);

const portfolioCall = (method: string, version: string, body: object): Call => ({
  name: `portfolio.${method}`,
  version,
  body: { instrument_types: INSTRUMENT_TYPES, ...body },
});

const historyCall = (body: object): Call => portfolioCall('get-history-positions', '2.0', body);
