import { type Broker, type BrokerCredentials, needsPerson } from '@vigia/broker-kit/port';
import type { BrokerStatusView } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Caller } from '../../accounts/index.ts';
import type { ChangeLog } from '../change-log.ts';
import type { BrokersDeps } from '../deps.ts';
import { type BrokerRefusal, type Outcome, refusal, refusalOf, throttled } from '../refusal.ts';
import { toAccountView } from '../status-view.ts';
import type { Login, Vault } from '../vault/vault.ts';
import type { Attempts } from './attempts.ts';
import { Connection } from './connection.ts';
import { expiryOf } from './expiry.ts';
import type { LiveConnections } from './live-connections.ts';
import { loginName } from './login-of.ts';
import type { Opening } from './openings.ts';

/** Result of a test login. It is not stored. */
export type Probe = {
  readonly accounts: BrokerStatusView['account_info']['accounts'];
  readonly roundTripMs: number | null;
};

const WRONG_CODE: ReadonlySet<string> = new Set(['broker_auth_invalid', 'broker_code_required']);

export type SigningInDeps = BrokersDeps & {
  readonly vault: Vault;
  readonly attempts: Attempts;
  readonly live: LiveConnections;
  readonly changes: ChangeLog;
};

/** Signs users in at brokers. The caller allows one sign-in at a time per user and broker. */
export class SigningIn {
  readonly #deps: SigningInDeps;

  constructor(deps: SigningInDeps) {
    this.#deps = deps;
  }

  /**
   * Signs in with the given or the stored credentials. Working credentials are stored and stay connected. Over an open
   * connection only a copied session that states its end is replaced, by another copied session; if the broker refuses
   * that one, the stored session continues.
   */
  async connect(caller: Caller, broker: Broker, given: BrokerCredentials | null): Promise<Outcome> {
    const { live } = this.#deps;
    const { userId } = caller.principal;
    const current = live.find(userId, broker.id);
    if (!current?.isUp) return this.#signIn(caller, broker, given);
    if (given === null) return ok(null);
    // A copied session is renewed while it still works; all other logins are ended first.
    if (given.kind !== 'browser_session' || expiryOf(current) === null)
      return err(refusal(broker, 'broker_already_connected'));
    const renewed = await this.#signIn(caller, broker, given);
    if (!renewed.ok) await this.#signIn(caller, broker, null);
    return renewed;
  }

  async #signIn(caller: Caller, broker: Broker, given: BrokerCredentials | null): Promise<Outcome> {
    const { live } = this.#deps;
    const { userId } = caller.principal;
    const opened = await live.openings.run({ userId, brokerId: broker.id, by: 'person' }, (opening) =>
      this.#open(opening, broker, given),
    );
    return opened.ok ? this.#finish(caller, opened.value, await opened.value.signIn()) : opened;
  }

  async #open(
    opening: Opening,
    broker: Broker,
    given: BrokerCredentials | null,
  ): Promise<Result<Connection, BrokerRefusal>> {
    const { userId } = opening;
    const login = await this.#loginOf(userId, broker, given);
    if (!login.ok) return login;
    const waitMs = await this.#deps.attempts.count(userId, broker.id, loginName(login.value.credentials));
    if (waitMs > 0) return err(throttled(broker, waitMs));
    const connection = await this.#deps.live.open(opening, broker, login.value, { isStored: given === null });
    return connection === null ? err(refusal(broker, 'broker_unreachable')) : ok(connection);
  }

  /** Continues a sign-in with the code the broker sent. */
  async answerCode(caller: Caller, broker: Broker, code: string): Promise<Outcome> {
    const { live, attempts } = this.#deps;
    const { userId } = caller.principal;
    const connection = live.find(userId, broker.id);
    if (connection?.phase.kind !== 'code') return err(refusal(broker, 'broker_code_unexpected'));
    const waitMs = await attempts.count(userId, broker.id, null);
    if (waitMs > 0) return err(throttled(broker, waitMs));
    const outcome = await this.#finish(caller, connection, await connection.answerCode(code), 'code');
    // After a wrong code some brokers request another one.
    const isWrong = !outcome.ok && WRONG_CODE.has(outcome.error.code);
    return isWrong ? err({ ...outcome.error, code: 'broker_code_invalid' }) : outcome;
  }

  /** Tests the open connection, or else a login in its own session. Stores nothing. */
  async test(caller: Caller, broker: Broker, given: BrokerCredentials | null): Promise<Result<Probe, BrokerRefusal>> {
    const { live, attempts } = this.#deps;
    const { userId } = caller.principal;
    const connection = live.find(userId, broker.id);
    if (connection?.phase.kind === 'open') {
      // At some brokers a second session of the same login would disconnect the first one.
      if (given !== null) return err(refusal(broker, 'broker_already_connected'));
      return connection.isUp ? ok(probeOf(connection)) : err(refusal(broker, 'broker_unreachable'));
    }
    const login = await this.#loginOf(userId, broker, given);
    if (!login.ok) return login;
    const waitMs = await attempts.count(userId, broker.id, loginName(login.value.credentials));
    if (waitMs > 0) return err(throttled(broker, waitMs));
    return this.#probe(userId, broker, login.value, given === null ? 'keep' : 'forget');
  }

  async #probe(
    userId: string,
    broker: Broker,
    login: Login,
    how: 'keep' | 'forget',
  ): Promise<Result<Probe, BrokerRefusal>> {
    const { log, origins } = this.#deps;
    const deps = { ...this.#deps, log: log.child({ userId }), origins: origins[broker.id] ?? {} };
    const trial = new Connection(broker, login, IGNORE_EVENTS, deps);
    const outcome = await trial.signIn();
    const probe = outcome.ok ? ok(probeOf(trial)) : err(refusalOf(broker, outcome.error));
    await trial.close(how);
    if (outcome.ok) await this.#deps.attempts.succeeded(userId, broker.id, loginName(login.credentials));
    else if (outcome.error.retryAfterMs !== undefined) {
      this.#deps.attempts.blockFor(userId, broker.id, outcome.error.retryAfterMs);
    }
    return probe;
  }

  async #finish(
    caller: Caller,
    connection: Connection,
    outcome: Awaited<ReturnType<Connection['signIn']>>,
    at: 'login' | 'code' = 'login',
  ): Promise<Outcome> {
    const { userId } = caller.principal;
    const { broker } = connection;
    const kind = outcome.ok ? 'broker_connected' : 'broker_refused';
    if (!outcome.ok) {
      if (connection.phase.kind !== 'closed') await this.#deps.live.failed(userId, connection, outcome.error, at);
      if (needsPerson(outcome.error) && outcome.error.kind !== 'auth_2fa_required')
        await this.#deps.changes.write(caller, kind, broker);
      return err(refusalOf(broker, outcome.error));
    }
    await this.#deps.attempts.succeeded(userId, broker.id, loginName(connection.login.credentials));
    if (!(await this.#deps.live.signedIn(userId, connection, caller)))
      return err({ code: 'not_authenticated', values: {} });
    await this.#deps.changes.write(caller, kind, broker);
    return ok(null);
  }

  async #loginOf(
    userId: string,
    broker: Broker,
    given: BrokerCredentials | null,
  ): Promise<Result<Login, BrokerRefusal>> {
    if (given !== null) return ok({ credentials: given, resume: null });
    const stored = await this.#deps.vault.read(userId, broker.id);
    if (!stored.ok) return err(refusal(broker, 'broker_credentials_unreadable'));
    return stored.value === null ? err(refusal(broker, 'broker_credentials_missing')) : ok(stored.value);
  }
}

const probeOf = ({ session }: Connection): Probe => ({
  accounts: session.accounts().map(toAccountView),
  roundTripMs: session.time().roundTripMs,
});

/** A listener that ignores all events, because the result of a test login is read only after the session has ended. */
const IGNORE_EVENTS = {
  onChange: () => undefined,
  onBack: () => undefined,
  onEnded: () => undefined,
  onAccounts: () => undefined,
  onContract: () => undefined,
  onTick: () => undefined,
  onResumable: () => undefined,
};
