import { ACCOUNT_CHANGED, toAccountView } from '../accounts/index.ts';
import type { TradingDeps } from './deps.ts';
import { TRADE_CHANGED } from './topics.ts';
import { findByIds } from './trade.repository.ts';
import { toOption } from './trade-row.ts';

/** Told in one go: a few milliseconds of work, so that a storm of expiries leaves the event loop to everybody. */
const SLICE_TRADES = 200;

type Committed = { readonly id: string; readonly userId: string };

/**
 * Tells everyone concerned about trades that have just been committed, each with its owner's new balance. Only news:
 * whoever misses it reads the same from the API, so a failure here must not look like a failed settlement, and
 * settlement does not wait for it.
 */
export class Announcer {
  readonly #deps: TradingDeps;
  readonly #waiting: Committed[][] = [];
  #telling: Promise<void> | null = null;

  constructor(deps: TradingDeps) {
    this.#deps = deps;
  }

  /** Tells of these in the background, in their order; those of one person stand together best. */
  tell(trades: readonly Committed[]): void {
    for (let start = 0; start < trades.length; start += SLICE_TRADES)
      this.#waiting.push(trades.slice(start, start + SLICE_TRADES));
    this.#telling ??= this.#tellAll().finally(() => {
      this.#telling = null;
    });
  }

  /** Resolves once everything has been told. */
  async idle(): Promise<void> {
    await this.#telling;
  }

  async #tellAll(): Promise<void> {
    for (let slice = this.#waiting.shift(); slice !== undefined; slice = this.#waiting.shift()) await this.#tell(slice);
  }

  async #tell(slice: readonly Committed[]): Promise<void> {
    const { db, bus, accounts, log } = this.#deps;
    try {
      const ids = slice.map(({ id }) => id);
      const userIds = [...new Set(slice.map(({ userId }) => userId))];
      const [rows, views] = await Promise.all([findByIds(db.sql, ids), accounts.mockAccounts(db.sql, userIds)]);
      for (const row of rows) bus.publish(TRADE_CHANGED, { userId: row.user_id, trade: toOption(row) });
      for (const [userId, account] of views) bus.publish(ACCOUNT_CHANGED, { userId, account: toAccountView(account) });
    } catch (error) {
      log.error({ err: error, trades: slice.length }, 'committed trades could not be announced');
    }
  }
}
