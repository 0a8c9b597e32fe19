import { type Cancel, durationMs, epochMs } from '@vigia/core/kernel';
import { BROKER_ACCOUNTS_CHANGED, BROKER_CONNECTED, BROKER_CONTRACT } from '../../brokers/index.ts';
import type { VenueDeps } from '../deps.ts';
import { Backoff } from './backoff.ts';
import {
  findByContract,
  findDoubtfulLogins,
  findFollowed,
  findOverdueLogins,
  findPending,
  type Login,
  lockBrokerTrade,
} from './broker-trades.repository.ts';
import { heedContract } from './broker-word.ts';
import { giveUpUndecidable } from './give-up-undecidable.ts';
import { Lines } from './lines.ts';
import { followLogin } from './mirror.ts';
import { cancelUnsent, loseTrack, type OrderDesk } from './order-desk.ts';
import { reconcileLogin } from './reconcile-login.ts';
import { tellTrade } from './tell-trade.ts';

const LOOK_EVERY_MS = durationMs(1_000);
/** Not right after a start: sessions need a while to be back. */
const GIVE_UP_EVERY_MS = durationMs(60 * 60_000);
/** A contract that should have ended so long ago is asked after again, as often as that. */
const OVERDUE_AFTER_MS = 60_000;
/** An order of which nothing is known for so long, and which nobody is sending, was left over by a fault. */
const LEFT_OVER_AFTER_MS = 15_000;

/** After that a broker's ending is taken for final unless it says otherwise by itself. */
const CORRECTED_WITHIN_MS = 60 * 60_000;

type Contract = Parameters<typeof heedContract>[3];

/**
 * Keeps trades at brokers in step with the brokers' word: what a session tells is applied, doubts are put to the records on
 * reconnecting and by the clock, and what a crash left over is decided at the start. What belongs to one login is done in its
 * order; a login that is slow holds up no other.
 */
export class VenueLoop {
  readonly #deps: VenueDeps;
  readonly #desk: OrderDesk;
  readonly #lines: Lines;
  readonly #doubts: Backoff;
  #cancels: Cancel[] = [];
  #looking: Promise<void> | null = null;
  /** Contracts that could not be taken in, e.g. while the database was away: tried again. */
  readonly #untaken = new Map<string, Login & { readonly contract: Contract }>();
  /** Logins whose balances have to be followed. */
  readonly #unfollowed = new Map<string, Login>();
  #overdueAskedAtMs = 0;

  constructor(deps: VenueDeps, desk: OrderDesk) {
    this.#deps = deps;
    this.#desk = desk;
    this.#lines = new Lines((error) => deps.log.warn({ err: error }, 'work at a broker failed; it is tried again'));
    this.#doubts = new Backoff(deps.clock);
  }

  /** Decides what the run before left over, then listens and looks by the clock. */
  async start(): Promise<void> {
    const { bus, clock } = this.#deps;
    await this.#decideLeftOver(0);
    this.#cancels = [
      bus.subscribe(BROKER_CONNECTED, (login) => this.#connected(login)),
      bus.subscribe(BROKER_CONTRACT, (told) => this.#take(told)),
      bus.subscribe(BROKER_ACCOUNTS_CHANGED, (login) => this.#balances(login)),
      clock.every(LOOK_EVERY_MS, () => void this.#look()),
      clock.every(GIVE_UP_EVERY_MS, () => this.#lines.add('give up', () => giveUpUndecidable(this.#deps))),
    ];
  }

  async stop(): Promise<void> {
    for (const cancel of this.#cancels) cancel();
    this.#cancels = [];
    await this.idle();
    this.#untaken.clear();
    this.#unfollowed.clear();
  }

  /** Resolves once nothing that was told is waiting. */
  async idle(): Promise<void> {
    await this.#looking;
    await this.#lines.idle();
  }

  #connected({ userId, brokerId }: Login): void {
    const login = { userId, brokerId };
    this.#doubts.forget(keyOf(login));
    this.#lines.add(keyOf(login), () => this.#followOpen(login));
    this.#reconcile(login);
    this.#balances(login);
  }

  #session({ userId, brokerId }: Login) {
    const session = this.#deps.brokers.connectionOf(userId, brokerId)?.session;
    return session?.state().status === 'connected' ? session : null;
  }

  /** The ends of contracts are told from now on, also those that lie in the past or were corrected while nobody listened. */
  async #followOpen(login: Login): Promise<void> {
    const session = this.#session(login);
    if (session === null) return;
    const nowMs = this.#deps.clock.now();
    const open = await findFollowed(this.#deps.db.sql, login, new Date(nowMs - CORRECTED_WITHIN_MS));
    if (open.length === 0) return;
    session.follow(
      open.map(({ expiry_time: expiry, ...named }) => ({ ...named, expiryMs: epochMs(expiry.getTime()) })),
    );
  }

  #reconcile(login: Login): void {
    const key = keyOf(login);
    if (!this.#doubts.isDue(key)) return;
    this.#doubts.tried(key);
    this.#lines.add(key, async () => {
      const session = this.#session(login);
      if (session !== null && (await reconcileLogin(this.#deps, login, session))) this.#doubts.forget(key);
    });
  }

  #take({ userId, brokerId, contract }: Login & { readonly contract: Contract }): void {
    const login = { userId, brokerId };
    const key = `${keyOf(login)} ${contract.contractId}`;
    this.#lines.add(keyOf(login), async () => {
      this.#untaken.set(key, { ...login, contract });
      await this.#heed(login, contract);
      this.#untaken.delete(key);
    });
    this.#balances(login);
  }

  async #heed(login: Login, contract: Contract): Promise<void> {
    const { db, venues } = this.#deps;
    const id = await findByContract(db.sql, login, contract);
    // Of an order in doubt it may be the contract, for all the broker's stream says: its records know.
    if (id === null) return this.#doubts.forget(keyOf(login));
    const changed = await venues.transaction(async (tx) => {
      const row = await lockBrokerTrade(tx, id);
      return row === null ? null : heedContract(this.#deps, tx, row, contract);
    });
    if (changed !== null) tellTrade(this.#deps, changed);
  }

  #balances({ userId, brokerId }: Login): void {
    this.#unfollowed.set(keyOf({ userId, brokerId }), { userId, brokerId });
  }

  async #look(): Promise<void> {
    // Whoever is not sure of his part asks and decides nothing.
    if (!this.#deps.venues.isSure) return;
    this.#looking ??= this.#lookOnce()
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'trades at brokers could not be looked through'))
      .finally(() => {
        this.#looking = null;
      });
    await this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const { db, clock } = this.#deps;
    for (const [key, { contract, ...login }] of this.#untaken) {
      this.#untaken.delete(key);
      this.#take({ ...login, contract });
    }
    await this.#decideLeftOver(LEFT_OVER_AFTER_MS);
    for (const login of await findDoubtfulLogins(db.sql)) if (this.#session(login) !== null) this.#reconcile(login);
    if (clock.now() - this.#overdueAskedAtMs >= OVERDUE_AFTER_MS) {
      this.#overdueAskedAtMs = clock.now();
      const overdue = await findOverdueLogins(db.sql, clock.now() - OVERDUE_AFTER_MS);
      for (const login of overdue) this.#lines.add(keyOf(login), () => this.#followOpen(login));
    }
    this.#followBalances();
  }

  #followBalances(): void {
    for (const [key, login] of this.#unfollowed) {
      this.#unfollowed.delete(key);
      this.#lines.add(key, async () => {
        const session = this.#session(login);
        // Without a session nothing is known; the next one tells.
        if (session !== null && !(await followLogin(this.#deps, login, session))) this.#balances(login);
      });
    }
  }

  /** An order nobody is sending: never sent, it is cancelled; perhaps sent, it is in doubt. */
  async #decideLeftOver(ageMs: number): Promise<void> {
    const { db, clock, venues } = this.#deps;
    const nowMs = clock.now();
    for (const { id, entry_time: askedAt } of await findPending(db.sql)) {
      if (this.#desk.isInFlight(id) || nowMs - askedAt.getTime() < ageMs) continue;
      const changed = await venues.transaction(async (tx) => {
        const row = await lockBrokerTrade(tx, id);
        if (row === null || row.status !== 'active' || row.execution !== 'pending') return null;
        return row.sent_at === null
          ? cancelUnsent(this.#deps, tx, row, 'late')
          : loseTrack(this.#deps, tx, row, 'crash');
      });
      if (changed !== null) tellTrade(this.#deps, changed);
    }
  }
}

const keyOf = ({ userId, brokerId }: Login): string => `${userId} ${brokerId}`;
