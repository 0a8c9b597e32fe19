import type { Cancel, Clock } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import type { Database } from '#platform/persistence/database.ts';
import { RecentMap } from '#platform/recent-map.ts';
import { tokenHash } from './bot-token.ts';
import { findToken, type LiveBotToken } from './bot-tokens.repository.ts';

/** Another process may end a token and its bus event may be lost; an entry is read again after this long. */
const CACHED_MS = 5_000;
const MAX_ENTRIES = 10_000;

/** `id` is null while the query runs. */
type Entry = { readonly row: Promise<LiveBotToken | null>; readonly untilMs: number; id: string | null };

/** Knows tokens for a few seconds, so that a busy bot does not ask the database at each call. */
export class BotTokenCache {
  readonly #entries = new RecentMap<Entry>(MAX_ENTRIES);
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Forgets tokens the moment they end or are paused. */
  follow(bus: Bus): Cancel {
    return bus.subscribe(SESSION_ENDED, ({ sessionId }) => this.forget(sessionId));
  }

  /** An entry whose query still runs may have read what was true before: it goes too. */
  forget(id: string): void {
    this.#entries.deleteWhere((entry) => entry.id === null || entry.id === id);
  }

  find(token: string): Promise<LiveBotToken | null> {
    const hash = tokenHash(token);
    const key = hash.toString('base64');
    const known = this.#entries.get(key);
    if (known && known.untilMs > this.#clock.now()) return known.row;
    const row = findToken(this.#db.sql, hash);
    const entry: Entry = { row, untilMs: this.#clock.now() + CACHED_MS, id: null };
    this.#entries.set(key, entry);
    // Unknown tokens are not cached: invented ones take no room.
    const drop = () => this.#entries.deleteIf(key, entry);
    row.then((found) => (found ? void (entry.id = found.id) : drop()), drop);
    return row;
  }
}
