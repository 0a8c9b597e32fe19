import type { Broker, BrokerAccountKind, BrokerCredentials } from '@vigia/broker-kit/port';
import type { BrokerStatusView } from '@vigia/contract';
import { type Cancel, err, ok, type Result } from '@vigia/core/kernel';
import { allowsEffect, type BrokerId } from '@vigia/core/vocabulary';
import { type Shard, shardOf } from '#platform/cluster/shards.ts';
import { SharedThrottle } from '#platform/throttle/shared-throttle.ts';
import { ACCOUNT_CHOSEN, type Caller } from '../accounts/index.ts';
import type { ActiveConnection, Brokers, OpenSession } from './brokers.ts';
import { ChangeLog } from './change-log.ts';
import { Choosing } from './choosing.ts';
import { forgetLogin, noteUnwanted, readRecords } from './connections.repository.ts';
import type { BrokersDeps } from './deps.ts';
import { resetPractice } from './practice-reset.ts';
import { type BrokerRefusal, type Outcome, refusal } from './refusal.ts';
import { Attempts } from './sessions/attempts.ts';
import { LiveConnections } from './sessions/live-connections.ts';
import { type Probe, SigningIn } from './sessions/signing-in.ts';
import { StatusPublisher } from './sessions/status-publisher.ts';
import { toStatusView } from './status-view.ts';
import { BROKER_STATUS_CHANGED, CONNECTED_BROKERS } from './topics.ts';
import { Vault } from './vault/vault.ts';

/**
 * Timeout of a call to the process with the sessions. It is short, because callers may hold an account's lock
 * meanwhile.
 */
const ASK_WITHIN_MS = 2_000;

/** Number of sessions of this process at a broker, and of those whose socket is up. */
export type SessionCount = { readonly broker: BrokerId; readonly all: number; readonly up: number };

/** Users' connections to their brokers, and all actions on them. */
export class BrokerConnections implements Brokers {
  readonly #deps: BrokersDeps;
  readonly #vault: Vault;
  readonly #attempts: Attempts;
  readonly #live: LiveConnections;
  readonly #changes: ChangeLog;
  readonly #signingIn: SigningIn;
  readonly #choosing: Choosing;
  /** Ends the answers to other processes, by shard. */
  readonly #unserve = new Map<Shard, Cancel>();
  /** User and broker of each action that is running. */
  readonly #busy = new Set<string>();

  constructor(deps: BrokersDeps) {
    this.#deps = deps;
    this.#vault = new Vault(deps);
    this.#attempts = new Attempts(deps.clock, new SharedThrottle(deps.db, deps.clock));
    const statusPublisher = new StatusPublisher(deps.background, (userId, brokerId) => this.#publish(userId, brokerId));
    this.#live = new LiveConnections({
      ...deps,
      vault: this.#vault,
      attempts: this.#attempts,
      onChange: (userId, brokerId) => statusPublisher.changed(userId, brokerId),
    });
    const live = this.#live;
    this.#changes = new ChangeLog(deps, statusPublisher);
    this.#signingIn = new SigningIn({
      ...deps,
      vault: this.#vault,
      attempts: this.#attempts,
      live,
      changes: this.#changes,
    });
    this.#choosing = new Choosing({ ...deps, live });
    deps.bus.subscribe(ACCOUNT_CHOSEN, ({ userId }) => {
      for (const { id } of deps.catalog) if (live.find(userId, id) !== undefined) statusPublisher.changed(userId, id);
    });
  }

  catalog(): readonly Broker[] {
    return this.#deps.catalog;
  }

  /** undefined: no broker has this id. */
  broker(id: string): Broker | undefined {
    return this.#deps.catalog.find((broker) => broker.id === id);
  }

  connectionOf(userId: string, brokerId: BrokerId): ActiveConnection | null {
    const connection = this.#live.find(userId, brokerId);
    if (connection?.phase.kind !== 'open') return null;
    const { broker, session } = connection;
    return { broker, session };
  }

  sessionsAt(brokerId: BrokerId): readonly OpenSession[] {
    return this.#live.upAt(brokerId).map(({ userId, connection: { session } }) => ({ userId, session }));
  }

  /** Number of sessions of this process at each broker: all of them, and those whose socket is up. */
  sessionCounts(): readonly SessionCount[] {
    return this.#deps.catalog.map(({ id }) => ({ broker: id, ...this.#live.countsAt(id) }));
  }

  /** True if this process has a session of the connection that is signed in and has an open socket. */
  isConnected(userId: string, brokerId: BrokerId): boolean {
    return this.#live.find(userId, brokerId)?.isUp ?? false;
  }

  async connectedBrokers(userId: string): Promise<readonly BrokerId[]> {
    if (this.#deps.sessionShards.has(userId)) return this.#upOf(userId);
    const answer = await this.#deps.calls.ask(CONNECTED_BROKERS, shardOf(userId), { userId }, ASK_WITHIN_MS);
    return answer.ok ? answer.value : [];
  }

  #upOf(userId: string): readonly BrokerId[] {
    return this.#deps.catalog.filter(({ id }) => this.isConnected(userId, id)).map(({ id }) => id);
  }

  start(shards: readonly Shard[]): Promise<void> {
    const { calls } = this.#deps;
    for (const shard of shards)
      this.#unserve.set(
        shard,
        calls.serve(CONNECTED_BROKERS, shard, ({ userId }) => this.#upOf(userId)),
      );
    return this.#live.start(shards);
  }

  async stop(shards: readonly Shard[]): Promise<void> {
    for (const shard of shards) {
      this.#unserve.get(shard)?.();
      this.#unserve.delete(shard);
    }
    await this.#live.stop(shards);
  }

  /** Returns the user's status at every broker, in the order of the catalog. */
  async statuses(userId: string): Promise<readonly BrokerStatusView[]> {
    const { db, accounts } = this.#deps;
    const [records, choice] = await Promise.all([readRecords(db.sql, userId), accounts.choice(db.sql, userId)]);
    return this.#deps.catalog.map((broker) =>
      toStatusView(
        broker,
        records.find((record) => record.broker === broker.id),
        this.#live.find(userId, broker.id),
        this.#attempts.retryAtMs(userId, broker.id),
        choice,
      ),
    );
  }

  /** Signs in with the given or the stored credentials. Working credentials are stored and stay connected. */
  connect(caller: Caller, broker: Broker, given: BrokerCredentials | null): Promise<Outcome> {
    return this.#alone(caller, broker, () =>
      this.#changing(caller, broker, () => this.#signingIn.connect(caller, broker, given)),
    );
  }

  /** Continues a sign-in with the code the broker sent. */
  answerCode(caller: Caller, broker: Broker, code: string): Promise<Outcome> {
    return this.#alone(caller, broker, () =>
      this.#changing(caller, broker, () => this.#signingIn.answerCode(caller, broker, code)),
    );
  }

  /** Tests the open connection, or else a login in its own session. Stores nothing. */
  test(caller: Caller, broker: Broker, given: BrokerCredentials | null): Promise<Result<Probe, BrokerRefusal>> {
    return this.#alone(caller, broker, () => this.#signingIn.test(caller, broker, given));
  }

  /** Ends the session and keeps the credentials. Only the user can connect again. */
  disconnect(caller: Caller, broker: Broker): Promise<Outcome> {
    return this.#changing(caller, broker, () => this.#disconnect(caller, broker));
  }

  async #disconnect(caller: Caller, broker: Broker): Promise<Outcome> {
    const { userId } = caller.principal;
    await this.#live.drop(userId, broker.id, 'keep');
    await this.#changes.write(caller, 'broker_disconnected', broker, (tx, now) =>
      noteUnwanted(tx, userId, broker.id, now),
    );
    await this.#choosing.succeed(userId, broker.id);
    return ok(null);
  }

  /** Ends the session, signs out at the broker and wipes the stored credentials. */
  forget(caller: Caller, broker: Broker): Promise<Outcome> {
    return this.#changing(caller, broker, () => this.#forget(caller, broker));
  }

  async #forget(caller: Caller, broker: Broker): Promise<Outcome> {
    const { userId } = caller.principal;
    await this.#live.drop(userId, broker.id, 'forget');
    await this.#changes.write(caller, 'broker_forgotten', broker, async (tx, now) => {
      await this.#vault.forget(tx, userId, broker.id);
      await forgetLogin(tx, userId, broker.id);
      await noteUnwanted(tx, userId, broker.id, now);
    });
    await this.#choosing.succeed(userId, broker.id);
    return ok(null);
  }

  /** Chooses the account that orders go to; real money requires its phrase and all protections. */
  chooseAccount(caller: Caller, broker: Broker, kind: BrokerAccountKind, confirm?: string): Promise<Outcome> {
    return this.#alone(caller, broker, () => this.#choosing.account(caller, broker, kind, confirm));
  }

  /** Sets the balance of the demo account back to its opening amount. */
  resetPractice(caller: Caller, broker: Broker): Promise<Outcome> {
    return this.#alone(caller, broker, () =>
      resetPractice(broker, this.#live.find(caller.principal.userId, broker.id)),
    );
  }

  /** Makes a broker the active one: its demo account is chosen, unless one of its accounts is already. */
  chooseActive(caller: Caller, broker: Broker): Promise<Outcome> {
    return this.#choosing.active(caller, broker);
  }

  /** Runs a change of a connection; refuses it to a bot while the connection's account is in use. */
  async #changing({ principal }: Caller, broker: Broker, work: () => Promise<Outcome>): Promise<Outcome> {
    if (allowsEffect(principal.scopes, 'changes_login_in_use')) return work();
    const { db, accounts } = this.#deps;
    const isUsed = await accounts.usesBroker(db.sql, principal.userId, broker.id);
    return isUsed ? err(refusal(broker, 'broker_in_use')) : work();
  }

  /** Runs at most one action at a time per user and broker; refuses anonymous users. */
  async #alone<Value>(
    { principal: { userId, isAnonymous } }: Caller,
    broker: Broker,
    work: () => Promise<Result<Value, BrokerRefusal>>,
  ): Promise<Result<Value, BrokerRefusal>> {
    if (isAnonymous) return err({ code: 'anonymous_not_allowed', values: {} });
    const key = `${userId} ${broker.id}`;
    if (this.#busy.has(key)) return err(refusal(broker, 'broker_busy'));
    this.#busy.add(key);
    try {
      return await work();
    } finally {
      this.#busy.delete(key);
    }
  }

  async #publish(userId: string, brokerId: BrokerId): Promise<void> {
    const status = (await this.statuses(userId)).find(({ broker }) => broker === brokerId);
    if (status !== undefined) this.#deps.bus.publish(BROKER_STATUS_CHANGED, { userId, brokerId, status });
  }
}
