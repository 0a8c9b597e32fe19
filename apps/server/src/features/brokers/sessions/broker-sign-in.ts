import {
  type Broker,
  type BrokerCredentials,
  type BrokerFault,
  type CredentialKind,
  isUserActionRequired,
} from '@vigia/broker-kit/port';
import type { BrokerStatusView } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Caller } from '../../accounts/index.ts';
import type { ConnectionAuditLog } from '../connection-audit-log.ts';
import type { Renewals } from '../consent/renewals.ts';
import type { BrokersDeps } from '../deps.ts';
import { type BrokerActionResult, type BrokerRefusal, brokerRefusalOf, refusal, throttledRefusal } from '../refusal.ts';
import { accountViews } from '../status-view.ts';
import type { LoginSecrets } from '../vault/sealed-login.ts';
import type { Vault } from '../vault/vault.ts';
import type { SignInLimiter } from './attempts.ts';
import { BrokerConnection } from './connection.ts';
import { expiryOf } from './expiry.ts';
import type { LiveConnections } from './live-connections.ts';
import { loginAddress } from './login-of.ts';
import type { PendingOpening } from './pending-openings.ts';

/** Result of a test of a login. It is not stored. */
export type LoginTestResult = {
  readonly accounts: BrokerStatusView['account_info']['accounts'];
  readonly roundTripMs: number | null;
};

const WRONG_CODE: ReadonlySet<string> = new Set(['broker_auth_invalid', 'broker_code_required']);

export type BrokerSignInDeps = BrokersDeps & {
  readonly vault: Vault;
  readonly attempts: SignInLimiter;
  readonly live: LiveConnections;
  readonly renewals: Renewals;
  readonly changes: ConnectionAuditLog;
};

/** Signs users in at brokers. The caller allows one sign-in at a time per user and broker. */
export class BrokerSignIn {
  readonly #deps: BrokerSignInDeps;

  constructor(deps: BrokerSignInDeps) {
    this.#deps = deps;
  }

  /**
   * Signs in with the given credentials, or for null with the stored ones. Working credentials are stored and stay
   * connected. While a connection is open, new credentials replace it only if `mayReplace` allows it. If the broker
   * then refuses them, the stored login is used again.
   */
  async connect(caller: Caller, broker: Broker, given: BrokerCredentials | null): Promise<BrokerActionResult> {
    const { live } = this.#deps;
    const { userId } = caller.principal;
    const current = live.find(userId, broker.id);
    if (!current?.isUp) return this.#signIn(caller, broker, given);
    if (given === null) return ok(null);
    const free = this.mayReplace(caller, broker, given.kind);
    if (!free.ok) return free;
    const renewed = await this.#signIn(caller, broker, given);
    if (!renewed.ok) await this.#signIn(caller, broker, null);
    return renewed;
  }

  /**
   * Returns whether other credentials of this kind may replace the open connection. They may only if the current
   * credentials have a known expiry and cannot renew themselves. In all other cases the user must disconnect first.
   */
  mayReplace({ principal }: Caller, broker: Broker, kind: CredentialKind): BrokerActionResult {
    const current = this.#deps.live.find(principal.userId, broker.id);
    if (!current?.isUp) return ok(null);
    const isReplaced = (kind === 'browser_session' || kind === 'oauth') && expiryOf(current) !== null;
    return isReplaced ? ok(null) : err(refusal(broker, 'broker_already_connected'));
  }

  async #signIn(caller: Caller, broker: Broker, given: BrokerCredentials | null): Promise<BrokerActionResult> {
    const { live } = this.#deps;
    const { userId } = caller.principal;
    const opened = await live.openings.run({ userId, brokerId: broker.id, by: 'person' }, (opening) =>
      this.#open(opening, broker, given),
    );
    if (!opened.ok) return opened;
    const { connection, fault } = opened.value;
    return this.#finish(caller, connection, await (fault ? connection.giveUp(fault) : connection.signIn()));
  }

  async #open(
    opening: PendingOpening,
    broker: Broker,
    given: BrokerCredentials | null,
  ): Promise<Result<{ readonly connection: BrokerConnection; readonly fault: BrokerFault | null }, BrokerRefusal>> {
    const { userId } = opening;
    const login = await this.#loginOf(userId, broker, given);
    if (!login.ok) return login;
    const waitMs = await this.#deps.attempts.count(userId, broker.id, loginAddress(login.value.credentials));
    if (waitMs > 0) return err(throttledRefusal(broker, waitMs));
    const isStored = given === null;
    const renewed = isStored ? await this.#deps.renewals.current(userId, broker, login.value) : login;
    const used = renewed.ok ? renewed.value : login.value;
    const connection = await this.#deps.live.open(opening, broker, used, { isStored });
    if (connection === null) return err(refusal(broker, 'broker_unreachable'));
    return ok({ connection, fault: renewed.ok ? null : renewed.error });
  }

  /** Continues a sign-in with the code that the broker sent to the user. */
  async answerCode(caller: Caller, broker: Broker, code: string): Promise<BrokerActionResult> {
    const { live, attempts } = this.#deps;
    const { userId } = caller.principal;
    const connection = live.find(userId, broker.id);
    if (connection?.phase.kind !== 'code') return err(refusal(broker, 'broker_code_unexpected'));
    const waitMs = await attempts.count(userId, broker.id, null);
    if (waitMs > 0) return err(throttledRefusal(broker, waitMs));
    const outcome = await this.#finish(caller, connection, await connection.answerCode(code), 'code');
    // After a wrong code, some brokers request another one.
    const isWrong = !outcome.ok && WRONG_CODE.has(outcome.error.code);
    return isWrong ? err({ ...outcome.error, code: 'broker_code_invalid' }) : outcome;
  }

  /** Tests the open connection; without one, tests the credentials in a separate session. Stores nothing. */
  async test(
    caller: Caller,
    broker: Broker,
    given: BrokerCredentials | null,
  ): Promise<Result<LoginTestResult, BrokerRefusal>> {
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
    const waitMs = await attempts.count(userId, broker.id, loginAddress(login.value.credentials));
    if (waitMs > 0) return err(throttledRefusal(broker, waitMs));
    if (given !== null) return this.#probe(userId, broker, login.value, 'forget');
    const renewed = await this.#deps.renewals.current(userId, broker, login.value);
    return renewed.ok
      ? this.#probe(userId, broker, renewed.value, 'keep')
      : err(brokerRefusalOf(broker, renewed.error));
  }

  async #probe(
    userId: string,
    broker: Broker,
    login: LoginSecrets,
    how: 'keep' | 'forget',
  ): Promise<Result<LoginTestResult, BrokerRefusal>> {
    const { log, origins } = this.#deps;
    const deps = { ...this.#deps, log: log.child({ userId }), origins: origins[broker.id] ?? {} };
    const trial = new BrokerConnection(broker, login, IGNORE_EVENTS, deps);
    const outcome = await trial.signIn();
    const probe = outcome.ok ? ok(probeOf(trial)) : err(brokerRefusalOf(broker, outcome.error));
    await trial.close(how);
    if (outcome.ok) await this.#deps.attempts.succeeded(userId, broker.id, loginAddress(login.credentials));
    else if (outcome.error.retryAfterMs !== undefined) {
      this.#deps.attempts.blockFor(userId, broker.id, outcome.error.retryAfterMs);
    }
    return probe;
  }

  async #finish(
    caller: Caller,
    connection: BrokerConnection,
    outcome: Awaited<ReturnType<BrokerConnection['signIn']>>,
    at: 'login' | 'code' = 'login',
  ): Promise<BrokerActionResult> {
    const { userId } = caller.principal;
    const { broker } = connection;
    const kind = outcome.ok ? 'broker_connected' : 'broker_refused';
    if (!outcome.ok) {
      if (connection.phase.kind !== 'closed') await this.#deps.live.failed(userId, connection, outcome.error, at);
      if (isUserActionRequired(outcome.error) && outcome.error.kind !== 'auth_2fa_required')
        await this.#deps.changes.write(caller, kind, broker);
      return err(brokerRefusalOf(broker, outcome.error));
    }
    await this.#deps.attempts.succeeded(userId, broker.id, loginAddress(connection.login.credentials));
    if (!(await this.#deps.live.signedIn(userId, connection, caller)))
      return err({ code: 'not_authenticated', values: {} });
    await this.#deps.changes.write(caller, kind, broker);
    return ok(null);
  }

  async #loginOf(
    userId: string,
    broker: Broker,
    given: BrokerCredentials | null,
  ): Promise<Result<LoginSecrets, BrokerRefusal>> {
    if (given !== null) return ok({ credentials: given, resume: null });
    const stored = await this.#deps.vault.read(userId, broker.id);
    if (!stored.ok) return err(refusal(broker, 'broker_credentials_unreadable'));
    return stored.value === null ? err(refusal(broker, 'broker_credentials_missing')) : ok(stored.value);
  }
}

const probeOf = (connection: BrokerConnection): LoginTestResult => ({
  accounts: accountViews(connection),
  roundTripMs: connection.session.time().roundTripMs,
});

/**
 * A listener that ignores all events. A test of a login reads accounts and time from the session itself, then closes
 * it.
 */
const IGNORE_EVENTS = {
  onChange: () => undefined,
  onBack: () => undefined,
  onEnded: () => undefined,
  onAccounts: () => undefined,
  onContract: () => undefined,
  onTick: () => undefined,
  onResumable: () => undefined,
};
