import { PostCommitPublisher } from '#platform/bus/post-commit-publisher.ts';
import { ACCOUNT_CHANGED, toAccountView } from '../accounts/index.ts';
import type { TradingDeps } from './deps.ts';
import { TRADE_CHANGED } from './topics.ts';
import { findTradesByIds } from './trade.repository.ts';
import { toOption } from './trade-row.ts';

/**
 * Number of trades published per slice. A slice takes a few milliseconds, so many simultaneous expiries do not block
 * the event loop.
 */
const SLICE_TRADES = 200;

type Committed = { readonly id: string; readonly userId: string };

/**
 * Publishes trades that were just settled, each with its owner's new balance. Settlement does not wait for this work,
 * and a failure here does not count as a failed settlement.
 */
export class SettlementPublisher {
  readonly #deps: TradingDeps;
  readonly #publisher: PostCommitPublisher;

  constructor(deps: TradingDeps) {
    this.#deps = deps;
    this.#publisher = new PostCommitPublisher(deps);
  }

  /**
   * Publishes these trades in the background, in order. The caller passes the trades of one user next to each other.
   */
  publish(trades: readonly Committed[]): void {
    for (let start = 0; start < trades.length; start += SLICE_TRADES) {
      const slice = trades.slice(start, start + SLICE_TRADES);
      this.#publisher.publish(() => this.#publish(slice));
    }
  }

  /** Resolves when everything is published or has failed. */
  idle(): Promise<void> {
    return this.#publisher.idle();
  }

  /** Retries failed publications once. The next settler publishes those that fail again. */
  stop(): Promise<void> {
    return this.#publisher.stop();
  }

  async #publish(slice: readonly Committed[]): Promise<void> {
    const { db, bus, accounts } = this.#deps;
    const ids = slice.map(({ id }) => id);
    const userIds = [...new Set(slice.map(({ userId }) => userId))];
    const [rows, views] = await Promise.all([findTradesByIds(db.sql, ids), accounts.mockAccounts(db.sql, userIds)]);
    for (const row of rows) bus.publish(TRADE_CHANGED, { userId: row.user_id, trade: toOption(row) });
    for (const [userId, account] of views) bus.publish(ACCOUNT_CHANGED, { userId, account: toAccountView(account) });
  }
}
