import type { BrokerFault } from '@vigia/broker-kit/port';
import type { LinkTarget } from '@vigia/broker-kit/socket';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import type { IqClient } from './client.ts';
import { faultOf } from './faults.ts';
import { Login, USER_AGENT } from './login.ts';

const AUTH_ORIGIN = 'https://auth.iqoption.com';
const WS_ORIGIN = 'wss://iqoption.com';
/** IQ Option's own web client (PROTOCOLS §2.1). */
const PLATFORM = 9;
/** A session that is refused again so soon after it was renewed is somebody else's to sort out. */
const RENEWAL_GAP_MS = 10 * 60_000;

export type DoorOptions = {
  readonly email: string;
  readonly password: string;
  /** Of an earlier session, or null. */
  readonly ssid: string | null;
  readonly origins: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** What a later session can resume with; null: what was told before is dead. */
  tell(ssid: string | null): void;
};

/** The way in: an `ssid` from the login or from before, renewed once it is dead. */
export class Door {
  readonly #options: DoorOptions;
  readonly #login: Login;
  #ssid: string | null;
  #toldSsid: string | null;
  #lastRenewalMs: number | null = null;

  constructor(options: DoorOptions) {
    const { email, password, ssid, origins, clock } = options;
    this.#options = options;
    this.#login = new Login(origins['auth'] ?? AUTH_ORIGIN, { email, password }, clock);
    this.#ssid = ssid;
    this.#toldSsid = ssid;
  }

  /** Whether there is something to go in with, without signing in. */
  isOpen(): boolean {
    return this.#ssid !== null;
  }

  /** The person asks: a renewal of before does not count any more. */
  knock(): void {
    this.#lastRenewalMs = null;
  }

  async answerCode(code: string): Promise<Result<null, BrokerFault>> {
    return this.#keep(await this.#login.answerCode(code));
  }

  /** Where to connect, signed in. */
  async target(): Promise<Result<LinkTarget, BrokerFault>> {
    if (this.#ssid === null) {
      const signedIn = this.#keep(await this.#login.signIn());
      if (!signedIn.ok) return signedIn;
    }
    const { ws = WS_ORIGIN } = this.#options.origins;
    const headers = { cookie: `platform=${PLATFORM}`, 'user-agent': USER_AGENT, origin: 'https://iqoption.com' };
    return ok({ url: `${ws}/echo/websocket`, headers });
  }

  /** Shows the `ssid` on a fresh socket. */
  async enter(client: IqClient): Promise<Result<null, BrokerFault>> {
    const ssid = this.#ssid;
    if (ssid === null) return err({ kind: 'network', detail: 'not signed in' });
    const authenticated = await client.authenticate(ssid);
    if (!authenticated.ok) return err(faultOf(authenticated.error));
    if (!authenticated.value) return err(this.#onRefusedSsid());
    if (ssid !== this.#toldSsid) this.#options.tell(ssid);
    this.#toldSsid = ssid;
    return ok(null);
  }

  /** Ends the session at the broker, so that nobody can resume it. */
  async signOut(): Promise<void> {
    const ssid = this.#ssid;
    if (ssid === null) return;
    this.#forgetSsid();
    await this.#login.signOut(ssid);
  }

  /** A dead session cannot be refreshed: log in again, but not twice in a row. */
  #onRefusedSsid(): BrokerFault {
    const nowMs = this.#options.clock.now();
    const isTooSoon = this.#lastRenewalMs !== null && nowMs - this.#lastRenewalMs < RENEWAL_GAP_MS;
    this.#lastRenewalMs = nowMs;
    this.#forgetSsid();
    return isTooSoon
      ? { kind: 'session_expired', detail: 'refused again right after signing in anew' }
      : { kind: 'network', detail: 'the session had ended; signing in anew' };
  }

  #keep(signedIn: Result<string, BrokerFault>): Result<null, BrokerFault> {
    if (!signedIn.ok) return signedIn;
    this.#ssid = signedIn.value;
    return ok(null);
  }

  #forgetSsid(): void {
    this.#ssid = null;
    this.#toldSsid = null;
    this.#options.tell(null);
  }
}
