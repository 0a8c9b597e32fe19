import type { BrokerCredentials, BrokerFault, BrokerListener, WireTap } from '@vigia/broker-kit/port';
import { assertNever, type Clock, err, ok, type Result } from '@vigia/core/kernel';
import { loginOf, restoreLogin, type SavedBrowserLogin, saveLogin } from './saved-login.ts';
import { SignIn } from './sign-in.ts';
import { AccountPages } from './web/account-pages.ts';
import { createWebBudget } from './web/web.ts';

export type LoginOptions = {
  readonly credentials: BrokerCredentials;
  readonly resume: string | null;
  readonly listener: BrokerListener;
  /** Origin of the broker's website: `https://qxbroker.com`. */
  readonly origin: string;
  readonly clock: Clock;
  readonly tap?: WireTap | undefined;
};

/**
 * The login in use, and its source (`from`). A `pasted` login belongs to the user's own browser, so the adapter neither
 * renews it nor signs it out.
 */
type Held = {
  readonly login: SavedBrowserLogin;
  readonly accountPages: AccountPages;
  readonly from: 'saved' | 'form' | 'pasted';
  wasAccepted: boolean;
};

const EXPIRED: BrokerFault = { kind: 'session_expired', detail: 'the broker does not know this session any more' };
const RENEWING: BrokerFault = { kind: 'network', detail: 'the session ended, signing in again' };
const NO_CODE: BrokerFault = { kind: 'unknown', detail: 'no code is asked for' };

/**
 * Obtains and holds a login: the saved login, or else a sign-in with the form of the broker's website. If the user
 * pasted a login from a browser, only the pasted login is tried.
 */
export class Login {
  readonly #options: LoginOptions;
  readonly #access: ConstructorParameters<typeof AccountPages>[1];
  #saved: string | null;
  #publishedSecret: string | null;
  #held: Held | null = null;
  #waitingForCode: SignIn | null = null;
  #mayTryAgain = false;

  constructor(options: LoginOptions) {
    const { origin, clock, tap } = options;
    this.#options = options;
    this.#access = { origin, clock, tap, budget: createWebBudget(clock) };
    this.#saved = options.resume;
    this.#publishedSecret = options.resume;
  }

  /** Ensures that there is a login. Contacts the broker only if there is none yet. */
  async enter(): Promise<Result<null, BrokerFault>> {
    this.#mayTryAgain = false;
    if (this.#held) return ok(null);
    const { credentials, origin } = this.#options;
    switch (credentials.kind) {
      case 'browser_session':
        this.#hold(await loginOf(credentials, origin), 'pasted');
        return ok(null);
      case 'password': {
        const saved = this.#saved === null ? null : await restoreLogin(this.#saved, origin);
        this.#saved = null;
        if (saved) {
          this.#hold(saved, 'saved');
          return ok(null);
        }
        const signIn = new SignIn({ ...credentials, ...this.#access });
        return this.#onSignIn(signIn, await signIn.begin());
      }
      case 'api_token':
      case 'oauth':
        return err({ kind: 'auth_invalid', detail: 'Quotex issues no tokens' });
      default:
        return assertNever(credentials);
    }
  }

  async answerCode(code: string): Promise<Result<null, BrokerFault>> {
    const signIn = this.#waitingForCode;
    return signIn ? this.#onSignIn(signIn, await signIn.answerCode(code)) : err(NO_CODE);
  }

  token(): string {
    return this.#held?.login.token ?? '';
  }

  accountPages(): AccountPages | null {
    return this.#held?.accountPages ?? null;
  }

  /** Returns the headers of the socket's upgrade. */
  async socketHeaders(): Promise<Record<string, string>> {
    const { origin } = this.#options;
    if (!this.#held) return { origin };
    const { jar, userAgent } = this.#held.login;
    const cookie = await jar.getCookieString(origin);
    return { origin, 'user-agent': userAgent, ...(cookie === '' ? {} : { cookie }) };
  }

  /** Saves the login after the socket has accepted its token. */
  async accepted(): Promise<void> {
    const held = this.#held;
    if (!held) return;
    held.wasAccepted = true;
    if (held.from !== 'pasted') this.#publish(await saveLogin(held.login, this.#options.origin));
  }

  /**
   * Handles a refused token. If the login was saved or accepted before, a new sign-in replaces it. If it was never
   * accepted, it is not tried again.
   */
  rejected(): { readonly fault: BrokerFault; readonly isLoginDead: boolean } {
    const held = this.#held;
    if (!held || held.from === 'pasted') return { fault: EXPIRED, isLoginDead: false };
    this.#held = null;
    this.#publish(null);
    this.#mayTryAgain = held.from === 'saved' || held.wasAccepted;
    return { fault: this.#mayTryAgain ? RENEWING : EXPIRED, isLoginDead: true };
  }

  /**
   * Returns whether the adapter itself obtained the login with the sign-in form. It may renew and sign out only such a
   * login.
   */
  isOurs(): boolean {
    return this.#held !== null && this.#held.from !== 'pasted';
  }

  /** Returns whether a new login may fix the last fault. */
  mayTryAgain(): boolean {
    return this.#mayTryAgain;
  }

  /** Signs the login out at the broker if the adapter itself obtained it. */
  async signOut(): Promise<void> {
    if (this.isOurs()) await this.#held?.accountPages.signOut();
    this.#held = null;
  }

  #onSignIn(signIn: SignIn, result: Result<SavedBrowserLogin, BrokerFault>): Result<null, BrokerFault> {
    if (result.ok) {
      this.#waitingForCode = null;
      this.#hold(result.value, 'form');
      return ok(null);
    }
    this.#waitingForCode = result.error.kind === 'auth_2fa_required' ? signIn : null;
    return result;
  }

  #hold(login: SavedBrowserLogin, from: Held['from']): void {
    this.#held = { login, from, accountPages: new AccountPages(login, this.#access), wasAccepted: false };
  }

  #publish(secret: string | null): void {
    if (secret === this.#publishedSecret) return;
    this.#publishedSecret = secret;
    this.#options.listener.onResumable(secret);
  }
}
