import { ACCOUNT_CHANGED } from '../accounts/index.ts';
import type { TradingDeps } from './deps.ts';
import { TRADE_CHANGED } from './topics.ts';
import { findByIds } from './trade.repository.ts';
import { toOption } from './trade-row.ts';

/**
 * Tells everyone concerned about trades that have just been committed, each with its owner's new balance. Only news:
 * whoever misses it reads the same from the API, so a failure here must not look like a failed settlement.
 */
export async function publishTrades(
  { db, bus, accounts, log }: TradingDeps,
  trades: readonly { readonly id: string; readonly userId: string }[],
): Promise<void> {
  try {
    const rows = await findByIds(
      db.sql,
      trades.map((trade) => trade.id),
    );
    for (const row of rows) bus.publish(TRADE_CHANGED, { userId: row.user_id, trade: toOption(row) });
    for (const userId of new Set(trades.map((trade) => trade.userId))) {
      bus.publish(ACCOUNT_CHANGED, { userId, account: await accounts.accountView(db.sql, userId) });
    }
  } catch (error) {
    log.error({ err: error, trades: trades.length }, 'committed trades could not be announced');
  }
}
