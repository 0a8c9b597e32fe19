import { type Broker, type BrokerAccountKind, type BrokerCredentials, needsPerson } from '@vigia/broker-kit/port';
import type { BrokerStatusView } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type BrokerId, REAL_MONEY_PHRASE } from '@vigia/core/vocabulary';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import type { SecurityEventKind } from '#platform/security-log/security-log.ts';
import { type Caller, eventOf } from '../accounts/index.ts';
import type { ActiveConnection, Brokers } from './brokers.ts';
import {
  lockPerson,
  noteUnwanted,
  readAccountKind,
  readActive,
  readRecords,
  writeAccountKind,
  writeActive,
} from './connections.repository.ts';
import type { BrokersDeps } from './deps.ts';
import { type BrokerRefusal, refusal, refusalOf, throttled } from './refusal.ts';
import { Announcer } from './sessions/announcer.ts';
import { Attempts } from './sessions/attempts.ts';
import { Connection } from './sessions/connection.ts';
import { LiveConnections } from './sessions/live-connections.ts';
import type { Opening } from './sessions/openings.ts';
import { toAccountView, toStatusView } from './status-view.ts';
import { BROKER_STATUS_CHANGED } from './topics.ts';
import { type Login, Vault } from './vault/vault.ts';

type Outcome = Result<null, BrokerRefusal>;

/** What a try of a login showed, without keeping anything of it. */
export type Probe = {
  readonly accounts: BrokerStatusView['account_info']['accounts'];
  readonly roundTripMs: number | null;
};

const loginName = (credentials: BrokerCredentials): string | null =>
  credentials.kind === 'password' ? credentials.email : null;

/** People's connections, and everything a person may ask of them. */
export class BrokerConnections implements Brokers {
  readonly #deps: BrokersDeps;
  readonly #vault: Vault;
  readonly #attempts: Attempts;
  readonly #live: LiveConnections;
  readonly #announcer: Announcer;
  /** Persons and brokers something is being asked of right now. */
  readonly #busy = new Set<string>();

  constructor(deps: BrokersDeps) {
    this.#deps = deps;
    this.#vault = new Vault(deps);
    this.#attempts = new Attempts(deps.clock);
    this.#announcer = new Announcer(deps.background, (userId, brokerId) => this.#tell(userId, brokerId));
    this.#live = new LiveConnections({
      ...deps,
      ...{ vault: this.#vault, attempts: this.#attempts },
      onChange: (userId, brokerId) => this.#announcer.changed(userId, brokerId),
      onLost: (userId, brokerId) => this.#succeed(userId, brokerId),
    });
  }

  catalog(): readonly Broker[] {
    return this.#deps.catalog;
  }

  /** undefined: no such broker. */
  broker(id: string): Broker | undefined {
    return this.#deps.catalog.find((broker) => broker.id === id);
  }

  connectionOf(userId: string, brokerId: BrokerId): ActiveConnection | null {
    const connection = this.#live.find(userId, brokerId);
    if (connection?.phase.kind !== 'open') return null;
    const { broker, session, accountKind: kind } = connection;
    return { broker, session, kind, account: session.accounts().find((account) => account.kind === kind) ?? null };
  }

  isConnected(userId: string, brokerId: BrokerId): boolean {
    return this.#live.find(userId, brokerId)?.isUp ?? false;
  }

  activeBroker(sql: Sql, userId: string): Promise<BrokerId | null> {
    return readActive(sql, userId);
  }

  start(): Promise<void> {
    return this.#live.start();
  }

  stop(): Promise<void> {
    return this.#live.stop();
  }

  /** How the person stands with every broker, in the order of the catalog. */
  async statuses(userId: string): Promise<readonly BrokerStatusView[]> {
    const records = await readRecords(this.#deps.db.sql, userId);
    return this.#deps.catalog.map((broker) =>
      toStatusView(
        broker,
        records.find((record) => record.broker === broker.id),
        this.#live.find(userId, broker.id),
        this.#attempts.retryAtMs(userId, broker.id),
      ),
    );
  }

  /** Signs in with what is given, or with what is stored; what works is stored and stays connected. */
  connect(caller: Caller, broker: Broker, given: BrokerCredentials | null): Promise<Outcome> {
    return this.#alone(caller, broker, async (userId) => {
      if (this.isConnected(userId, broker.id)) {
        return given === null ? ok(null) : err(refusal(broker, 'broker_already_connected'));
      }
      const opened = await this.#live.openings.run({ userId, brokerId: broker.id, by: 'person' }, (opening) =>
        this.#open(opening, broker, given),
      );
      return opened.ok ? this.#finish(caller, opened.value, await opened.value.signIn()) : opened;
    });
  }

  async #open(
    opening: Opening,
    broker: Broker,
    given: BrokerCredentials | null,
  ): Promise<Result<Connection, BrokerRefusal>> {
    const { userId } = opening;
    const login = await this.#loginOf(userId, broker, given);
    if (!login.ok) return login;
    const waitMs = this.#attempts.take(userId, broker.id, loginName(login.value.credentials));
    if (waitMs > 0) return err(throttled(broker, waitMs));
    // Real money was chosen for the login that is stored, not for whatever is given now.
    const accountKind = given === null ? await readAccountKind(this.#deps.db.sql, userId, broker.id) : 'demo';
    const connection = await this.#live.open(opening, broker, login.value, { isStored: given === null, accountKind });
    return connection === null ? err(refusal(broker, 'broker_unreachable')) : ok(connection);
  }

  /** Goes on with the code the broker sent. */
  answerCode(caller: Caller, broker: Broker, code: string): Promise<Outcome> {
    return this.#alone(caller, broker, async (userId) => {
      const connection = this.#live.find(userId, broker.id);
      if (connection?.phase.kind !== 'code') return err(refusal(broker, 'broker_code_unexpected'));
      const waitMs = this.#attempts.take(userId, broker.id, null);
      if (waitMs > 0) return err(throttled(broker, waitMs));
      const outcome = await this.#finish(caller, connection, await connection.answerCode(code));
      const isWrong = !outcome.ok && outcome.error.code === 'broker_auth_invalid';
      return isWrong ? err({ ...outcome.error, code: 'broker_code_invalid' }) : outcome;
    });
  }

  /** Ends the session; the credentials stay stored, and nothing connects by itself until the person does. */
  async disconnect(caller: Caller, broker: Broker): Promise<Outcome> {
    const { userId } = caller.principal;
    await this.#live.drop(userId, broker.id, 'keep');
    await this.#change(caller, 'broker_disconnected', broker, (tx, now) => noteUnwanted(tx, userId, broker.id, now));
    await this.#succeed(userId, broker.id);
    return ok(null);
  }

  /** Ends the session, signs out at the broker and wipes what was stored. */
  async forget(caller: Caller, broker: Broker): Promise<Outcome> {
    const { userId } = caller.principal;
    await this.#live.drop(userId, broker.id, 'forget');
    await this.#change(caller, 'broker_forgotten', broker, async (tx, now) => {
      await this.#vault.forget(tx, userId, broker.id);
      await noteUnwanted(tx, userId, broker.id, now);
    });
    await this.#succeed(userId, broker.id);
    return ok(null);
  }

  /** Chooses paper or real money for this connection; real money needs its phrase and everything else it needs. */
  chooseAccount(caller: Caller, broker: Broker, kind: BrokerAccountKind, confirm?: string): Promise<Outcome> {
    return this.#alone(caller, broker, (userId) => this.#chooseAccount(userId, caller, broker, kind, confirm));
  }

  async #chooseAccount(
    userId: string,
    caller: Caller,
    broker: Broker,
    kind: BrokerAccountKind,
    confirm: string | undefined,
  ): Promise<Outcome> {
    const connection = this.#live.find(userId, broker.id);
    if (!connection?.isUp) return err(refusal(broker, 'broker_not_connected'));
    if (kind === 'real' && confirm !== REAL_MONEY_PHRASE) {
      return err({ code: 'real_money_phrase', values: { phrase: REAL_MONEY_PHRASE } });
    }
    if (!connection.session.accounts().some((account) => account.kind === kind)) {
      const wanted = kind === 'real' ? 'cuenta real' : 'cuenta demo';
      return err({ code: 'broker_account_missing', values: { name: broker.traits.displayName, kind: wanted } });
    }
    const { db, clock, accounts, securityLog } = this.#deps;
    const refused = await db.transaction(async (tx) => {
      const nowMs = clock.now();
      if (!(await lockPerson(tx, userId))) return null;
      const why =
        kind === 'real' ? await accounts.refuseVenue(tx, caller.principal, { broker: broker.id, kind }, nowMs) : null;
      if (why !== null) return why;
      await writeAccountKind(tx, userId, broker.id, kind, new Date(nowMs));
      const detail = { broker: broker.id, from: connection.accountKind, to: kind };
      await securityLog.append(tx, [eventOf(caller, 'broker_account_chosen', detail)]);
      return null;
    });
    if (refused !== null) return err(refused);
    connection.accountKind = kind;
    this.#announcer.changed(userId, broker.id);
    return ok(null);
  }

  /** Makes this the broker orders go to if none is named. */
  async chooseActive(caller: Caller, broker: Broker): Promise<Outcome> {
    const { userId } = caller.principal;
    if (!this.isConnected(userId, broker.id)) return err(refusal(broker, 'broker_not_connected'));
    const { db, clock } = this.#deps;
    const before = await readActive(db.sql, userId);
    await db.transaction(async (tx) => {
      if (await lockPerson(tx, userId)) await writeActive(tx, userId, broker.id, new Date(clock.now()));
    });
    this.#announcer.changed(userId, broker.id);
    if (before !== null && before !== broker.id) this.#announcer.changed(userId, before);
    return ok(null);
  }

  /** Tries the connection there is, or else a login in a session of its own; keeps nothing. */
  test(caller: Caller, broker: Broker, given: BrokerCredentials | null): Promise<Result<Probe, BrokerRefusal>> {
    return this.#alone(caller, broker, async (userId) => {
      const connection = this.#live.find(userId, broker.id);
      if (connection?.phase.kind === 'open') {
        // A second session of the same login would throw the first one out at some brokers.
        if (given !== null) return err(refusal(broker, 'broker_already_connected'));
        return connection.isUp ? ok(probeOf(connection)) : err(refusal(broker, 'broker_unreachable'));
      }
      const login = await this.#loginOf(userId, broker, given);
      if (!login.ok) return login;
      const waitMs = this.#attempts.take(userId, broker.id, loginName(login.value.credentials));
      if (waitMs > 0) return err(throttled(broker, waitMs));
      return this.#probe(userId, broker, login.value, given === null ? 'keep' : 'forget');
    });
  }

  async #probe(
    userId: string,
    broker: Broker,
    login: Login,
    how: 'keep' | 'forget',
  ): Promise<Result<Probe, BrokerRefusal>> {
    const { log, origins } = this.#deps;
    const deps = { ...this.#deps, log: log.child({ userId }), origins: origins[broker.id] ?? {} };
    const trial = new Connection(broker, login, 'demo', DEAF, deps);
    const outcome = await trial.signIn();
    const probe = outcome.ok ? ok(probeOf(trial)) : err(refusalOf(broker, outcome.error));
    await trial.close(how);
    if (outcome.ok) this.#attempts.succeeded(userId, broker.id, loginName(login.credentials));
    else if (outcome.error.retryAfterMs !== undefined) {
      this.#attempts.obey(userId, broker.id, outcome.error.retryAfterMs);
    }
    return probe;
  }

  async #finish(
    caller: Caller,
    connection: Connection,
    outcome: Awaited<ReturnType<Connection['signIn']>>,
  ): Promise<Outcome> {
    const { userId } = caller.principal;
    const { broker } = connection;
    const kind = outcome.ok ? 'broker_connected' : 'broker_refused';
    if (!outcome.ok) {
      if (connection.phase.kind !== 'closed') await this.#live.failed(userId, connection, outcome.error);
      if (needsPerson(outcome.error) && outcome.error.kind !== 'auth_2fa_required')
        await this.#change(caller, kind, broker);
      return err(refusalOf(broker, outcome.error));
    }
    this.#attempts.succeeded(userId, broker.id, loginName(connection.login.credentials));
    if (!(await this.#live.signedIn(userId, connection))) return err({ code: 'not_authenticated', values: {} });
    await this.#change(caller, kind, broker);
    return ok(null);
  }

  async #loginOf(
    userId: string,
    broker: Broker,
    given: BrokerCredentials | null,
  ): Promise<Result<Login, BrokerRefusal>> {
    if (given !== null) return ok({ credentials: given, resume: null });
    const stored = await this.#vault.read(userId, broker.id);
    if (!stored.ok) return err(refusal(broker, 'broker_credentials_unreadable'));
    return stored.value === null ? err(refusal(broker, 'broker_credentials_missing')) : ok(stored.value);
  }

  /** One thing at a time a person and broker; nobody anonymous. */
  async #alone<Value>(
    { principal: { userId, isAnonymous } }: Caller,
    broker: Broker,
    work: (userId: string) => Promise<Result<Value, BrokerRefusal>>,
  ): Promise<Result<Value, BrokerRefusal>> {
    if (isAnonymous) return err({ code: 'anonymous_not_allowed', values: {} });
    const key = `${userId} ${broker.id}`;
    if (this.#busy.has(key)) return err(refusal(broker, 'broker_busy'));
    this.#busy.add(key);
    try {
      return await work(userId);
    } finally {
      this.#busy.delete(key);
    }
  }

  /** Changes what is kept and logs it, both or neither. */
  async #change(
    caller: Caller,
    kind: SecurityEventKind,
    broker: Broker,
    write: (tx: Transaction, now: Date) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const { db, clock, securityLog } = this.#deps;
    await db.transaction(async (tx) => {
      if (!(await lockPerson(tx, caller.principal.userId))) return;
      await write(tx, new Date(clock.now()));
      await securityLog.append(tx, [eventOf(caller, kind, { broker: broker.id })]);
    });
    this.#announcer.changed(caller.principal.userId, broker.id);
  }

  /** The active broker has gone: another one that is connected takes its place, else none (product specification §4). */
  async #succeed(userId: string, gone: BrokerId): Promise<void> {
    const { db, clock, catalog } = this.#deps;
    const heir = await db.transaction(async (tx) => {
      if (!(await lockPerson(tx, userId)) || (await readActive(tx, userId)) !== gone) return null;
      const next = catalog.find(({ id }) => id !== gone && this.isConnected(userId, id))?.id ?? null;
      await writeActive(tx, userId, next, new Date(clock.now()));
      return next;
    });
    this.#announcer.changed(userId, gone);
    if (heir !== null) this.#announcer.changed(userId, heir);
  }

  async #tell(userId: string, brokerId: BrokerId): Promise<void> {
    const status = (await this.statuses(userId)).find(({ broker }) => broker === brokerId);
    if (status !== undefined) this.#deps.bus.publish(BROKER_STATUS_CHANGED, { userId, brokerId, status });
  }
}

const probeOf = ({ session }: Connection): Probe => ({
  accounts: session.accounts().map(toAccountView),
  roundTripMs: session.time().roundTripMs,
});

/** Hears nothing: what a trial tells is read once it has ended. */
const DEAF = {
  onChange: () => undefined,
  onBack: () => undefined,
  onEnded: () => undefined,
  onAccounts: () => undefined,
  onContract: () => undefined,
  onResumable: () => undefined,
};
