import type { Cancel, Clock } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import type { Database } from '#platform/persistence/database.ts';
import { RecentMap } from '#platform/recent-map.ts';
import { tokenHash } from './bot-token.ts';
import { findToken, type LiveBotToken } from './bot-tokens.repository.ts';

/**
 * Time in milliseconds after which a cached token is read again. Another process may have ended the token, and its
 * event on the bus may have been lost.
 */
const CACHED_MS = 5_000;
const MAX_ENTRIES = 10_000;

/** A cached token; `id` is null while its query runs. */
type Entry = { readonly row: Promise<LiveBotToken | null>; readonly untilMs: number; id: string | null };

/** Caches tokens for a few seconds, so that a busy bot does not cause a query with each request. */
export class BotTokenCache {
  readonly #entries = new RecentMap<Entry>(MAX_ENTRIES);
  readonly #db: Database;
  readonly #clock: Pick<Clock, 'monotonicMs'>;

  constructor(db: Database, clock: Pick<Clock, 'monotonicMs'>) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Removes tokens from the cache as soon as they end or are paused. */
  follow(bus: Bus): Cancel {
    return bus.subscribe(SESSION_ENDED, ({ sessionId }) => this.forget(sessionId));
  }

  /**
   * Removes a token from the cache. Also removes every entry whose query still runs, because that query may have read
   * the token before the change.
   */
  forget(id: string): void {
    this.#entries.deleteWhere((entry) => entry.id === null || entry.id === id);
  }

  find(token: string): Promise<LiveBotToken | null> {
    const hash = tokenHash(token);
    const key = hash.toString('base64');
    const known = this.#entries.get(key);
    if (known && known.untilMs > this.#clock.monotonicMs()) return known.row;
    const row = findToken(this.#db.sql, hash);
    const entry: Entry = { row, untilMs: this.#clock.monotonicMs() + CACHED_MS, id: null };
    this.#entries.set(key, entry);
    // Tokens that do not exist are not cached, so that a client that guesses tokens cannot fill the memory.
    const drop = () => this.#entries.deleteIf(key, entry);
    row.then((found) => (found ? void (entry.id = found.id) : drop()), drop);
    return row;
  }
}
