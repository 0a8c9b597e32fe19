import type { BrokerFault, WireTap } from '@vigia/broker-kit/port';
import type { LinkTarget } from '@vigia/broker-kit/socket';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import type { IqClient } from './client.ts';
import { faultOf } from './errors.ts';
import { SignIn } from './sign-in.ts';
import { USER_AGENT } from './user-agent.ts';

const AUTH_ORIGIN = 'https://auth.iqoption.com';
const WS_ORIGIN = 'wss://iqoption.com';
/** The platform number of IQ Option's own web client (docs/spec/brokers/iqoption.md §1). */
const PLATFORM = 9;
/**
 * Smallest time between two renewals. If the broker refuses a renewed session earlier, the adapter does not renew it
 * again, and the user must act.
 */
const RENEWAL_GAP_MS = 10 * 60_000;
const EXPIRED: BrokerFault = { kind: 'session_expired', detail: 'the broker refuses the pasted session' };
const NO_SSID: BrokerFault = { kind: 'auth_invalid', detail: 'what was pasted is no ssid' };
const NO_CODE: BrokerFault = { kind: 'unknown', detail: 'no code is asked for' };

/**
 * The two kinds of login. A `pasted` session belongs to the user's own browser: the adapter neither renews it nor signs
 * it out. Its `ssid` is null if the pasted text contains none.
 */
export type IqLogin =
  | {
      readonly from: 'form';
      readonly email: string;
      readonly password: string;
      /** The `ssid` of an earlier session; null without one. */
      readonly ssid: string | null;
    }
  | { readonly from: 'pasted'; readonly ssid: string | null; readonly userAgent: string };

export type LoginOptions = {
  readonly login: IqLogin;
  readonly origins: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly tap?: WireTap | undefined;
  /** Publishes the `ssid` with which a later session can continue; null once the `ssid` is no longer valid. */
  publish(ssid: string | null): void;
};

/**
 * Obtains an `ssid` by login or from an earlier session, and renews it once it has ended. If the user pasted an `ssid`,
 * only this `ssid` is tried: no HTTP request is sent, and only the socket receives the `ssid`.
 */
export class Login {
  readonly #options: LoginOptions;
  /** Signs in; null if the user pasted a session, because there are no credentials. */
  readonly #signIn: SignIn | null;
  #ssid: string | null;
  #publishedSsid: string | null;
  #lastRenewalMs: number | null = null;

  constructor(options: LoginOptions) {
    const { login, origins, clock, tap } = options;
    this.#options = options;
    this.#signIn = login.from === 'form' ? new SignIn(origins['auth'] ?? AUTH_ORIGIN, login, { clock, tap }) : null;
    this.#ssid = login.ssid;
    this.#publishedSsid = login.ssid;
  }

  /** Returns whether an `ssid` is known, so no login is needed. */
  hasSsid(): boolean {
    return this.#ssid !== null;
  }

  /** Allows another renewal at once. The session calls it when the user connects. */
  resetRenewal(): void {
    this.#lastRenewalMs = null;
  }

  async answerCode(code: string): Promise<Result<null, BrokerFault>> {
    return this.#signIn ? this.#keep(await this.#signIn.answerCode(code)) : err(NO_CODE);
  }

  /** Returns the address for the connection; logs in first if needed. */
  async target(): Promise<Result<LinkTarget, BrokerFault>> {
    if (this.#ssid === null) {
      if (!this.#signIn) return err(NO_SSID);
      const signedIn = this.#keep(await this.#signIn.signIn());
      if (!signedIn.ok) return signedIn;
    }
    const { login, origins } = this.#options;
    const { ws = WS_ORIGIN } = origins;
    const userAgent = login.from === 'pasted' ? login.userAgent : USER_AGENT;
    const headers = { cookie: `platform=${PLATFORM}`, 'user-agent': userAgent, origin: 'https://iqoption.com' };
    return ok({ url: `${ws}/echo/websocket`, headers });
  }

  /** Authenticates a new socket with the `ssid`. */
  async enter(client: IqClient): Promise<Result<null, BrokerFault>> {
    const ssid = this.#ssid;
    if (ssid === null) return err({ kind: 'network', detail: 'not signed in' });
    const authenticated = await client.authenticate(ssid);
    if (!authenticated.ok) return err(faultOf(authenticated.error));
    if (!authenticated.value) return err(this.#onRefusedSsid());
    if (ssid !== this.#publishedSsid) this.#options.publish(ssid);
    this.#publishedSsid = ssid;
    return ok(null);
  }

  /** Ends the adapter's own session at the broker, so that it cannot be resumed. */
  async signOut(): Promise<void> {
    const ssid = this.#ssid;
    if (ssid === null || !this.#signIn) return;
    this.#forgetSsid();
    await this.#signIn.signOut(ssid);
  }

  /**
   * Handles a refused `ssid`. An ended session cannot be refreshed, so the next attempt logs in, but not twice within
   * the smallest time between renewals.
   */
  #onRefusedSsid(): BrokerFault {
    if (!this.#signIn) return EXPIRED;
    const nowMs = this.#options.clock.now();
    const isTooSoon = this.#lastRenewalMs !== null && nowMs - this.#lastRenewalMs < RENEWAL_GAP_MS;
    this.#lastRenewalMs = nowMs;
    this.#forgetSsid();
    return isTooSoon
      ? { kind: 'session_expired', detail: 'refused again right after signing in again' }
      : { kind: 'network', detail: 'the session had ended; signing in again' };
  }

  #keep(signedIn: Result<string, BrokerFault>): Result<null, BrokerFault> {
    if (!signedIn.ok) return signedIn;
    this.#ssid = signedIn.value;
    return ok(null);
  }

  #forgetSsid(): void {
    this.#ssid = null;
    this.#publishedSsid = null;
    this.#options.publish(null);
  }
}
