import { type Cancel, durationMs } from '@vigia/core/kernel';
import type { BrokersDeps } from '../deps.ts';
import type { BrokerConnection } from '../sessions/connection.ts';
import type { Renewals } from './renewals.ts';

/** Delay before the next attempt after a renewal that failed temporarily. */
const AGAIN_MS = 30_000;

type Deps = Pick<BrokersDeps, 'clock' | 'background'> & { readonly renewals: Renewals };

/** Renews the tokens of open connections, each before they expire. */
export class RenewalTimers {
  readonly #deps: Deps;
  readonly #timers = new Map<BrokerConnection, Cancel>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Schedules the next renewal of a connection that has signed in, if its login can be renewed. */
  start(userId: string, connection: BrokerConnection): void {
    const waitMs = this.#deps.renewals.dueInMs(connection.login);
    if (waitMs !== null) this.#plan(userId, connection, waitMs);
  }

  cancel(connection: BrokerConnection): void {
    this.#timers.get(connection)?.();
    this.#timers.delete(connection);
  }

  #plan(userId: string, connection: BrokerConnection, waitMs: number): void {
    const { clock, background } = this.#deps;
    this.cancel(connection);
    const run = () => background.run('renewing the tokens of a broker', () => this.#renew(userId, connection));
    this.#timers.set(connection, clock.after(durationMs(waitMs), run));
  }

  async #renew(userId: string, connection: BrokerConnection): Promise<void> {
    // The next attempt is scheduled first. An attempt that throws, for example because the database is unavailable, is
    // then repeated too.
    this.#plan(userId, connection, AGAIN_MS);
    const renewed = await this.#deps.renewals.current(userId, connection.broker, connection.login);
    if (!this.#timers.has(connection)) return;
    if (!renewed.ok) return renewed.error.kind === 'auth_invalid' ? this.#lose(connection, renewed.error) : undefined;
    const { credentials } = renewed.value;
    if (credentials.kind === 'oauth') connection.renewed(credentials);
    this.start(userId, connection);
  }

  async #lose(connection: BrokerConnection, fault: Parameters<BrokerConnection['lose']>[0]): Promise<void> {
    this.cancel(connection);
    await connection.lose(fault);
  }
}
