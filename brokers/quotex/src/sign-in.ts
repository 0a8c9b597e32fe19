import type { BrokerFault } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import { CookieJar } from 'tough-cookie';
import { DEFAULT_USER_AGENT, type SavedBrowserLogin } from './saved-login.ts';
import { inputValue, settingsToken } from './web/pages.ts';
import { type Page, Web, type WebOptions } from './web/web.ts';

const FORM_PAGE = '/en/sign-in/modal/';
const FORM_TARGET = '/en/sign-in/';
const CODE_TARGET = '/en/sign-in/modal';
const REFERER = '/en/sign-in';
export const TRADE_PAGE = '/en/trade';

const WRONG: BrokerFault = { kind: 'auth_invalid', detail: 'the sign-in form came back' };
/**
 * Fault for a bot-protection page with status 200, or for a changed form. A sign-in with the password is then
 * impossible, but a session copied from a browser still works.
 */
const NO_FORM: BrokerFault = { kind: 'auth_challenge', detail: 'the sign-in page has no form we know' };

export type SignInOptions = { readonly email: string; readonly password: string } & Pick<
  WebOptions,
  'origin' | 'clock' | 'budget' | 'tap'
>;

/**
 * Signs in with the form of the broker's website: reads the page with its hidden `_token` and sends the form. If the
 * broker mailed a code (the page then contains `keep_code`), sends the form again with the code. The settings of the
 * trade page contain the token of the socket.
 */
export class SignIn {
  readonly #options: SignInOptions;
  readonly #jar = new CookieJar();
  readonly #web: Web;
  #formToken = '';

  constructor(options: SignInOptions) {
    this.#options = options;
    this.#web = new Web({ ...options, jar: this.#jar, userAgent: DEFAULT_USER_AGENT });
  }

  /**
   * Starts the sign-in. `auth_2fa_required` means that the broker mailed a code; the caller continues with `answerCode`
   * on the same object.
   */
  async begin(): Promise<Result<SavedBrowserLogin, BrokerFault>> {
    const form = await this.#web.get(FORM_PAGE, REFERER);
    if (!form.ok) return form;
    const formToken = inputValue(form.value.body, '_token');
    if (formToken === null) return err(NO_FORM);
    this.#formToken = formToken;
    return this.#send(FORM_TARGET, {});
  }

  answerCode(code: string): Promise<Result<SavedBrowserLogin, BrokerFault>> {
    return this.#send(CODE_TARGET, { keep_code: '1', code: code.trim() });
  }

  async #send(
    target: string,
    extra: Readonly<Record<string, string>>,
  ): Promise<Result<SavedBrowserLogin, BrokerFault>> {
    const { email, password } = this.#options;
    const form = { _token: this.#formToken, email, password, remember: '1', ...extra };
    const answer = await this.#web.post(target, form, REFERER);
    if (!answer.ok) return answer.error.kind === 'session_expired' ? err(WRONG) : answer;
    return this.#judge(answer.value);
  }

  async #judge(page: Page): Promise<Result<SavedBrowserLogin, BrokerFault>> {
    if (page.path.includes('/trade')) return this.#readToken(page);
    if (inputValue(page.body, 'keep_code') === null) return err(WRONG);
    this.#formToken = inputValue(page.body, '_token') ?? this.#formToken;
    return err({ kind: 'auth_2fa_required', detail: 'a code was mailed' });
  }

  async #readToken(landing: Page): Promise<Result<SavedBrowserLogin, BrokerFault>> {
    const page = landing.path === TRADE_PAGE ? ok(landing) : await this.#web.get(TRADE_PAGE);
    if (!page.ok) return page;
    const token = settingsToken(page.value.body);
    if (token === null) return err({ kind: 'unknown', detail: 'the trade page holds no session token' });
    return ok({ token, jar: this.#jar, userAgent: DEFAULT_USER_AGENT });
  }
}
