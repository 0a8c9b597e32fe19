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
  needsPerson,
} from '@vigia/broker-kit/port';
import { type Cancel, type Clock, durationMs, err, type IdSource, type Result, type Rng } from '@vigia/core/kernel';
import type { Logger } from '#platform/logging/logger.ts';
import type { Login } from '../vault/vault.ts';
import { scrubber, secretsOf } from './scrub.ts';

/** The API's own time-out is 30 s: the person is told before it. */
const SIGN_IN_WITHIN_MS = 25_000;
/** A code that nobody types is worth nothing after this. */
const CODE_WITHIN_MS = 10 * 60_000;

/**
 * Where a login stands. `open`: it signed in, and stays signed in by itself. `waiting`: it is tried again at `retryAtMs`.
 * `ended`: only the person leads on.
 */
export type Phase =
  | { readonly kind: 'signing_in' }
  | { readonly kind: 'code' }
  | { readonly kind: 'open' }
  | { readonly kind: 'waiting'; readonly fault: BrokerFault; readonly retryAtMs: number }
  | { readonly kind: 'ended'; readonly fault: BrokerFault }
  | { readonly kind: 'closed' };

/** Who is told of a login; none of it comes after `close`. */
export interface ConnectionListener {
  /** Its phase, or the state of its socket, is another. */
  onChange(): void;
  /** Its socket was lost, and it signed in again. */
  onBack(): void;
  /** It was open and ended for good. */
  onEnded(fault: BrokerFault): void;
  onAccounts(accounts: readonly BrokerAccount[]): void;
  onContract(contract: BrokerContract): void;
  /** Of watched symbols. */
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

/** One person's one session at one broker, from signing in to the end. */
export class Connection {
  readonly broker: Broker;
  readonly login: Login;
  readonly session: BrokerSession;
  /** Paper or real money, as the person chose. */
  accountKind: BrokerAccountKind;
  /** Whether the login is the stored one. */
  isStored = false;
  #phase: Phase = { kind: 'signing_in' };
  /** Told before the credentials are stored: goes along with them. */
  #resume: string | null;
  #wasUp = false;
  #cancelCode: Cancel = () => undefined;
  readonly #clock: Clock;
  readonly #listener: ConnectionListener;
  readonly #log: Logger;

  constructor(
    broker: Broker,
    login: Login,
    accountKind: BrokerAccountKind,
    listener: ConnectionListener,
    deps: SessionDeps,
  ) {
    this.broker = broker;
    this.accountKind = accountKind;
    this.login = login;
    this.#resume = login.resume;
    this.#clock = deps.clock;
    this.#listener = listener;
    this.#log = deps.log;
    this.session = broker.open(login.credentials, login.resume, this.#ears(), {
      ...{ clock: deps.clock, rng: deps.rng, ids: deps.ids, origins: deps.origins },
      log: (level, text) => deps.log[level]({ broker: broker.id }, this.scrub(text)),
    });
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** What a later session resumes with, as far as the broker has said. */
  get resume(): string | null {
    return this.#resume;
  }

  /** Takes this login's secrets out of a text meant for the log. */
  scrub(text: string): string {
    return scrubber(secretsOf(this.login.credentials, this.#resume))(text);
  }

  get isUp(): boolean {
    return this.#phase.kind === 'open' && this.session.state().status === 'connected';
  }

  /** Signs in, or says why not; with `auth_2fa_required` it waits for the code. Anything else ends the session. */
  signIn(): Promise<Result<null, BrokerFault>> {
    return this.#settle(() => this.session.connect());
  }

  answerCode(code: string): Promise<Result<null, BrokerFault>> {
    this.#phase = { kind: 'signing_in' };
    return this.#settle(() => this.session.answerCode(code));
  }

  /** Ends it; nothing is told any more. */
  async close(how: 'keep' | 'forget'): Promise<void> {
    this.#to({ kind: 'closed' });
    this.#cancelCode();
    await this.session.close(how);
  }

  /** It failed and will be tried again by another session. */
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

  /** An adapter that throws has failed like any other: nobody waits for it for ever. */
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
    const whileHeard = (tell: () => void): void => {
      if (this.#phase.kind !== 'closed') tell();
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

  /** While it signs in, what `connect` resolves with is what counts. */
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

/** Whether the stored login itself is at fault, so that trying it again would only lock the account. */
export const isTurnedDown = (fault: BrokerFault): boolean =>
  (needsPerson(fault) && fault.kind !== 'auth_2fa_required') || fault.kind === 'session_expired';
