import { type Clock, monotonicMs } from '@vigia/core/kernel';
import { CountingIds, ManualClock } from '@vigia/testkit';
import { pino } from 'pino';
import { vi } from 'vitest';
import type { Database } from '../persistence/database.ts';
import { createSql, type SendQuery } from '../persistence/sql.ts';
import { LeasedCluster } from './leased-cluster.ts';

const HEARTBEAT_MS = 500;
const ids = new CountingIds();

/**
 * A process of a cluster whose time the test controls. It does not run between two heartbeats. Its leases last a
 * minute.
 */
export class ClusterMember {
  readonly cluster: LeasedCluster;
  readonly logged: string[] = [];
  readonly #clock = new ManualClock(0);
  #suspendedMs = 0;
  readonly #time: Clock = {
    now: () => this.#clock.now(),
    monotonicMs: () => monotonicMs(this.#suspendedMs),
    after: (delay, task) => this.#clock.after(delay, task),
    every: (interval, task) => this.#clock.every(interval, task),
  };
  #queries = 0;
  #thawed = Promise.resolve();
  #thaw = (): void => undefined;

  constructor({ sql }: Pick<Database, 'sql'>) {
    const send: SendQuery = async ({ text, values }) => {
      await this.#thawed;
      this.#queries += 1;
      return sql.unsafe(text, values).finally(() => {
        this.#queries -= 1;
      });
    };
    this.cluster = new LeasedCluster({
      db: { sql: createSql(send) },
      ids,
      clock: this.#time,
      log: pino({ level: 'info' }, { write: (line) => void this.logged.push(line) }),
      ttlMs: 60_000,
      heartbeatMs: HEARTBEAT_MS,
    });
  }

  /** Fires the timers of one heartbeat interval. */
  heartbeat(): void {
    this.#clock.advance(HEARTBEAT_MS);
  }

  /**
   * Waits until running lease queries are finished, and delays all further ones until `thaw`. Without this, a process
   * that still receives ticks could detect its loss on a write and acquire leases again.
   */
  async freeze(): Promise<void> {
    this.#thawed = new Promise((resolve) => {
      this.#thaw = resolve;
    });
    await vi.waitUntil(() => this.#queries === 0, { timeout: 20_000, interval: 1 });
  }

  thaw(): void {
    this.#thaw();
  }

  /** Advances the time without a heartbeat, as if the process were suspended. */
  suspend(ms: number): void {
    this.#suspendedMs += ms;
  }

  setClock(byMs: number): void {
    this.#clock.jump(byMs);
  }
}
