import { z } from 'zod';
import type { DrivenServer } from './driven-server.ts';
import type { People, Person } from './people.ts';

export type Order = { readonly asset_symbol: string; readonly option_type: 'CALL' | 'PUT'; readonly amount: number };

/** The default limit of open trades for one account. */
const AT_ONCE = 3;
const PATIENCE_MS = 120_000;

const ActiveTrades = z.object({ data: z.array(z.unknown()) });

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
  for (let from = 0; from < orders.length; from += AT_ONCE) {
    for (const order of orders.slice(from, from + AT_ONCE)) {
      await people.api('/api/v1/trading/create-option', session, { ...order, duration: 1 });
    }
    await server.runUntil(async () => {
      const active = await people.api('/api/v1/trading/active', session);
      return ActiveTrades.parse(active).data.length === 0;
    }, PATIENCE_MS);
  }
}
