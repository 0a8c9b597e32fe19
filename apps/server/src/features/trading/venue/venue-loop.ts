import { type Cancel, durationMs, epochMs } from '@vigia/core/kernel';
import { type Shard, shardOf } from '#platform/cluster/shards.ts';
import { BROKER_ACCOUNTS_CHANGED, BROKER_CONNECTED, BROKER_CONTRACT } from '../../brokers/index.ts';
import type { VenueDeps } from '../deps.ts';
import { applyContract } from './apply-contract.ts';
import { BalanceSyncs } from './balance-syncs.ts';
import type { BrokerOrderSender } from './broker-order-sender.ts';
import {
  findByContract,
  findFollowedContracts,
  findOverdueLogins,
  findPendingSales,
  findUnresolvedLogins,
  type LoginKey,
  lockBrokerTrade,
} from './broker-trades.repository.ts';
import { giveUpUnresolvable } from './give-up-unresolvable.ts';
import { keyOf, LoginQueues } from './login-queues.ts';
import { publishTrade } from './publish-trade.ts';
import { reconcileLogin } from './reconcile-login.ts';
import { resolveLeftOver } from './resolve-left-over.ts';
import { resolveSale } from './resolve-sale.ts';
import { RetryBackoff } from './retry-backoff.ts';
import type { SaleSender } from './sale-sender.ts';

const LOOK_EVERY_MS = durationMs(1_000);
/**
 * Interval in milliseconds between two searches for unresolvable orders. The first search runs an hour after the start,
 * because sessions need some time to reconnect.
 */
const GIVE_UP_EVERY_MS = durationMs(60 * 60_000);
/**
 * Time in milliseconds from the expiry of an option contract to the first look-up of its missing result; also the
 * interval of further look-ups.
 */
const OVERDUE_AFTER_MS = 60_000;
/**
 * Age in milliseconds of an unresolved order from which it is treated as left over from a crash. Orders that a process
 * is still sending are excluded.
 */
const LEFT_OVER_AFTER_MS = 15_000;

/**
 * For this many milliseconds after the end of an option contract, the loop stays subscribed to corrections of its
 * result.
 */
const CORRECTED_WITHIN_MS = 60 * 60_000;

type Contract = Parameters<typeof applyContract>[3];

/**
 * Keeps trades at brokers in sync with the brokers. It applies option contracts that sessions report, looks up
 * unresolved orders after a reconnect and on a timer, and at the start resolves orders that a crash left unresolved.
 * Jobs of one login run in order; a slow login does not delay others.
 */
export class VenueLoop {
  readonly #deps: VenueDeps;
  readonly #sender: BrokerOrderSender;
  readonly #queues: LoginQueues;
  readonly #unresolved: RetryBackoff;
  readonly #sales: SaleSender;
  readonly #unresolvedSales: RetryBackoff;
  #cancels: Cancel[] = [];
  #looking: Promise<void> | null = null;
  /**
   * Option contracts that could not be applied, because the database was unavailable or the reply with their id is not
   * stored yet. The loop retries them.
   */
  readonly #unapplied = new Map<string, LoginKey & { readonly contract: Contract }>();
  readonly #balances: BalanceSyncs;
  readonly #shards = new Set<Shard>();
  #overdueAskedAtMs = -Infinity;

  constructor(deps: VenueDeps, sender: BrokerOrderSender, sales: SaleSender) {
    this.#deps = deps;
    this.#sender = sender;
    this.#queues = new LoginQueues((error) =>
      deps.log.warn({ err: error }, 'work at a broker failed; it is tried again'),
    );
    this.#balances = new BalanceSyncs(deps, this.#queues);
    this.#unresolved = new RetryBackoff(deps.clock);
    this.#sales = sales;
    this.#unresolvedSales = new RetryBackoff(deps.clock);
  }

  /**
   * Resolves the orders of these shards that the previous process left unresolved. From then on it handles events of
   * these shards and polls for them.
   */
  async start(shards: readonly Shard[]): Promise<void> {
    const { bus, clock } = this.#deps;
    await resolveLeftOver(this.#deps, this.#sender, shards, 0);
    const isFirst = this.#shards.size === 0;
    for (const shard of shards) this.#shards.add(shard);
    if (!isFirst) return;
    this.#cancels = [
      bus.subscribe(BROKER_CONNECTED, (login) => this.#onConnected(login)),
      bus.subscribe(BROKER_CONTRACT, (event) => this.#onContract(event)),
      bus.subscribe(BROKER_ACCOUNTS_CHANGED, (login) => this.#balances.add(login)),
      clock.every(LOOK_EVERY_MS, () => void this.#look()),
      clock.every(GIVE_UP_EVERY_MS, () => this.#queues.add(GIVE_UP, () => giveUpUnresolvable(this.#deps))),
    ];
  }

  /** Stops the work for these shards once the running jobs of their users have finished. */
  async stop(shards: readonly Shard[]): Promise<void> {
    for (const shard of shards) this.#shards.delete(shard);
    if (this.#shards.size === 0) for (const cancel of this.#cancels.splice(0)) cancel();
    const isMeant = (key: string): boolean => shards.includes(shardOf(userOf(key))) || key === GIVE_UP;
    await this.#looking;
    await this.#queues.idle(isMeant);
    for (const key of [...this.#unapplied.keys()].filter(isMeant)) this.#unapplied.delete(key);
    this.#balances.drop(isMeant);
  }

  #has(userId: string): boolean {
    return this.#shards.has(shardOf(userId));
  }

  /** Resolves when all received events are processed. */
  async idle(): Promise<void> {
    await this.#looking;
    await this.#queues.idle();
  }

  #onConnected({ userId, brokerId }: LoginKey): void {
    // Every process receives the event; only the process that runs the user's sessions handles it.
    if (!this.#has(userId)) return;
    const login = { userId, brokerId };
    this.#unresolved.forget(keyOf(login));
    this.#queues.add(keyOf(login), () => this.#followOpen(login));
    this.#reconcile(login);
    this.#balances.add(login);
  }

  #session({ userId, brokerId }: LoginKey) {
    const session = this.#deps.brokers.connectionOf(userId, brokerId)?.session;
    return session?.state().status === 'connected' ? session : null;
  }

  /**
   * Subscribes to option contracts that are open, and to contracts that may have ended or been corrected while there
   * was no session.
   */
  async #followOpen(login: LoginKey): Promise<void> {
    const session = this.#session(login);
    if (session === null) return;
    const nowMs = this.#deps.clock.now();
    const open = await findFollowedContracts(this.#deps.db.sql, login, new Date(nowMs - CORRECTED_WITHIN_MS));
    if (open.length === 0) return;
    session.follow(
      open.map(({ expiry_time: expiry, ...named }) => ({ ...named, expiryMs: epochMs(expiry.getTime()) })),
    );
  }

  #reconcile(login: LoginKey): void {
    const key = keyOf(login);
    if (!this.#unresolved.isDue(key)) return;
    this.#unresolved.tried(key);
    this.#queues.add(key, async () => {
      const session = this.#session(login);
      if (session !== null && (await reconcileLogin(this.#deps, login, session))) this.#unresolved.forget(key);
    });
  }

  /** Looks a pending sale up in the broker's records, if no request is waiting for its reply any more. */
  #resolveSale({ id, ...login }: LoginKey & { readonly id: string }): void {
    if (this.#sales.isInFlight(id) || !this.#unresolvedSales.isDue(id) || this.#session(login) === null) return;
    this.#unresolvedSales.tried(id);
    this.#queues.add(keyOf(login), async () => {
      const session = this.#session(login);
      if (session !== null && (await resolveSale(this.#deps, id, session))) this.#unresolvedSales.forget(id);
    });
  }

  #onContract({ userId, brokerId, contract }: LoginKey & { readonly contract: Contract }): void {
    const login = { userId, brokerId };
    const key = `${keyOf(login)} ${contract.contractId}`;
    this.#queues.add(keyOf(login), async () => {
      this.#unapplied.set(key, { ...login, contract });
      // Asked first, because the reply may be stored while the trade is searched.
      const isSending = this.#sender.isSendingFor(userId);
      if ((await this.#apply(login, contract)) || !isSending) this.#unapplied.delete(key);
    });
    this.#balances.add(login);
  }

  /** Applies an option contract to its trade. Returns false if no trade has this contract. */
  async #apply(login: LoginKey, contract: Contract): Promise<boolean> {
    const { db, sessionShards } = this.#deps;
    const id = await findByContract(db.sql, login, contract);
    // The option contract may belong to an order with an unknown execution status; the broker's records decide that.
    if (id === null) {
      this.#unresolved.forget(keyOf(login));
      return false;
    }
    const changed = await sessionShards.transaction([login.userId], async (tx) => {
      const row = await lockBrokerTrade(tx, id);
      return row === null ? null : applyContract(this.#deps, tx, row, contract);
    });
    if (changed !== null) publishTrade(this.#deps, changed);
    return true;
  }

  async #look(): Promise<void> {
    // If its lease was not renewed recently, this process must send no requests and decide nothing.
    if (this.#fresh.length === 0) return;
    this.#looking ??= this.#lookOnce()
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'trades at brokers could not be looked through'))
      .finally(() => {
        this.#looking = null;
      });
    await this.#looking;
  }

  /** The shards that have started in this process and that certainly no other process owns now. */
  get #fresh(): readonly Shard[] {
    return this.#deps.sessionShards.fresh.filter((shard) => this.#shards.has(shard));
  }

  async #lookOnce(): Promise<void> {
    const { db, clock } = this.#deps;
    const shards = this.#fresh;
    for (const [key, { contract, ...login }] of this.#unapplied) {
      this.#unapplied.delete(key);
      this.#onContract({ ...login, contract });
    }
    await resolveLeftOver(this.#deps, this.#sender, shards, LEFT_OVER_AFTER_MS);
    for (const sale of await findPendingSales(db.sql, shards)) this.#resolveSale(sale);
    for (const login of await findUnresolvedLogins(db.sql, shards))
      if (this.#session(login) !== null) this.#reconcile(login);
    if (clock.monotonicMs() - this.#overdueAskedAtMs >= OVERDUE_AFTER_MS) {
      this.#overdueAskedAtMs = clock.monotonicMs();
      const overdue = await findOverdueLogins(db.sql, shards, clock.now() - OVERDUE_AFTER_MS);
      for (const login of overdue) this.#queues.add(keyOf(login), () => this.#followOpen(login));
    }
    this.#balances.start();
  }
}

/** Key of the queue that gives up unresolvable orders, for users of all shards. */
const GIVE_UP = 'give up';
const userOf = (key: string): string => key.slice(0, key.indexOf(' '));
