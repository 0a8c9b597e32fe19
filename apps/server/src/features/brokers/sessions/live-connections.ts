import type { Broker, BrokerFault } from '@vigia/broker-kit/port';
import { type Cancel, durationMs } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import { type Shard, shardOf } from '#platform/cluster/shards.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { ACCOUNT_CHOSEN, type Caller, securityEventOf } from '../../accounts/index.ts';
import { accountKeyOf } from '../account-key.ts';
import {
  existingUsers,
  hasConnectedBefore,
  lockUser,
  readConnectionsToReopen,
  recordConnection,
} from '../connections.repository.ts';
import { RenewalTimers } from '../consent/renewal-timers.ts';
import type { Renewals } from '../consent/renewals.ts';
import type { BrokersDeps } from '../deps.ts';
import { BROKER_ACCOUNTS_CHANGED, BROKER_CONNECTED, BROKER_CONTRACT, BROKER_TICK } from '../topics.ts';
import type { SavedVault } from '../vault/saved-vault.ts';
import type { LoginSecrets } from '../vault/sealed-login.ts';
import type { Vault } from '../vault/vault.ts';
import type { SignInLimiter } from './attempts.ts';
import { BrokerConnection, canOnlyUserResolve, needsTokenRenewal } from './connection.ts';
import { isTemporaryFault } from './fault-codes.ts';
import { loginIdentityOf } from './login-of.ts';
import { type PendingOpening, PendingOpenings } from './pending-openings.ts';
import { reopeningDelays } from './reopening-delays.ts';
import { ReopeningTimers } from './reopening-timers.ts';
import { TaskSlots } from './task-slots.ts';

const LOOK_FOR_GONE_EVERY_MS = 60_000;
/**
 * Largest number of sessions that are reopened at once. It suffices for one sign-in every 25 ms that takes up to a
 * second. More could exhaust the pool of database connections on a slow machine.
 */
const REOPENED_AT_ONCE = 32;
/** Retry delay while the lease may have expired. After this delay, the lease is either renewed or lost. */
const LEASE_RETRY_MS = 1_000;

export type LiveDeps = BrokersDeps & {
  readonly vault: Vault;
  readonly savedVault: SavedVault;
  readonly renewals: Renewals;
  readonly attempts: SignInLimiter;
  /** Called when the status of a connection changed. */
  readonly onChange: (userId: string, brokerId: BrokerId) => void;
};

const FAULT_HERE: BrokerFault = { kind: 'unknown', detail: 'the server could not reopen the session' };

const keyOf = (userId: string, brokerId: BrokerId): string => `${userId} ${brokerId}`;

type Entry = { readonly userId: string; readonly connection: BrokerConnection };

/** Opens, keeps and reopens all broker sessions, one per user and broker. */
export class LiveConnections {
  /**
   * Sessions that are about to be opened. Each is registered before its credentials are read, and every call of `open`
   * belongs to one of them.
   */
  readonly openings = new PendingOpenings();
  readonly #deps: LiveDeps;
  readonly #entries = new Map<string, Entry>();
  readonly #retries: ReopeningTimers;
  readonly #renewalTimers: RenewalTimers;
  readonly #slots = new TaskSlots(REOPENED_AT_ONCE);
  readonly #shards = new Set<Shard>();
  #cancels: Cancel[] = [];

  constructor(deps: LiveDeps) {
    this.#deps = deps;
    this.#retries = new ReopeningTimers(deps, (userId, brokerId) =>
      this.openings.run({ userId, brokerId, by: 'server' }, (opening) => this.#reopenInTurn(opening)),
    );
    this.#renewalTimers = new RenewalTimers(deps);
  }

  /** Reopens the connections of these shards that were open before the last stop, spread over time. */
  async start(shards: readonly Shard[]): Promise<void> {
    const { db, bus, clock, rng } = this.#deps;
    if (this.#shards.size === 0) {
      this.#cancels = [
        bus.subscribe(SESSION_ENDED, () => this.#dropGone()),
        clock.every(durationMs(LOOK_FOR_GONE_EVERY_MS), () => this.#dropGone()),
      ];
    }
    for (const shard of shards) this.#shards.add(shard);
    for (const { connection, waitMs } of reopeningDelays(await readConnectionsToReopen(db.sql, shards), rng))
      this.#retries.later(connection.user_id, connection.broker, waitMs);
  }

  async stop(shards: readonly Shard[]): Promise<void> {
    const isMeant = (userId: string): boolean => shards.includes(shardOf(userId));
    for (const shard of shards) this.#shards.delete(shard);
    this.#retries.stop(isMeant);
    this.openings.revoke(({ userId }) => isMeant(userId));
    if (this.#shards.size === 0) for (const cancel of this.#cancels.splice(0)) cancel();
    const ending = [...this.#entries].filter(([, { userId }]) => isMeant(userId));
    for (const [key] of ending) this.#entries.delete(key);
    for (const [, { connection }] of ending) this.#renewalTimers.cancel(connection);
    await Promise.all(ending.map(([, { connection }]) => connection.close('keep')));
  }

  find(userId: string, brokerId: BrokerId): BrokerConnection | undefined {
    return this.#entries.get(keyOf(userId, brokerId))?.connection;
  }

  countsAt(brokerId: BrokerId): { readonly all: number; readonly up: number } {
    const own = this.all().filter(({ broker }) => broker.id === brokerId);
    return { all: own.length, up: own.filter(({ isUp }) => isUp).length };
  }

  /** Returns every connection of this process. */
  all(): readonly BrokerConnection[] {
    return [...this.#entries.values()].map(({ connection }) => connection);
  }

  /** Returns the entries of a broker that have an open socket. */
  upAt(brokerId: BrokerId): readonly Entry[] {
    return [...this.#entries.values()].filter(({ connection }) => connection.broker.id === brokerId && connection.isUp);
  }

  /**
   * Creates a session that replaces the previous one, without contacting the broker yet. A request of the user takes
   * precedence over an automatic reopening.
   * @returns null if this opening was revoked in the meantime, or if another process may own the user's shard
   */
  async open(
    opening: PendingOpening,
    broker: Broker,
    login: LoginSecrets,
    { isStored }: { readonly isStored: boolean },
  ): Promise<BrokerConnection | null> {
    const { userId } = opening;
    if (opening.isRevoked || this.#deps.sessionShards.ownerOf(userId) !== 'this') return null;
    if (opening.by === 'person') {
      this.openings.revoke((one) => one.by === 'server' && one.userId === userId && one.brokerId === broker.id);
    }
    await this.#end(userId, broker.id, 'keep');
    if (opening.isRevoked) return null;
    const { log, origins } = this.#deps;
    const connection: BrokerConnection = new BrokerConnection(
      broker,
      login,
      {
        onChange: () => this.#ifCurrent(userId, connection, () => this.#deps.onChange(userId, broker.id)),
        onBack: () => this.#deps.bus.publish(BROKER_CONNECTED, { userId, brokerId: broker.id }),
        onEnded: (fault) => this.#ended(userId, connection, fault),
        onAccounts: (accounts) => {
          this.#deps.bus.publish(BROKER_ACCOUNTS_CHANGED, { userId, brokerId: broker.id, accounts });
          this.#deps.onChange(userId, broker.id);
        },
        onContract: (contract) => this.#deps.bus.publish(BROKER_CONTRACT, { userId, brokerId: broker.id, contract }),
        onTick: (tick) => this.#deps.bus.publish(BROKER_TICK, { userId, brokerId: broker.id, tick }),
        onResumable: (secret) => this.#keepResumable(userId, connection, secret),
      },
      { ...this.#deps, log: log.child({ userId }), origins: origins[broker.id] ?? {} },
    );
    connection.isStored = isStored;
    this.#entries.set(keyOf(userId, broker.id), { userId, connection });
    return connection;
  }

  /** Ends the session and cancels all scheduled attempts to open one. */
  drop(userId: string, brokerId: BrokerId, how: 'keep' | 'forget'): Promise<void> {
    this.stopReopening(userId, brokerId);
    return this.#end(userId, brokerId, how);
  }

  /** Cancels all scheduled attempts to open a session. An open session continues. */
  stopReopening(userId: string, brokerId: BrokerId): void {
    this.#retries.forgive(userId, brokerId);
    this.#retries.cancel(userId, brokerId);
    this.openings.revoke((one) => one.userId === userId && one.brokerId === brokerId);
  }

  async #end(userId: string, brokerId: BrokerId, how: 'keep' | 'forget'): Promise<void> {
    const key = keyOf(userId, brokerId);
    this.#retries.cancel(userId, brokerId);
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    if (entry) this.#renewalTimers.cancel(entry.connection);
    await entry?.connection.close(how);
  }

  /**
   * Stores that the session has signed in, after which every caller may use it. The user is notified of credentials
   * that were not stored before. Returns false if the user was deleted.
   * @param caller null if the server reopened the connection
   */
  async signedIn(userId: string, connection: BrokerConnection, caller: Caller | null): Promise<boolean> {
    const moved = new Set<string>();
    const { sessionShards, clock, bus, vault, savedVault, accounts, notices } = this.#deps;
    const { broker } = connection;
    this.#retries.forgive(userId, broker.id);
    const isHere = await sessionShards.transaction([userId], async (tx) => {
      if (!(await lockUser(tx, userId))) return false;
      const nowMs = clock.now();
      const isReplaced = !connection.isStored && (await hasConnectedBefore(tx, userId, broker.id));
      await recordConnection(tx, userId, broker.id, new Date(nowMs));
      await this.#useAccounts(tx, userId, connection);
      if (!connection.isStored) {
        const label = await savedVault.takeOut(tx, userId, broker.id, connection.login.credentials);
        await vault.store(tx, userId, broker.id, { ...connection.login, resume: connection.resume }, label);
        if (caller !== null) {
          await notices.announce(tx, caller, { kind: 'broker_credentials_stored', broker: broker.id });
        }
      }
      if (caller !== null && isReplaced) await this.#logReplaced(tx, caller, broker);
      if (caller !== null && (await this.#adopt(tx, userId, connection))) moved.add(userId);
      for (const other of await accounts.recordLogin(tx, { userId, ...loginIdentityOf(connection), nowMs }))
        moved.add(other);
      return true;
    });
    if (!isHere) {
      await this.drop(userId, broker.id, 'forget');
      return false;
    }
    const isTold = connection.isStored;
    connection.isStored = true;
    this.#renewalTimers.start(userId, connection);
    if (isTold) await this.#recordRefusal(userId, broker.id, false);
    bus.publish(BROKER_CONNECTED, { userId, brokerId: broker.id });
    bus.publish(BROKER_ACCOUNTS_CHANGED, { userId, brokerId: broker.id, accounts: connection.session.accounts() });
    for (const chooser of moved) bus.publish(ACCOUNT_CHOSEN, { userId: chooser });
    this.#deps.onChange(userId, broker.id);
    return true;
  }

  /**
   * Restores the accounts that were in use before. If the stored login no longer lists such an account, the account is
   * not replaced, and the user must choose another one. After a sign-in with other credentials, the first account of
   * each kind replaces an account that is not listed.
   */
  async #useAccounts(tx: Transaction, userId: string, connection: BrokerConnection): Promise<void> {
    const { accounts, clock } = this.#deps;
    const { broker, isStored } = connection;
    for (const { kind, brokerAccount: accountId } of await accounts.accountsInUse(tx, userId, broker.id)) {
      if (isStored || connection.inUse.listed(kind, accountId)) connection.inUse.use({ kind, accountId });
      const own = connection.inUse.of(kind);
      if (own) await accounts.useBrokerAccount(tx, userId, accountKeyOf(broker.id, own), clock.now());
    }
  }

  /** Logs that other credentials replaced the login. The owner also gets the mail about stored credentials. */
  async #logReplaced(tx: Transaction, caller: Caller, { id }: Broker): Promise<void> {
    await this.#deps.securityLog.append(tx, [securityEventOf(caller, 'broker_login_replaced', { broker: id })]);
  }

  /**
   * Chooses the demo account of a broker that the user connects while no broker is chosen. A real account that was
   * chosen for the stored login is not kept for other credentials, nor is real automation. Returns true if the choice
   * changed.
   */
  async #adopt(tx: Transaction, userId: string, connection: BrokerConnection): Promise<boolean> {
    const { accounts, clock } = this.#deps;
    const { broker, isStored } = connection;
    if (!isStored) await accounts.leaveRealAutomation(tx, userId, broker.id);
    const choice = await accounts.choice(tx, userId);
    const isOther = choice?.broker === broker.id && choice.kind === 'real' && !isStored;
    const demo = connection.inUse.of('demo');
    if (!isOther && (choice !== null || demo === undefined)) return false;
    if (demo) await accounts.lockBrokerAccount(tx, userId, accountKeyOf(broker.id, demo), clock.now());
    await accounts.choosePractice(tx, userId, demo ? broker.id : null, clock.now());
    return true;
  }

  /** Decides the next step after a failed login: wait for the user, or retry later. */
  async failed(
    userId: string,
    connection: BrokerConnection,
    fault: BrokerFault,
    at: 'login' | 'code' = 'login',
  ): Promise<void> {
    const { attempts, log } = this.#deps;
    const { broker } = connection;
    log.info(
      { userId, broker: broker.id, kind: fault.kind, detail: connection.scrub(fault.detail) },
      'broker login failed',
    );
    if (fault.retryAfterMs !== undefined) attempts.blockFor(userId, broker.id, fault.retryAfterMs);
    this.#renewalTimers.cancel(connection);
    if (connection.isStored && needsTokenRenewal(connection, fault)) {
      connection.wait(fault, this.#retries.again(userId, broker.id, fault));
    } else if (canOnlyUserResolve(fault)) {
      // A wrong code does not mean that the stored credentials are wrong.
      if (connection.isStored && at === 'login') await this.#recordRefusal(userId, broker.id, true);
    } else if (connection.isStored && isTemporaryFault(fault)) {
      connection.wait(fault, this.#retries.again(userId, broker.id, fault));
    }
    this.#deps.onChange(userId, broker.id);
  }

  #ended(userId: string, connection: BrokerConnection, fault: BrokerFault): void {
    // If the connection was dropped while it ended, it must not be opened again.
    if (this.find(userId, connection.broker.id) !== connection) return;
    this.#deps.background.run('ending a broker connection', async () => {
      await this.failed(userId, connection, fault);
    });
  }

  /** Reopens a session when a slot is free. Retries later if the database was unavailable. */
  async #reopenInTurn(opening: PendingOpening): Promise<void> {
    try {
      await this.#slots.run(() => this.#reopen(opening));
    } catch (error) {
      if (!opening.isRevoked) this.#retries.again(opening.userId, opening.brokerId, FAULT_HERE);
      throw error;
    }
  }

  async #reopen(opening: PendingOpening): Promise<void> {
    if (opening.isRevoked) return;
    const { userId, brokerId } = opening;
    const { vault, catalog, log, sessionShards } = this.#deps;
    // Two sessions of one login would disconnect each other, so none is opened while another process may open one.
    if (!sessionShards.isFresh(userId)) return this.#retries.later(userId, brokerId, LEASE_RETRY_MS);
    const broker = catalog.find(({ id }) => id === brokerId);
    const login = await vault.read(userId, brokerId);
    if (broker === undefined || opening.isRevoked) return;
    if (!login.ok) {
      log.error({ userId, broker: brokerId }, 'cannot decrypt the stored credentials');
      await this.#recordRefusal(userId, brokerId, true);
      return this.#deps.onChange(userId, brokerId);
    }
    if (login.value === null) return;
    const renewed = await this.#deps.renewals.current(userId, broker, login.value);
    const used = renewed.ok ? renewed.value : login.value;
    const connection = await this.open(opening, broker, used, { isStored: true });
    if (connection === null) return;
    const outcome = await (renewed.ok ? connection.signIn() : connection.giveUp(renewed.error));
    if (connection.phase.kind === 'closed') return;
    if (outcome.ok) await this.signedIn(userId, connection, null);
    else await this.failed(userId, connection, outcome.error);
  }

  #recordRefusal(userId: string, brokerId: BrokerId, isRefused: boolean): Promise<void> {
    const { sessionShards, vault } = this.#deps;
    return sessionShards.transaction([userId], (tx) => vault.recordRefusal(tx, userId, brokerId, isRefused));
  }

  #keepResumable(userId: string, connection: BrokerConnection, secret: string | null): void {
    if (!connection.isStored) return;
    const { background, sessionShards, vault } = this.#deps;
    background.run('keeping a broker session', () =>
      sessionShards.transaction([userId], (tx) => vault.keepResumable(tx, userId, connection.broker.id, secret)),
    );
  }

  #ifCurrent(userId: string, connection: BrokerConnection, publish: () => void): void {
    if (this.#entries.get(keyOf(userId, connection.broker.id))?.connection === connection) publish();
  }

  /**
   * Drops connections of deleted users. It runs after a session ends and periodically, because a deletion publishes no
   * event to this process.
   */
  #dropGone(): void {
    const users = [...new Set([...this.#entries.values()].map(({ userId }) => userId))];
    if (users.length === 0) return;
    this.#deps.background.run('letting go of deleted people’s broker connections', async () => {
      const here = await existingUsers(this.#deps.db.sql, users);
      const gone = [...this.#entries.values()].filter(({ userId }) => users.includes(userId) && !here.has(userId));
      await Promise.all(gone.map(({ userId, connection }) => this.drop(userId, connection.broker.id, 'forget')));
    });
  }
}
