import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createRequestBudget, type RequestBudget } from '@vigia/broker-kit/pace';
import type { BrokerFault } from '@vigia/broker-kit/port';
import { type Clock, durationMs, err, ok, type Result } from '@vigia/core/kernel';
import type { CookieJar } from 'tough-cookie';
import { pageFault } from '#errors.ts';

/** A page of the site, after its redirects. */
export type Page = {
  readonly path: string;
  readonly body: string;
  /** The server's time from the header `Date`, in whole seconds; null without the header. */
  readonly serverTimeMs: number | null;
};

export type WebOptions = {
  /** `https://qxbroker.com` */
  readonly origin: string;
  readonly jar: CookieJar;
  readonly userAgent: string;
  readonly clock: Clock;
  /** The requests of the login, shared by all its pages. */
  readonly budget: RequestBudget;
};

/** No limit is published. Sources warn of many requests at once; a person loads a page every few seconds at most. */
const LIMITS = { perSecond: 5, perMinute: 40 };

/** The budget of requests to the site that one login has. */
export const webBudget = (clock: Clock): RequestBudget => createRequestBudget({ ...LIMITS, clock });

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
/** Largest page read; the site's pages have a few hundred kB. */
const MAX_BODY_BYTES = 4 * 1_048_576;

/** The site as one browser sees it, with its cookies and its User-Agent. Redirects to another host are not followed. */
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
    const { jar, userAgent, origin, clock, budget } = this.#options;
    await budget.take();
    const body = sending.form?.toString() ?? '';
    const cookies = await jar.getCookieString(url.href);
    const headers = {
      'user-agent': userAgent,
      accept: 'text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8',
      'accept-language': 'en-US,en;q=0.9',
      referer: new URL(sending.referer, origin).href,
      ...(cookies === '' ? {} : { cookie: cookies }),
      ...(sending.form && {
        origin,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(Buffer.byteLength(body)),
      }),
    };
    const response = await exchange(url, sending.method, headers, body, clock);
    if (!response.ok) return response;
    // The jar refuses cookies of another domain or of a public suffix. We do not need them.
    for (const cookie of response.value.cookies) await jar.setCookie(cookie, url.href, { ignoreError: true });
    return ok(response.value);
  }
}

/** Sends one request on a new connection and returns its complete answer. */
function exchange(
  url: URL,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  clock: Clock,
): Promise<Result<Reply & { readonly cookies: readonly string[] }, BrokerFault>> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const request = send(url, { method, headers, agent: false });
    const cancelTimer = clock.after(durationMs(TIMEOUT_MS), () => fail('no answer'));
    const fail = (detail: string) => {
      cancelTimer();
      request.destroy();
      resolve(err({ kind: 'network', detail }));
    };
    request.on('error', (error) => fail('code' in error ? String(error.code) : error.name));
    request.on('response', (response) => {
      void readAll(response).then((text) => {
        if (text === null) return fail('the answer broke off');
        cancelTimer();
        const { location, date, 'retry-after': retryAfter, 'set-cookie': cookies = [] } = response.headers;
        resolve(ok({ status: response.statusCode ?? 0, body: text, location, retryAfter, date, cookies }));
      });
    });
    request.end(body);
  });
}

function timeOf(date: string | undefined): number | null {
  const timeMs = Date.parse(date ?? '');
  return Number.isNaN(timeMs) ? null : timeMs;
}

async function readAll(response: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      if (!(chunk instanceof Buffer)) return null;
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return response.complete ? Buffer.concat(chunks).toString('utf8') : null;
}
