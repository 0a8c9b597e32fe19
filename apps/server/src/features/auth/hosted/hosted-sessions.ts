import type { Clock, MonotonicMs } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { RecentMap } from '#platform/recent-map.ts';
import { type HostedApi, HostedUnavailable, type HostedUser } from './hosted-project.ts';

/**
 * Time for which a response of the project is cached. The end of a session takes effect here at most this much later.
 */
const TRUSTED_MS = 60_000;
/** Time for which sessions that were checked before stay valid while the project does not respond. */
const OUTAGE_GRACE_MS = 5 * 60_000;
const MAX_ENTRIES = 10_000;

type Known = { readonly user: HostedUser | null; readonly atMs: MonotonicMs };
type Entry = { known: Known | null; asking: Promise<Known> | null };

export type SessionsDeps = {
  readonly api: HostedApi;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly bus: Bus;
  readonly log: Logger;
  /** Called each time the project confirms a user, before the request is admitted. */
  readonly onConfirmed: (user: HostedUser, accessToken: string) => Promise<void>;
};

/** Caches whether sessions of the project are valid. Asks the project about each session at most once a minute. */
export class HostedSessions {
  readonly #deps: SessionsDeps;
  readonly #entries = new RecentMap<Entry>(MAX_ENTRIES);

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the user of a session; null if it has ended.
   * @throws HostedUnavailable if the project does not respond and the session is not cached
   */
  async find(sessionId: string, accessToken: string): Promise<HostedUser | null> {
    const entry = this.#entryOf(sessionId);
    if (entry.known !== null && this.#ageMs(entry.known) < TRUSTED_MS) return entry.known.user;
    try {
      entry.asking ??= this.#ask(accessToken).finally(() => {
        entry.asking = null;
      });
      const known = await entry.asking;
      if (known.user === null && entry.known?.user) this.#deps.bus.publish(SESSION_ENDED, { sessionId });
      entry.known = known;
      return known.user;
    } catch (error) {
      if (!(error instanceof HostedUnavailable)) throw error;
      const { known } = entry;
      if (known?.user == null || this.#ageMs(known) >= OUTAGE_GRACE_MS) throw error;
      this.#deps.log.warn({ err: error }, 'hosted project unavailable: a session goes on with its last answer');
      return known.user;
    }
  }

  async #ask(accessToken: string): Promise<Known> {
    const atMs = this.#deps.clock.monotonicMs();
    const user = await this.#deps.api.user(accessToken);
    if (user !== null) await this.#deps.onConfirmed(user, accessToken);
    return { user, atMs };
  }

  #ageMs = ({ atMs }: Known): number => this.#deps.clock.monotonicMs() - atMs;

  #entryOf(sessionId: string): Entry {
    const entry = this.#entries.get(sessionId) ?? { known: null, asking: null };
    this.#entries.set(sessionId, entry);
    return entry;
  }
}
