import { sendHttpRequest } from '@vigia/broker-kit/http';
import { createRequestBudget, type RequestBudget } from '@vigia/broker-kit/pace';
import type { BrokerFault, WireTap } from '@vigia/broker-kit/port';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import type { CookieJar } from 'tough-cookie';
import { pageFault } from '#errors.ts';

/** A page of the broker's website, after its redirects. */
export type Page = {
  readonly path: string;
  readonly body: string;
  /** The server's time from the header `Date`, in whole seconds; null without the header. */
  readonly serverTimeMs: number | null;
};

export type WebOptions = {
  /** Origin of the broker's website: `https://qxbroker.com`. */
  readonly origin: string;
  readonly jar: CookieJar;
  readonly userAgent: string;
  readonly clock: Clock;
  /** The request budget of the login, which all its pages share. */
  readonly budget: RequestBudget;
  readonly tap?: WireTap | undefined;
};

/**
 * Limits of requests to the broker's website. The broker publishes none. Sources warn of many requests at once; a user
 * loads at most one page every few seconds.
 */
const LIMITS = { perSecond: 5, perMinute: 40 };

/** Creates the request budget of one login at the broker's website. */
export const createWebBudget = (clock: Clock): RequestBudget => createRequestBudget({ ...LIMITS, clock });

type Sending = { readonly method: 'GET' | 'POST'; readonly form: URLSearchParams | null; readonly referer: string };
type Reply = {
  readonly status: number;
  readonly body: string;
  readonly location: string | undefined;
  readonly retryAfter: string | undefined;
  readonly date: string | undefined;
};

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 5;

/**
 * Sends requests to the broker's website like one browser, with its cookies and its User-Agent. Redirects to another
 * host are not followed.
 */
export class Web {
  readonly #options: WebOptions;

  constructor(options: WebOptions) {
    this.#options = options;
  }

  get(path: string, referer = '/'): Promise<Result<Page, BrokerFault>> {
    return this.#follow(path, { method: 'GET', form: null, referer });
  }

  post(path: string, form: Readonly<Record<string, string>>, referer: string): Promise<Result<Page, BrokerFault>> {
    return this.#follow(path, { method: 'POST', form: new URLSearchParams(form), referer });
  }

  async #follow(path: string, first: Sending): Promise<Result<Page, BrokerFault>> {
    let url = new URL(path, this.#options.origin);
    let sending = first;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const reply = await this.#ask(url, sending);
      if (!reply.ok) return reply;
      const { status, body, location, retryAfter, date } = reply.value;
      const fault = pageFault(status, body, retryAfter);
      if (fault) return err(fault);
      if (location === undefined || status < 300 || status > 399) {
        return ok({ path: url.pathname, body, serverTimeMs: timeOf(date) });
      }
      const next = new URL(location, url);
      if (next.origin !== url.origin) return err({ kind: 'unknown', detail: `sent on to another host: ${next.host}` });
      sending = { method: 'GET', form: null, referer: url.pathname };
      url = next;
    }
    return err({ kind: 'unknown', detail: 'sent on too often' });
  }

  async #ask(url: URL, sending: Sending): Promise<Result<Reply, BrokerFault>> {
    const { jar, userAgent, origin, clock, budget, tap } = this.#options;
    await budget.take();
    const body = sending.form?.toString() ?? '';
    const cookies = await jar.getCookieString(url.href);
    const headers = {
      'user-agent': userAgent,
      accept: 'text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8',
      'accept-language': 'en-US,en;q=0.9',
      referer: new URL(sending.referer, origin).href,
      ...(cookies === '' ? {} : { cookie: cookies }),
      ...(sending.form && { origin, 'content-type': 'application/x-www-form-urlencoded' }),
    };
    const { method } = sending;
    const response = await sendHttpRequest(clock, { method, url: url.href, headers, body, timeoutMs: TIMEOUT_MS, tap });
    if (!response.ok) return response;
    const { status, headers: own, body: text } = response.value;
    // The cookie jar refuses cookies of another domain or of a public suffix. These cookies are not needed.
    for (const cookie of own.getSetCookie()) await jar.setCookie(cookie, url.href, { ignoreError: true });
    const header = (name: string) => own.get(name) ?? undefined;
    const [location, retryAfter, date] = [header('location'), header('retry-after'), header('date')];
    return ok({ status, body: text, location, retryAfter, date });
  }
}

function timeOf(date: string | undefined): number | null {
  const timeMs = Date.parse(date ?? '');
  return Number.isNaN(timeMs) ? null : timeMs;
}
