import { ContractTracker, type FollowedContract, type UnreadRow } from '@vigia/broker-kit/orders';
import { Pauses } from '@vigia/broker-kit/pace';
import type { BrokerAccountKind, BrokerContract, BrokerFault, BrokerLog, Oddities } from '@vigia/broker-kit/port';
import { type Clock, ok, type Result } from '@vigia/core/kernel';
import { accountKindWord, contractOf, type NameConverters, unreadRow } from './mapper.ts';
import { type Deal, listOf, readDeal, readId } from './wire/messages.ts';

export type ContractsOptions = {
  readonly clock: Clock;
  readonly log: BrokerLog;
  readonly oddities?: Oddities | undefined;
  readonly names: NameConverters;
  /** Reads one page of ended orders over HTTP, newest first. */
  history(purse: 'demo' | 'live', page: number): Promise<Result<readonly unknown[], BrokerFault>>;
  /**
   * Requests the lists that the broker sends on a new connection. It is called if the history does not contain the end
   * of a contract.
   */
  refreshLists(kind: BrokerAccountKind): void;
  /** Returns the milliseconds by which the broker's clock is ahead. */
  offsetMs(): number;
  publish(contract: BrokerContract): void;
};

/**
 * Largest number of contracts in memory. They are needed because later messages about a contract omit fields, and
 * because lost orders are searched among them.
 */
const MAX_REMEMBERED = 2_000;
const MAX_PAGES = 10;
/**
 * Longest possible contract. The history is read back to the start of a contract or, if the start is not known, to this
 * time before its expiry.
 */
const LONGEST_CONTRACT_MS = 86_400_000;
const BEFORE_BEGIN_MS = 60_000;
/** Growing intervals between lookups of a contract whose end is missing in the history. */
const LOOK_UP_INTERVALS = { firstMs: 4_000, longestMs: 60_000 };
/**
 * Time after the expiry of a contract. If a readable history still lacks the end of the contract then, the contract is
 * looked up in new lists.
 */
const HISTORY_LAGS_MS = 30_000;

/** Ended orders of the demo or real account. */
export type EndedOrders = {
  readonly contracts: readonly BrokerContract[];
  /** The readable terms of the other rows. */
  readonly unread: readonly UnreadRow[];
  /** Whether the result contains every order that ended since the requested time. */
  readonly isWhole: boolean;
};

/** The last list of open contracts of an account: its time of arrival by Vigía's clock, and its unreadable rows. */
export type OpenContractList = { readonly atMs: number; readonly unread: readonly UnreadRow[] };

/** Collects the fields of a login's option contracts from all messages, and publishes the end of each contract. */
export class Contracts {
  readonly #options: ContractsOptions;
  readonly #tracker: ContractTracker;
  readonly #deals = new Map<string, Deal>();
  readonly #contracts = new Map<string, BrokerContract>();
  readonly #openLists = new Map<BrokerAccountKind, OpenContractList>();
  readonly #pauses: Pauses;

  constructor(options: ContractsOptions) {
    this.#options = options;
    this.#pauses = new Pauses(options.clock, LOOK_UP_INTERVALS);
    this.#tracker = new ContractTracker({
      clock: options.clock,
      publish: (contract) => options.publish(contract),
      poll: (contracts) => this.#poll(contracts),
    });
  }

  /** Reads one order without publishing it; returns null if a field is missing. */
  read(payload: unknown): Deal | null {
    const deal = readDeal(payload, this.#deals.get(readId(payload) ?? '') ?? null);
    if (!deal) this.#options.log('warn', 'an order of the broker could not be read');
    return deal;
  }

  /**
   * Stores an order and publishes its contract. @returns the contract; null if `contractOf` cannot read the order, in
   * which case nothing is stored
   */
  learn(deal: Deal, hasEnded: boolean, orderId: string | null): BrokerContract | null {
    const contract = this.#note(deal, hasEnded, orderId);
    if (contract) this.#tracker.see(contract);
    return contract;
  }

  /** Handles ended orders: `{deals: […]}` or a bare list. */
  onClosed(payload: unknown): void {
    for (const row of listOf(payload) ?? []) {
      const deal = this.read(row);
      if (deal) this.learn(deal, true, null);
      else this.#options.oddities?.unreadable('orders/close', true);
    }
  }

  /** Handles the list of open orders that the broker sends after authorization. */
  onOpenList(payload: unknown, kind: BrokerAccountKind): void {
    const rows = listOf(payload);
    if (!rows) return;
    const unread: UnreadRow[] = [];
    for (const row of rows) {
      const deal = this.read(row);
      const contract = deal && this.learn(deal, false, null);
      if (contract) this.follow([contract]);
      else unread.push(this.#unread(row, kind));
    }
    this.#openLists.set(kind, { atMs: this.#options.clock.now(), unread });
  }

  /** Returns the last list of open contracts of the account; null if the broker has sent none. */
  openList(kind: BrokerAccountKind): OpenContractList | null {
    return this.#openLists.get(kind) ?? null;
  }

  follow(contracts: readonly FollowedContract[]): void {
    const offsetMs = this.#options.offsetMs();
    this.#tracker.follow(
      contracts.map(({ contractId, accountId, expiryMs }) => ({
        contractId,
        accountId,
        expiryMs: expiryMs - offsetMs,
      })),
    );
  }

  /** Handles a reconnect: reads from the records which contracts have ended meanwhile. */
  pollDue(): void {
    void this.#tracker.pollDue();
  }

  stop(): void {
    this.#tracker.stop();
  }

  /** Returns every known contract of the account. */
  contractsOf(kind: BrokerAccountKind): readonly BrokerContract[] {
    const accountId = this.#options.names.accountIdOf(kind);
    return [...this.#contracts.values()].filter((contract) => contract.accountId === accountId);
  }

  /**
   * Reads the ended orders of the demo or real account back to a time of the broker's clock, or until all `wanted` are
   * found. It stops at a page without a readable order, because such a page does not show how far back it reaches.
   */
  async readEnded(
    kind: BrokerAccountKind,
    sinceMs: number,
    wanted: ReadonlySet<string>,
  ): Promise<Result<EndedOrders, BrokerFault>> {
    const contracts: BrokerContract[] = [];
    const unread: UnreadRow[] = [];
    for (let page = 1; page <= MAX_PAGES; page++) {
      const rows = await this.#options.history(accountKindWord(kind), page);
      if (!rows.ok) return rows;
      const read = rows.value.map((row) => this.#readEndedRow(row, kind));
      const known = read.filter((contract) => contract !== null);
      contracts.push(...known);
      unread.push(...rows.value.filter((_, row) => read[row] === null).map((row) => this.#unread(row, kind)));
      // The end times are compared, because an order that started long ago may have ended just now.
      const isOldEnough = known.some(({ expiryMs }) => expiryMs < sinceMs);
      if (rows.value.length === 0 || isOldEnough) return ok({ contracts, unread, isWhole: true });
      const found = contracts.filter(({ contractId, result }) => wanted.has(contractId) && result !== null);
      if (known.length === 0 || (wanted.size > 0 && found.length === wanted.size)) break;
    }
    return ok({ contracts, unread, isWhole: false });
  }

  /**
   * Reads an ended order. If its result is unreadable, the order counts as running, because its terms still prove that
   * it exists.
   */
  #readEndedRow(row: unknown, kind: BrokerAccountKind): BrokerContract | null {
    const isDemo = kind === 'demo';
    const deal = this.read(typeof row === 'object' && row !== null ? { isDemo, ...row } : row);
    return deal && (this.#note(deal, true, null) ?? this.#note(deal, false, null));
  }

  #unread(row: unknown, kind: BrokerAccountKind): UnreadRow {
    return unreadRow(row, kind, this.#options.names);
  }

  async #poll(followed: readonly FollowedContract[]): Promise<readonly BrokerContract[]> {
    const found: BrokerContract[] = [];
    for (const kind of ['demo', 'real'] as const) {
      const accountId = this.#options.names.accountIdOf(kind);
      const due = followed.filter(
        (contract) => contract.accountId === accountId && this.#pauses.isDue(contract.contractId),
      );
      if (due.length > 0) found.push(...(await this.#endsOf(kind, due)));
    }
    return found;
  }

  /**
   * Returns the ends of these contracts from the history. If the history lacks some of them, new lists are requested.
   */
  async #endsOf(kind: BrokerAccountKind, due: readonly FollowedContract[]): Promise<readonly BrokerContract[]> {
    const { clock, log, refreshLists } = this.#options;
    const ids = new Set(due.map(({ contractId }) => contractId));
    for (const id of ids) this.#pauses.begin(id);
    const sinceMs = Math.min(...due.map((contract) => this.#beginMs(contract))) - BEFORE_BEGIN_MS;
    const ended = await this.readEnded(kind, sinceMs, ids);
    const contracts = ended.ok ? ended.value.contracts : [];
    const found = contracts.filter(({ contractId, result }) => ids.has(contractId) && result !== null);
    for (const { contractId } of found) this.#pauses.reset(contractId);
    if (!ended.ok) log('info', `the history could not be read: ${ended.error.kind} (${ended.error.detail})`);
    const isLate = due.some(({ expiryMs }) => clock.now() >= expiryMs + HISTORY_LAGS_MS);
    if (found.length < ids.size && (isLate || !ended.ok || ended.value.unread.length > 0)) refreshLists(kind);
    return found;
  }

  /**
   * Returns the start of the contract by the broker's clock, or the earliest possible start if the start is not known.
   */
  #beginMs({ contractId, expiryMs }: FollowedContract): number {
    return this.#contracts.get(contractId)?.openedAtMs ?? expiryMs - LONGEST_CONTRACT_MS;
  }

  #note(deal: Deal, hasEnded: boolean, orderId: string | null): BrokerContract | null {
    const known = this.#contracts.get(deal.id);
    const read = contractOf(deal, hasEnded, this.#options.names);
    if (!read) return null;
    const contract = { ...read, orderId: orderId ?? known?.orderId ?? null };
    this.#deals.set(deal.id, deal);
    // A late message does not reopen an ended contract, but it may contain the id of the order that opened the
    // contract.
    this.#contracts.set(deal.id, known?.result && !hasEnded ? { ...known, orderId: contract.orderId } : contract);
    forgetOldest(this.#deals);
    forgetOldest(this.#contracts);
    return contract;
  }
}

function forgetOldest(map: Map<string, unknown>): void {
  const oldest = map.keys().next();
  if (map.size > MAX_REMEMBERED && !oldest.done) map.delete(oldest.value);
}
