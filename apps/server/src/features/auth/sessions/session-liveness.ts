import type { Cancel, Clock } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import type { Database } from '#platform/persistence/database.ts';
import { RecentMap } from '#platform/recent-map.ts';
import { findLiveSession, type LiveSession } from './sessions.repository.ts';

/**
 * Time in milliseconds after which a cached session is read again. Another process may have ended the session, and its
 * event on the bus may have been lost.
 */
const CACHED_MS = 5_000;
const MAX_ENTRIES = 10_000;

type Entry = { readonly session: Promise<LiveSession | null>; readonly untilMs: number };

/**
 * Caches for a few seconds whether a session is open. An entry is created before its query starts, so a session that
 * ends during the query is not cached as open.
 */
export class SessionLiveness {
  readonly #entries = new RecentMap<Entry>(MAX_ENTRIES);
  readonly #db: Database;
  readonly #clock: Pick<Clock, 'monotonicMs'>;

  constructor(db: Database, clock: Pick<Clock, 'monotonicMs'>) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Removes sessions from the cache as soon as they end. */
  follow(bus: Bus): Cancel {
    return bus.subscribe(SESSION_ENDED, ({ sessionId }) => this.#entries.delete(sessionId));
  }

  /** Removes a session from the cache because it has changed; the next request reads it again. */
  forget(sessionId: string): void {
    this.#entries.delete(sessionId);
  }

  find(sessionId: string): Promise<LiveSession | null> {
    const known = this.#entries.get(sessionId);
    if (known && known.untilMs > this.#clock.monotonicMs()) return known.session;
    const session = findLiveSession(this.#db.sql, sessionId);
    const entry = { session, untilMs: this.#clock.monotonicMs() + CACHED_MS };
    this.#entries.set(sessionId, entry);
    session.catch(() => this.#entries.deleteIf(sessionId, entry));
    return session;
  }
}
