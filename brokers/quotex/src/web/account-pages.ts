import type { BrokerFault } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import { z } from 'zod';
import type { SavedBrowserLogin } from '#saved-login.ts';
import { TRADE_PAGE } from '#sign-in.ts';
import { listOf, type Profile, readProfile } from '#wire/messages.ts';
import { Web, type WebOptions } from './web.ts';

const DIGEST = '/api/v1/cabinets/digest';
const HISTORY = '/api/v1/cabinets/trades/history/type';
const Enveloped = z.object({ data: z.unknown() });
const NO_DATA: BrokerFault = { kind: 'unknown', detail: 'an answer without data' };
const NOT_SIGNED_IN: BrokerFault = { kind: 'session_expired', detail: 'the account pages answer with HTML' };

/** Account data that the broker's website sends to a signed-in browser over HTTP. */
export class AccountPages {
  readonly #web: Web;

  constructor({ jar, userAgent }: SavedBrowserLogin, access: Pick<WebOptions, 'origin' | 'clock' | 'budget' | 'tap'>) {
    this.#web = new Web({ ...access, jar, userAgent });
  }

  async profile(): Promise<Result<{ profile: Profile; serverTimeMs: number | null }, BrokerFault>> {
    const answer = await this.#json(DIGEST);
    if (!answer.ok) return answer;
    const profile = readProfile(answer.value.data);
    return profile
      ? ok({ profile, serverTimeMs: answer.value.serverTimeMs })
      : err({ kind: 'unknown', detail: 'the digest reads differently' });
  }

  /** Reads one page of ended orders, newest first. Page 1 is the newest page. */
  async history(account: 'demo' | 'live', page: number): Promise<Result<readonly unknown[], BrokerFault>> {
    const answer = await this.#json(`${HISTORY}/${account}?page=${page}`);
    if (!answer.ok) return answer;
    const rows = listOf(answer.value.data);
    return rows ? ok(rows) : err({ kind: 'unknown', detail: 'the history reads differently' });
  }

  /** Ends the login at the broker. */
  async signOut(): Promise<void> {
    await this.#web.get('/en/logout', TRADE_PAGE);
  }

  async #json(path: string): Promise<Result<{ data: unknown; serverTimeMs: number | null }, BrokerFault>> {
    const page = await this.#web.get(path, TRADE_PAGE);
    if (!page.ok) return page.error.kind === 'auth_rate_limited' ? err({ ...page.error, kind: 'rate_limited' }) : page;
    const { body, serverTimeMs } = page.value;
    try {
      const read = Enveloped.safeParse(JSON.parse(body));
      return read.success ? ok({ data: read.data.data, serverTimeMs }) : err(NO_DATA);
    } catch {
      return err(NOT_SIGNED_IN);
    }
  }
}
