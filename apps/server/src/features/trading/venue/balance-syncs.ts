import type { VenueDeps } from '../deps.ts';
import type { LoginKey } from './broker-trades.repository.ts';
import { keyOf, type LoginQueues } from './login-queues.ts';
import { syncLogin } from './sync-balance.ts';

/**
 * Largest number of logins synced per pass. After a take-over hundreds may be waiting, and orders need the database
 * too.
 */
const SYNCED_EACH_PASS = 50;

/** Syncs the balances of logins with their brokers, in the queues of these logins. */
export class BalanceSyncs {
  readonly #deps: VenueDeps;
  readonly #queues: LoginQueues;
  /** Logins whose balances must be synced. */
  readonly #waiting = new Map<string, LoginKey>();

  constructor(deps: VenueDeps, queues: LoginQueues) {
    this.#deps = deps;
    this.#queues = queues;
  }

  /** Schedules a sync of this login in the next pass. */
  add({ userId, brokerId }: LoginKey): void {
    this.#waiting.set(keyOf({ userId, brokerId }), { userId, brokerId });
  }

  /** Starts the syncs of one pass. */
  start(): void {
    for (const [key, login] of [...this.#waiting].slice(0, SYNCED_EACH_PASS)) {
      this.#waiting.delete(key);
      this.#queues.add(key, () => this.#sync(login));
    }
  }

  /** Drops the scheduled syncs of these keys, because another process syncs their logins. */
  drop(isMeant: (key: string) => boolean): void {
    for (const key of [...this.#waiting.keys()].filter(isMeant)) this.#waiting.delete(key);
  }

  /** Syncs the balances of a login, and schedules another sync if this one does not complete. */
  async #sync(login: LoginKey): Promise<void> {
    const connection = this.#deps.brokers.connectionOf(login.userId, login.brokerId);
    // Without a session the balance is unknown; the next session reports it.
    if (connection?.session.state().status !== 'connected') return;
    const isDone = await syncLogin(this.#deps, login, connection).catch((error: unknown) => {
      this.add(login);
      throw error;
    });
    if (!isDone) this.add(login);
  }
}
