import { askHttp } from '@vigia/broker-kit/http';
import type { BrokerAccountKind, BrokerDeps, BrokerFault } from '@vigia/broker-kit/port';
import { err, ok, type Result } from '@vigia/core/kernel';
import { ORIGINS, SITE } from './client.ts';
import type { BrowserSession } from './wire/access-token.ts';
import { jsonOrNull } from './wire/frames.ts';
import { DealRow, DealsPage, rowsOf } from './wire/shapes.ts';

const PATH = '/v3/cabinet/deals-history';
const PAGE = 50;
const MAX_PAGES = 40;

/**
 * The closed deals of one account, newest first, back to those that closed before `sinceMs`
 * (docs/spec/brokers/olymptrade.md §2: three community clients show the request, none shows its answer). An answer of
 * another shape is a fault and is not read as an empty list.
 * @param turn waits until the budget of requests allows the next page
 */
export async function dealsHistory(
  session: BrowserSession,
  account: { readonly accountId: string; readonly kind: BrokerAccountKind },
  sinceMs: number,
  deps: BrokerDeps,
  turn: () => Promise<void>,
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
    await turn();
    const answer = await ask(session, JSON.stringify(query), deps);
    if (!answer.ok) return answer;
    const rows = rowsOf(DealRow, answer.value);
    if (rows.length < answer.value.length)
      return err({ kind: 'unknown', detail: 'a deal of the history is unreadable' });
    deals.push(...rows);
    const oldest = rows.at(-1);
    if (rows.length < PAGE || (oldest?.time_close ?? Infinity) * 1_000 < sinceMs) return ok(deals);
  }
  return err({ kind: 'unknown', detail: 'the history is longer than it is read' });
}

async function ask(
  session: BrowserSession,
  body: string,
  { origins, clock }: BrokerDeps,
): Promise<Result<readonly unknown[], BrokerFault>> {
  const url = (origins['api'] ?? ORIGINS.api) + PATH;
  const answer = await askHttp(clock, { method: 'POST', url, headers: headersOf(session), body });
  if (!answer.ok) return answer;
  if (answer.value.status !== 200) return err(faultOf(answer.value.status));
  const page = DealsPage.safeParse(jsonOrNull(answer.value.body));
  return page.success ? ok(page.data.data) : err({ kind: 'unknown', detail: 'the history answered something else' });
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

/** The fault of an HTTP read. Only the socket decides whether the session has ended. */
function faultOf(status: number): BrokerFault {
  const detail = `history answered ${status}`;
  if (status === 429) return { kind: 'rate_limited', detail };
  return { kind: status >= 500 ? 'network' : 'unknown', detail };
}
