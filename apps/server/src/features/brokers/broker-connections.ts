import type { Broker, BrokerCredentials } from '@vigia/broker-kit/port';
import type { BrokerConsentBody, BrokerConsentStart, BrokerStatusView } from '@vigia/contract';
import { type Cancel, err, ok, type Result } from '@vigia/core/kernel';
import { allowsEffect, type BrokerId } from '@vigia/core/vocabulary';
import { type Shard, shardOf } from '#platform/cluster/shards.ts';
import { SharedThrottle } from '#platform/throttle/shared-throttle.ts';
import { ACCOUNT_CHOSEN, type Caller } from '../accounts/index.ts';
import { AccountChooser, type WantedBrokerAccount } from './account-chooser.ts';
import type { ActiveConnection, Brokers, OpenSession } from './brokers.ts';
import { ConnectionAuditLog } from './connection-audit-log.ts';
import { ConnectionEnder } from './connection-ender.ts';
import { readRecords } from './connections.repository.ts';
import { ConsentSignIn } from './consent/consent-sign-in.ts';
import { brokerRegistrationOf, Consents } from './consent/consents.ts';
import { Renewals } from './consent/renewals.ts';
import type { BrokersDeps } from './deps.ts';
import { ExclusiveActions } from './exclusive-actions.ts';
import { readSavedLogins } from './logins/logins.repository.ts';
import { Logins } from './logins/logins.ts';
import { resetPractice } from './practice-reset.ts';
import { type BrokerActionResult, type BrokerRefusal, refusal } from './refusal.ts';
import { SignInLimiter } from './sessions/attempts.ts';
import { BrokerSignIn, type LoginTestResult } from './sessions/broker-sign-in.ts';
import { LiveConnections } from './sessions/live-connections.ts';
import { oddityMetrics } from './sessions/session-oddities.ts';
import { StatusPublisher } from './sessions/status-publisher.ts';
import { toStatusView } from './status-view.ts';
import { BROKER_STATUS_CHANGED, CONNECTED_BROKERS } from './topics.ts';
import { SavedVault } from './vault/saved-vault.ts';
import { Vault } from './vault/vault.ts';

/**
 * Timeout of a call to the process with the sessions. It is short, because callers may hold an account's lock during
 * the call.
 */
const ASK_WITHIN_MS = 2_000;

/** Number of sessions of this process at a broker; `up` counts those with an open socket. */
export type SessionCount = { readonly broker: BrokerId; readonly all: number; readonly up: number };

/** Users' connections to their brokers, and all actions on them. */
export class BrokerConnections implements Brokers {
  readonly #deps: BrokersDeps;
  readonly #vault: Vault;
  readonly #attempts: SignInLimiter;
  readonly #live: LiveConnections;
  readonly #changes: ConnectionAuditLog;
  readonly #signingIn: BrokerSignIn;
  readonly #consentSignIn: ConsentSignIn;
  readonly #leaving: ConnectionEnder;
  readonly #choosing: AccountChooser;
  readonly #logins: Logins;
  /** Functions that stop the responses to calls of other processes, by shard. */
  readonly #unserve = new Map<Shard, Cancel>();
  readonly #actions = new ExclusiveActions();

  constructor(deps: BrokersDeps) {
    this.#deps = deps;
    this.#vault = new Vault(deps);
    const savedVault = new SavedVault(deps);
    this.#attempts = new SignInLimiter(deps.clock, new SharedThrottle(deps.db, deps.clock));
    const statusPublisher = new StatusPublisher(deps.background, (userId, brokerId) => this.#publish(userId, brokerId));
    const renewals = new Renewals({ ...deps, vault: this.#vault });
    this.#live = new LiveConnections({
      ...deps,
      renewals,
      vault: this.#vault,
      savedVault,
      attempts: this.#attempts,
      onChange: (userId, brokerId) => statusPublisher.changed(userId, brokerId),
    });
    const live = this.#live;
    this.#changes = new ConnectionAuditLog(deps, statusPublisher);
    this.#signingIn = new BrokerSignIn({
      ...deps,
      renewals,
      vault: this.#vault,
      attempts: this.#attempts,
      live,
      changes: this.#changes,
    });
    this.#consentSignIn = new ConsentSignIn(new Consents(deps), this.#signingIn);
    this.#choosing = new AccountChooser({ ...deps, live });
    const parts = { vault: this.#vault, live, changes: this.#changes, choosing: this.#choosing };
    this.#leaving = new ConnectionEnder({ ...deps, ...parts });
    this.#logins = new Logins({ ...deps, ...parts, savedVault, signingIn: this.#signingIn });
    deps.bus.subscribe(ACCOUNT_CHOSEN, ({ userId }) => {
      for (const { id } of deps.catalog) if (live.find(userId, id) !== undefined) statusPublisher.changed(userId, id);
    });
  }

  catalog(): readonly Broker[] {
    return this.#deps.catalog;
  }

  /** Returns the broker with this id; undefined if there is none. */
  broker(id: string): Broker | undefined {
    return this.#deps.catalog.find((broker) => broker.id === id);
  }

  connectionOf(userId: string, brokerId: BrokerId): ActiveConnection | null {
    const connection = this.#live.find(userId, brokerId);
    if (connection?.phase.kind !== 'open') return null;
    const { broker, session, oddities, inUse } = connection;
    const reads = { accountOf: inUse.of.bind(inUse), oddities: () => oddities.list() };
    return { broker, session, ...reads, isClosedForOrders: oddities.isClosedForOrders };
  }

  sessionsAt(brokerId: BrokerId): readonly OpenSession[] {
    return this.#live.upAt(brokerId).map(({ userId, connection: { session } }) => ({ userId, session }));
  }

  /** Returns the number of sessions of this process at each broker, and how many of them have an open socket. */
  sessionCounts(): readonly SessionCount[] {
    return this.#deps.catalog.map(({ id }) => ({ broker: id, ...this.#live.countsAt(id) }));
  }

  oddityFigures() {
    return oddityMetrics(this.#live.all().map(({ oddities }) => oddities));
  }

  /** Returns true if this process has a session of the connection that is signed in and has an open socket. */
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
    const [records, saved, choice] = await Promise.all([
      readRecords(db.sql, userId),
      readSavedLogins(db.sql, userId),
      accounts.choice(db.sql, userId),
    ]);
    return this.#deps.catalog.map((broker) =>
      toStatusView(
        broker,
        records.find((record) => record.broker === broker.id),
        this.#live.find(userId, broker.id),
        this.#attempts.retryAtMs(userId, broker.id),
        choice,
        saved.filter((login) => login.broker === broker.id),
      ),
    );
  }

  /**
   * Signs in with the given credentials, or for null with the stored ones. Working credentials are stored and stay
   * connected.
   */
  connect(caller: Caller, broker: Broker, given: BrokerCredentials | null): Promise<BrokerActionResult> {
    return this.#changingAlone(caller, broker, () => this.#signingIn.connect(caller, broker, given));
  }

  /** Returns true if users of this installation can sign in on the broker's own page. */
  offersConsent(broker: Broker): boolean {
    return brokerRegistrationOf(broker, this.#deps.consentClients) !== null;
  }

  /**
   * Returns the address of the broker's OAuth page. The redirect from that page is accepted once, and only from this
   * user.
   */
  startConsent(caller: Caller, broker: Broker): Promise<Result<BrokerConsentStart, BrokerRefusal>> {
    return this.#changingAlone(caller, broker, () => this.#consentSignIn.start(caller, broker));
  }

  /** Signs in with the response of the broker's OAuth page. Working tokens are stored and stay connected. */
  finishConsent(caller: Caller, broker: Broker, body: BrokerConsentBody): Promise<BrokerActionResult> {
    return this.#changingAlone(caller, broker, () => this.#consentSignIn.finish(caller, broker, body));
  }

  /** Continues a sign-in with the code that the broker sent to the user. */
  answerCode(caller: Caller, broker: Broker, code: string): Promise<BrokerActionResult> {
    return this.#changingAlone(caller, broker, () => this.#signingIn.answerCode(caller, broker, code));
  }

  /** Tests the open connection; without one, tests the credentials in a separate session. Stores nothing. */
  test(
    caller: Caller,
    broker: Broker,
    given: BrokerCredentials | null,
  ): Promise<Result<LoginTestResult, BrokerRefusal>> {
    return this.#actions.run(caller, broker, () => this.#signingIn.test(caller, broker, given));
  }

  /** Ends the session. From then on only the user can connect again. */
  disconnect(caller: Caller, broker: Broker): Promise<BrokerActionResult> {
    return this.#changing(caller, broker, () => this.#leaving.disconnect(caller, broker));
  }

  /** Ends the session, signs out at the broker, and wipes the stored credentials. */
  forget(caller: Caller, broker: Broker): Promise<BrokerActionResult> {
    return this.#changing(caller, broker, () => this.#leaving.forget(caller, broker));
  }

  /** Saves the login in use and ends its session, so that the user can sign in with another one. */
  saveLogin(caller: Caller, broker: Broker): Promise<BrokerActionResult> {
    return this.#changingAlone(caller, broker, () => this.#logins.save(caller, broker));
  }

  /** Signs in with a saved login, and saves the one in use. */
  useLogin(caller: Caller, broker: Broker, id: string): Promise<BrokerActionResult> {
    return this.#changingAlone(caller, broker, () => this.#logins.use(caller, broker, id));
  }

  /** Names a login. @param id null for the login in use */
  renameLogin(caller: Caller, broker: Broker, id: string | null, label: string): Promise<BrokerActionResult> {
    return this.#changingAlone(caller, broker, () => this.#logins.rename(caller, broker, id, label));
  }

  /** Wipes a saved login. */
  forgetLogin(caller: Caller, broker: Broker, id: string): Promise<BrokerActionResult> {
    return this.#changingAlone(caller, broker, () => this.#logins.forget(caller, broker, id));
  }

  /**
   * Allows orders to the accounts of a connection again, after the broker sent messages that the adapter does not know.
   */
  acceptOddities(caller: Caller, broker: Broker): Promise<BrokerActionResult> {
    return this.#changingAlone(caller, broker, async () => this.#acceptOddities(caller.principal.userId, broker));
  }

  #acceptOddities(userId: string, broker: Broker): BrokerActionResult {
    const connection = this.#live.find(userId, broker.id);
    if (connection === undefined) return err(refusal(broker, 'broker_not_connected'));
    connection.oddities.accept();
    return ok(null);
  }

  /** Chooses the account that orders go to. Real money requires the typed phrase and all protections. */
  chooseAccount(caller: Caller, broker: Broker, wanted: WantedBrokerAccount): Promise<BrokerActionResult> {
    return this.#actions.run(caller, broker, () => this.#choosing.account(caller, broker, wanted));
  }

  /** Resets the balance of the demo account to its opening amount. */
  resetPractice(caller: Caller, broker: Broker): Promise<BrokerActionResult> {
    return this.#actions.run(caller, broker, () =>
      resetPractice(broker, this.#live.find(caller.principal.userId, broker.id)),
    );
  }

  /**
   * Makes a broker the active one by choosing its demo account. Does nothing if one of its accounts is already chosen.
   */
  chooseActive(caller: Caller, broker: Broker): Promise<BrokerActionResult> {
    return this.#choosing.active(caller, broker);
  }

  #changingAlone<Value>(caller: Caller, broker: Broker, work: () => Promise<Result<Value, BrokerRefusal>>) {
    return this.#actions.run(caller, broker, () => this.#changing(caller, broker, work));
  }

  /** Runs a change of a connection; refuses it to a bot while the connection's account is in use. */
  async #changing<Value>(
    { principal }: Caller,
    broker: Broker,
    work: () => Promise<Result<Value, BrokerRefusal>>,
  ): Promise<Result<Value, BrokerRefusal>> {
    if (allowsEffect(principal.scopes, 'changes_login_in_use')) return work();
    const { db, accounts } = this.#deps;
    const isUsed = await accounts.usesBroker(db.sql, principal.userId, broker.id);
    return isUsed ? err(refusal(broker, 'broker_in_use')) : work();
  }

  async #publish(userId: string, brokerId: BrokerId): Promise<void> {
    const status = (await this.statuses(userId)).find(({ broker }) => broker === brokerId);
    if (status !== undefined) this.#deps.bus.publish(BROKER_STATUS_CHANGED, { userId, brokerId, status });
  }
}
