import {
  type Broker,
  type BrokerFault,
  type BrokerListener,
  type BrokerSession,
  type BrokerState,
  type ConsentTokens,
  isUserActionRequired,
  withContractTimesOfServer,
} from '@vigia/broker-kit/port';
import { type Cancel, type Clock, durationMs, err, type IdSource, type Result, type Rng } from '@vigia/core/kernel';
import type { Logger } from '#platform/logging/logger.ts';
import type { LoginSecrets } from '../vault/sealed-login.ts';
import { AccountsInUse } from './accounts-in-use.ts';
import type { ConnectionListener, ConnectionPhase } from './connection-phases.ts';
import { secretScrubber, secretsOf } from './scrub.ts';
import { SessionOddities } from './session-oddities.ts';

/** Timeout of a sign-in. It is shorter than the API's own 30 s, so that the user gets a response. */
const SIGN_IN_WITHIN_MS = 25_000;
/** Time after which an expected code expires. */
const CODE_WITHIN_MS = 10 * 60_000;

export type SessionDeps = {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly origins: Readonly<Record<string, string>>;
};

/** A user's session at a broker, from the sign-in to its end. */
export class BrokerConnection {
  readonly broker: Broker;
  #login: LoginSecrets;
  readonly session: BrokerSession;
  readonly oddities: SessionOddities;
  readonly inUse: AccountsInUse;
  /** True if the login is the stored one. */
  isStored = false;
  #phase: ConnectionPhase = { kind: 'signing_in' };
  /**
   * Secret that resumes the session. The broker may send it before the credentials are stored, so it is kept until both
   * are stored together.
   */
  #resume: string | null;
  #wasUp = false;
  #cancelCode: Cancel = () => undefined;
  readonly #clock: Clock;
  readonly #listener: ConnectionListener;
  readonly #log: Logger;

  constructor(broker: Broker, login: LoginSecrets, listener: ConnectionListener, deps: SessionDeps) {
    this.broker = broker;
    this.#login = login;
    this.#resume = login.resume;
    this.#clock = deps.clock;
    this.#listener = listener;
    this.#log = deps.log;
    this.oddities = new SessionOddities(
      broker.id,
      deps.log,
      () => this.#phase.kind !== 'closed' && listener.onChange(),
    );
    this.session = withContractTimesOfServer(broker).open(login.credentials, login.resume, this.#ears(), {
      clock: deps.clock,
      rng: deps.rng,
      ids: deps.ids,
      origins: deps.origins,
      oddities: this.oddities.counts,
      log: (level, text) => deps.log[level]({ broker: broker.id }, this.scrub(text)),
    });
    this.inUse = new AccountsInUse(this.session);
  }

  get phase(): ConnectionPhase {
    return this.#phase;
  }

  /** The login in use. A renewal replaces its tokens. */
  get login(): LoginSecrets {
    return this.#login;
  }

  /** Secret with which a later session can resume; null if the broker has sent none. */
  get resume(): string | null {
    return this.#resume;
  }

  /** Removes this login's secrets from a text for the log. */
  scrub(text: string): string {
    return secretScrubber(secretsOf(this.#login.credentials, this.#resume))(text);
  }

  get isUp(): boolean {
    return this.#phase.kind === 'open' && this.session.state().status === 'connected';
  }

  /**
   * Signs in, or returns the fault. After `auth_2fa_required` the session waits for the code; any other fault ends it.
   */
  signIn(): Promise<Result<null, BrokerFault>> {
    return this.#settle(() => this.session.connect());
  }

  /** Ends the connection before its sign-in, because its stored tokens could not be renewed. */
  async giveUp(fault: BrokerFault): Promise<Result<null, BrokerFault>> {
    await this.#end(fault);
    return err(fault);
  }

  /** Uses renewed tokens from now on. */
  renewed(tokens: ConsentTokens): void {
    this.#login = { ...this.#login, credentials: tokens };
    this.session.useTokens?.(tokens);
  }

  /** Ends the open connection, because the broker refuses to renew its tokens. */
  async lose(fault: BrokerFault): Promise<void> {
    await this.#end(fault);
    this.#listener.onEnded(fault);
  }

  answerCode(code: string): Promise<Result<null, BrokerFault>> {
    this.#phase = { kind: 'signing_in' };
    return this.#settle(() => this.session.answerCode(code));
  }

  /** Ends the session. No callback is called afterwards. */
  async close(how: 'keep' | 'forget'): Promise<void> {
    this.#to({ kind: 'closed' });
    this.#cancelCode();
    await this.session.close(how);
  }

  /** Marks the connection as failed. Another session will retry at `retryAtMs`. */
  wait(fault: BrokerFault, retryAtMs: number): void {
    this.#to({ kind: 'waiting', fault, retryAtMs });
  }

  async #settle(attempt: () => Promise<Result<null, BrokerFault>>): Promise<Result<null, BrokerFault>> {
    this.#cancelCode();
    this.#listener.onChange();
    const outcome = await this.#within(this.#typed(attempt));
    if (this.#phase.kind === 'closed') return err({ kind: 'network', detail: 'closed while signing in' });
    if (outcome.ok) {
      this.#wasUp = true;
      this.#to({ kind: 'open' });
      return outcome;
    }
    if (outcome.error.kind === 'auth_2fa_required') this.#awaitCode(outcome.error);
    else await this.#end(outcome.error);
    return outcome;
  }

  /** Runs a step of a sign-in. Converts an exception of the adapter to a fault. */
  async #typed(attempt: () => Promise<Result<null, BrokerFault>>): Promise<Result<null, BrokerFault>> {
    try {
      return await attempt();
    } catch (error) {
      const detail = this.scrub(error instanceof Error ? error.message : String(error));
      this.#log.error({ broker: this.broker.id, detail }, 'an adapter failed while it signed in');
      return err({ kind: 'unknown', detail });
    }
  }

  async #within(outcome: Promise<Result<null, BrokerFault>>): Promise<Result<null, BrokerFault>> {
    let cancel: Cancel = () => undefined;
    const late = new Promise<Result<null, BrokerFault>>((resolve) => {
      cancel = this.#clock.after(durationMs(SIGN_IN_WITHIN_MS), () =>
        resolve(err({ kind: 'network', detail: 'no answer while signing in' })),
      );
    });
    try {
      return await Promise.race([outcome, late]);
    } finally {
      cancel();
    }
  }

  #awaitCode(fault: BrokerFault): void {
    this.#to({ kind: 'code' });
    this.#cancelCode = this.#clock.after(durationMs(CODE_WITHIN_MS), () => void this.#end(fault));
  }

  async #end(fault: BrokerFault): Promise<void> {
    this.#cancelCode();
    this.#to({ kind: 'ended', fault });
    await this.session.close('keep');
  }

  #to(phase: ConnectionPhase): void {
    this.#phase = phase;
    this.#listener.onChange();
  }

  #ears(): BrokerListener {
    const whileHeard = (publish: () => void): void => {
      if (this.#phase.kind !== 'closed') publish();
    };
    return {
      onState: (state) => whileHeard(() => this.#onState(state)),
      onAccounts: (accounts) => whileHeard(() => this.#listener.onAccounts(accounts)),
      onAssets: () => undefined,
      onTick: (tick) => whileHeard(() => this.#listener.onTick(tick)),
      onContract: (contract) => whileHeard(() => this.#listener.onContract(contract)),
      onResumable: (secret) =>
        whileHeard(() => {
          this.#resume = secret;
          this.#listener.onResumable(secret);
        }),
    };
  }

  /** Applies a state change of the session. During a sign-in only the result of `connect` counts. */
  #onState(state: BrokerState): void {
    if (this.#phase.kind !== 'open') return;
    switch (state.status) {
      case 'connected':
        this.#listener.onChange();
        if (!this.#wasUp) this.#listener.onBack();
        this.#wasUp = true;
        return;
      case 'connecting':
        this.#wasUp = false;
        this.#listener.onChange();
        return;
      case 'failed':
        void this.#end(state.fault).then(() => this.#listener.onEnded(state.fault));
        return;
      case 'closed':
        return;
    }
  }
}

/**
 * Returns true if only the user can resolve this fault (wrong credentials, a challenge, an ended session). A retry
 * could lock the account.
 */
export const canOnlyUserResolve = (fault: BrokerFault): boolean =>
  (isUserActionRequired(fault) && fault.kind !== 'auth_2fa_required') || fault.kind === 'session_expired';

/** Returns true if the access token expired before it was renewed. The next attempt renews it first. */
export const needsTokenRenewal = ({ login: { credentials } }: BrokerConnection, { kind }: BrokerFault): boolean =>
  kind === 'session_expired' && credentials.kind === 'oauth' && credentials.refreshToken !== null;
