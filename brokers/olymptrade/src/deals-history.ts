import { sendHttpRequest } from '@vigia/broker-kit/http';
import { createRequestBudget, type RequestBudget } from '@vigia/broker-kit/pace';
import type { BrokerAccountKind, BrokerDeps, BrokerFault } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import { ORIGINS, SITE } from './client.ts';
import type { BrowserSession } from './login.ts';
import { jsonOrNull } from './wire/frames.ts';
import { DealRow, DealsPage, rowsOf } from './wire/shapes.ts';

const PATH = '/v3/cabinet/deals-history';
const PAGE = 50;
const MAX_PAGES = 40;
/**
 * Limits of requests for the history. The broker publishes none. A user who scrolls through the history loads at most
 * one page every few seconds.
 */
const LIMITS = { perSecond: 5, perMinute: 40 };

/**
 * Closed deals as the broker sends them. `isWhole`: the list contains every deal that closed since the requested time.
 */
export type ClosedDeals = { readonly rows: readonly unknown[]; readonly isWhole: boolean };

/** The closed deals of a login, read over HTTP. */
export class DealsHistory {
  readonly #session: BrowserSession;
  readonly #deps: BrokerDeps;
  readonly #budget: RequestBudget;

  constructor(session: BrowserSession, deps: BrokerDeps) {
    this.#session = session;
    this.#deps = deps;
    this.#budget = createRequestBudget({ ...LIMITS, clock: deps.clock });
  }

  /**
   * Reads the closed deals of one account, newest first, back to deals that closed before `sinceMs`
   * (docs/spec/brokers/olymptrade.md §2: three community clients show the request, none shows its response). A response
   * of another form is a fault and not an empty list. Pages may be shorter than requested, so only an empty page is the
   * last one.
   */
  async read(
    account: { readonly accountId: string; readonly kind: BrokerAccountKind },
    sinceMs: number,
  ): Promise<Result<ClosedDeals, BrokerFault>> {
    const rows: unknown[] = [];
    const seen = new Set<string>();
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const { accountId, kind } = account;
      const query = { limit: PAGE, group: kind, order: 'time_close', page, account_id: Number(accountId) };
      const answer = await this.#ask(JSON.stringify(query));
      if (!answer.ok) return answer;
      rows.push(...answer.value);
      const deals = rowsOf(DealRow, answer.value);
      const isOldEnough = deals.some(({ time_close }) => time_close !== undefined && time_close * 1_000 < sinceMs);
      if (answer.value.length === 0 || isOldEnough) return ok({ rows, isWhole: true });
      // If a page has no new, readable deal, it does not show how far back it reaches.
      if (deals.every(({ id }) => seen.has(id))) break;
      for (const { id } of deals) seen.add(id);
    }
    return ok({ rows, isWhole: false });
  }

  async #ask(body: string): Promise<Result<readonly unknown[], BrokerFault>> {
    const { origins, clock, tap } = this.#deps;
    await this.#budget.take('records');
    const url = (origins['api'] ?? ORIGINS.api) + PATH;
    const answer = await sendHttpRequest(clock, { method: 'POST', url, headers: headersOf(this.#session), body, tap });
    if (!answer.ok) return answer;
    if (answer.value.status !== 200) return err(faultOf(answer.value.status));
    const page = DealsPage.safeParse(jsonOrNull(answer.value.body));
    return page.success ? ok(page.data.data) : err({ kind: 'unknown', detail: 'the history answered something else' });
  }
}

const headersOf = ({ cookie, userAgent }: BrowserSession): Readonly<Record<string, string>> => ({
  Cookie: cookie,
  Origin: SITE,
  'User-Agent': userAgent,
  'Content-Type': 'application/json',
  'X-Request-Type': 'Api-Request',
  'X-Request-Project': 'bo',
  'X-Requested-With': 'XMLHttpRequest',
});

/**
 * Returns the fault for a failed HTTP request. It never reports an ended session, because only the socket shows that.
 */
function faultOf(status: number): BrokerFault {
  const detail = `history answered ${status}`;
  if (status === 429) return { kind: 'rate_limited', detail };
  return { kind: status >= 500 ? 'network' : 'unknown', detail };
}
