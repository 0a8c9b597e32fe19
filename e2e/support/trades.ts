import type { DrivenServer } from './driven-server.ts';
import type { People, Person } from './people.ts';

export type Order = { readonly asset_symbol: string; readonly option_type: 'CALL' | 'PUT'; readonly amount: number };

/** The default limit of open trades for one account. */
const AT_ONCE = 3;
const PATIENCE_MS = 120_000;

/**
 * Places these orders of one minute, at most three at a time, and advances the server's clock until all trades are
 * settled.
 */
export async function tradeAndSettle(
  server: DrivenServer,
  people: People,
  { session }: Person,
  orders: readonly Order[],
): Promise<void> {
  const api = people.client(session.access_token);
  for (let from = 0; from < orders.length; from += AT_ONCE) {
    for (const order of orders.slice(from, from + AT_ONCE)) {
      await api.call('POST /api/v1/trading/create-option', { body: { ...order, duration: 1 } });
    }
    await server.runUntil(async () => (await api.call('GET /api/v1/trading/active')).data.length === 0, PATIENCE_MS);
  }
}
