import { Teller } from '#platform/bus/teller.ts';
import { ACCOUNT_CHANGED, toAccountView } from '../accounts/index.ts';
import type { TradingDeps } from './deps.ts';
import { TRADE_CHANGED } from './topics.ts';
import { findByIds } from './trade.repository.ts';
import { toOption } from './trade-row.ts';

/** Told in one go: a few milliseconds of work, so that a storm of expiries leaves the event loop to everybody. */
const SLICE_TRADES = 200;

type Committed = { readonly id: string; readonly userId: string };

/**
 * Tells everyone concerned about trades that have just been settled, each with its owner's new balance. Settlement does not
 * wait for it, and a failure here does not look like a failed settlement.
 */
export class Announcer {
  readonly #deps: TradingDeps;
  readonly #teller: Teller;

  constructor(deps: TradingDeps) {
    this.#deps = deps;
    this.#teller = new Teller(deps);
  }

  /** Tells of these in the background, in their order; those of one person stand together best. */
  tell(trades: readonly Committed[]): void {
    for (let start = 0; start < trades.length; start += SLICE_TRADES) {
      const slice = trades.slice(start, start + SLICE_TRADES);
      this.#teller.tell(() => this.#tell(slice));
    }
  }

  /** Resolves once everything has been told, or cannot be told now. */
  idle(): Promise<void> {
    return this.#teller.idle();
  }

  /** What could not be told yet is tried once more: whoever settles next tells of the last of it again. */
  stop(): Promise<void> {
    return this.#teller.stop();
  }

  async #tell(slice: readonly Committed[]): Promise<void> {
    const { db, bus, accounts } = this.#deps;
    const ids = slice.map(({ id }) => id);
    const userIds = [...new Set(slice.map(({ userId }) => userId))];
    const [rows, views] = await Promise.all([findByIds(db.sql, ids), accounts.mockAccounts(db.sql, userIds)]);
    for (const row of rows) bus.publish(TRADE_CHANGED, { userId: row.user_id, trade: toOption(row) });
    for (const [userId, account] of views) bus.publish(ACCOUNT_CHANGED, { userId, account: toAccountView(account) });
  }
}
