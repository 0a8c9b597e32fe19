import {
  type Broker,
  type BrokerAccount,
  type BrokerAccountKind,
  type BrokerContract,
  type BrokerFault,
  type BrokerListener,
  type BrokerSession,
  type BrokerState,
  type FeedTick,
  inOurTime,
  needsPerson,
} from '@vigia/broker-kit/port';
import { type Cancel, type Clock, durationMs, err, type IdSource, type Result, type Rng } from '@vigia/core/kernel';
import type { Logger } from '#platform/logging/logger.ts';
import type { Login } from '../vault/vault.ts';
import { scrubber, secretsOf } from './scrub.ts';

/** Timeout of a sign-in. It is shorter than the API's own 30 s, so that the user gets a response. */
const SIGN_IN_WITHIN_MS = 25_000;
/** Time after which a code that was not entered expires. */
const CODE_WITHIN_MS = 10 * 60_000;

/**
 * Phase of a connection. `open`: signed in, and kept so by the session. `waiting`: retried at `retryAtMs`. `ended`:
 * only the user can connect again.
 */
export type Phase =
  | { readonly kind: 'signing_in' }
  | { readonly kind: 'code' }
  | { readonly kind: 'open' }
  | { readonly kind: 'waiting'; readonly fault: BrokerFault; readonly retryAtMs: number }
  | { readonly kind: 'ended'; readonly fault: BrokerFault }
  | { readonly kind: 'closed' };

/** Callbacks of a connection; none is called after `close`. */
export interface ConnectionListener {
  /** The phase or the state of the socket changed. */
  onChange(): void;
  /** The socket was lost and the session signed in again. */
  onBack(): void;
  /** Called when an open session ends permanently. */
  onEnded(fault: BrokerFault): void;
  onAccounts(accounts: readonly BrokerAccount[]): void;
  onContract(contract: BrokerContract): void;
  /** A tick of a subscribed symbol. */
  onTick(tick: FeedTick): void;
  onResumable(secret: string | null): void;
}

export type SessionDeps = {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly ids: IdSource;
  readonly log: Logger;
  readonly origins: Readonly<Record<string, string>>;
};

/** A user's session at a broker, from the sign-in to its end. */
export class Connection {
  readonly broker: Broker;
  readonly login: Login;
  readonly session: BrokerSession;
  /** True if the login is the stored one. */
  isStored = false;
  #phase: Phase = { kind: 'signing_in' };
  /**
   * Secret that resumes the session. The broker may send it before the credentials are stored; both are stored
   * together.
   */
  #resume: string | null;
  #wasUp = false;
  #cancelCode: Cancel = () => undefined;
  readonly #clock: Clock;
  readonly #listener: ConnectionListener;
  readonly #log: Logger;

  constructor(broker: Broker, login: Login, listener: ConnectionListener, deps: SessionDeps) {
    this.broker = broker;
    this.login = login;
    this.#resume = login.resume;
    this.#clock = deps.clock;
    this.#listener = listener;
    this.#log = deps.log;
    this.session = inOurTime(broker).open(login.credentials, login.resume, this.#ears(), {
      clock: deps.clock,
      rng: deps.rng,
      ids: deps.ids,
      origins: deps.origins,
      log: (level, text) => deps.log[level]({ broker: broker.id }, this.scrub(text)),
    });
  }

  /** Returns the login's account of this kind; undefined if it has none. */
  accountOf(kind: BrokerAccountKind): BrokerAccount | undefined {
    return this.session.accounts().find((account) => account.kind === kind);
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Secret that a later session can resume with; null if the broker has sent none. */
  get resume(): string | null {
    return this.#resume;
  }

  /** Removes this login's secrets from a text for the log. */
  scrub(text: string): string {
    return scrubber(secretsOf(this.login.credentials, this.#resume))(text);
  }

  get isUp(): boolean {
    return this.#phase.kind === 'open' && this.session.state().status === 'connected';
  }

  /**
   * Signs in, or returns the fault. With `auth_2fa_required` the session waits for the code; any other fault ends it.
   */
  signIn(): Promise<Result<null, BrokerFault>> {
    return this.#settle(() => this.session.connect());
  }

  answerCode(code: string): Promise<Result<null, BrokerFault>> {
    this.#phase = { kind: 'signing_in' };
    return this.#settle(() => this.session.answerCode(code));
  }

  /** Ends the session; no callback is called afterwards. */
  async close(how: 'keep' | 'forget'): Promise<void> {
    this.#to({ kind: 'closed' });
    this.#cancelCode();
    await this.session.close(how);
  }

  /** Marks the connection as failed, to be retried at `retryAtMs` by another session. */
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

  /** Runs a sign-in with a timeout. If an adapter throws, this counts as an ordinary failure. */
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

  #to(phase: Phase): void {
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

  /** Applies a state change; while the session signs in, only the result of `connect` counts. */
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

/** True if the broker refused the credentials themselves: a retry could only lock the account. */
export const isTurnedDown = (fault: BrokerFault): boolean =>
  (needsPerson(fault) && fault.kind !== 'auth_2fa_required') || fault.kind === 'session_expired';
