import type { BrokerFault } from '@vigia/broker-kit/port';
import type { LinkTarget } from '@vigia/broker-kit/socket';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import type { IqClient } from './client.ts';
import { faultOf } from './errors.ts';
import { SignIn, USER_AGENT } from './sign-in.ts';

const AUTH_ORIGIN = 'https://auth.iqoption.com';
const WS_ORIGIN = 'wss://iqoption.com';
/** The platform number of IQ Option's own web client (docs/spec/brokers/iqoption.md §1). */
const PLATFORM = 9;
/** If the broker refuses a renewed session within this time, we do not renew again, and the user must act. */
const RENEWAL_GAP_MS = 10 * 60_000;

export type LoginOptions = {
  readonly email: string;
  readonly password: string;
  /** The `ssid` of an earlier session, or null. */
  readonly ssid: string | null;
  readonly origins: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Publishes the `ssid` that a later session can resume with; null once it is no longer valid. */
  publish(ssid: string | null): void;
};

/** Obtains an `ssid` by login or from an earlier session, and renews it once it has ended. */
export class Login {
  readonly #options: LoginOptions;
  readonly #signIn: SignIn;
  #ssid: string | null;
  #publishedSsid: string | null;
  #lastRenewalMs: number | null = null;

  constructor(options: LoginOptions) {
    const { email, password, ssid, origins, clock } = options;
    this.#options = options;
    this.#signIn = new SignIn(origins['auth'] ?? AUTH_ORIGIN, { email, password }, clock);
    this.#ssid = ssid;
    this.#publishedSsid = ssid;
  }

  /** Whether an `ssid` is known, so that no login is needed. */
  isOpen(): boolean {
    return this.#ssid !== null;
  }

  /** Called when the user connects. Allows another renewal at once. */
  resetRenewal(): void {
    this.#lastRenewalMs = null;
  }

  async answerCode(code: string): Promise<Result<null, BrokerFault>> {
    return this.#keep(await this.#signIn.answerCode(code));
  }

  /** The address to connect to; logs in if needed. */
  async target(): Promise<Result<LinkTarget, BrokerFault>> {
    if (this.#ssid === null) {
      const signedIn = this.#keep(await this.#signIn.signIn());
      if (!signedIn.ok) return signedIn;
    }
    const { ws = WS_ORIGIN } = this.#options.origins;
    const headers = { cookie: `platform=${PLATFORM}`, 'user-agent': USER_AGENT, origin: 'https://iqoption.com' };
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

  /** Ends the session at the broker, so that it cannot be resumed. */
  async signOut(): Promise<void> {
    const ssid = this.#ssid;
    if (ssid === null) return;
    this.#forgetSsid();
    await this.#signIn.signOut(ssid);
  }

  /**
   * Handles a refused `ssid`. An ended session cannot be refreshed, so the next attempt logs in, but not twice in a
   * row.
   */
  #onRefusedSsid(): BrokerFault {
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
