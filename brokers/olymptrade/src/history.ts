import type { BrokerAccountKind, BrokerDeps, BrokerFault } from '@vigia/broker-kit/port';
import { durationMs, err, ok, type Result } from '@vigia/core/kernel';
import { ORIGINS, SITE } from './client.ts';
import type { BrowserSession } from './wire/access-token.ts';
import { DealRow, DealsPage, rowsOf } from './wire/shapes.ts';

const PATH = '/v3/cabinet/deals-history';
const PAGE = 50;
const MAX_PAGES = 40;
const TIMEOUT_MS = 10_000;
const MAX_BODY_CHARS = 2_000_000;

/**
 * The closed deals of one account, newest first, back to those that closed before `sinceMs` (PROTOCOLS.md §4.2: the request
 * is known from three clients, its answer from none). An answer of another shape is a fault, never an empty list.
 */
export async function dealsHistory(
  session: BrowserSession,
  account: { readonly accountId: string; readonly kind: BrokerAccountKind },
  sinceMs: number,
  deps: BrokerDeps,
): Promise<Result<readonly DealRow[], BrokerFault>> {
  const deals: DealRow[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = {
      limit: PAGE,
      group: account.kind,
      order: 'time_close',
      page,
      account_id: Number(account.accountId),
    };
    const answer = await post(session, JSON.stringify(query), deps);
    if (!answer.ok) return answer;
    const rows = rowsOf(DealRow, answer.value);
    if (rows.length < answer.value.length)
      return err({ kind: 'unknown', detail: 'a deal of the history is unreadable' });
    deals.push(...rows);
    const oldest = rows.at(-1);
    if (rows.length < PAGE || (oldest?.time_close ?? 0) * 1_000 < sinceMs) return ok(deals);
  }
  return err({ kind: 'unknown', detail: 'the history is longer than it is read' });
}

async function post(
  session: BrowserSession,
  body: string,
  { origins, clock }: BrokerDeps,
): Promise<Result<readonly unknown[], BrokerFault>> {
  const abort = new AbortController();
  const cancelTimer = clock.after(durationMs(TIMEOUT_MS), () => abort.abort());
  try {
    const response = await fetch((origins['api'] ?? ORIGINS.api) + PATH, {
      method: 'POST',
      redirect: 'error',
      signal: abort.signal,
      headers: headersOf(session),
      body,
    });
    if (!response.ok) return err(httpFault(response.status));
    const text = await response.text();
    const page = text.length > MAX_BODY_CHARS ? null : DealsPage.safeParse(JSON.parse(text));
    return page?.success ? ok(page.data.data) : err({ kind: 'unknown', detail: 'the history answered something else' });
  } catch (error) {
    // Messages may quote headers; the name is enough.
    return err({ kind: 'network', detail: error instanceof Error ? error.name : 'fetch failed' });
  } finally {
    cancelTimer();
  }
}

const headersOf = ({ cookie, userAgent }: BrowserSession): Record<string, string> => ({
  Cookie: cookie,
  Origin: SITE,
  'User-Agent': userAgent,
  'Content-Type': 'application/json',
  'X-Request-Type': 'Api-Request',
  'X-Request-Project': 'bo',
  'X-Requested-With': 'XMLHttpRequest',
});

/** Of a read beside the socket: the socket decides whether the session is over. */
function httpFault(status: number): BrokerFault {
  const detail = `history answered ${status}`;
  if (status === 429) return { kind: 'rate_limited', detail };
  return { kind: status >= 500 ? 'network' : 'unknown', detail };
}
