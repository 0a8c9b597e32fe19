import { setTimeout as sleep } from 'node:timers/promises';
import type { DriverConnection } from './driver-connection.ts';

/** Error if no connection was available in time. A retry may succeed shortly. */
export class DatabaseBusyError extends Error {
  readonly code = 'DATABASE_BUSY';

  constructor() {
    super('every connection of the pool is busy');
  }
}

const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 1_000;
const CLOSE_WITHIN_MS = 5_000;
/** Longest wait for a connection that is being opened. A server that takes longer is treated as suspended. */
const OPEN_WITHIN_MS = 3_000;

/** A place for one connection, which is opened at its first use and reopened after a loss. */
class Slot {
  users = 0;
  #opening: Promise<DriverConnection> | null = null;
  #open: DriverConnection | null = null;
  readonly #connect: () => Promise<DriverConnection>;

  constructor(connect: () => Promise<DriverConnection>) {
    this.#connect = connect;
  }

  /** The connection if it is open and usable, otherwise null. */
  get ready(): DriverConnection | null {
    return this.#open?.isUsable === true ? this.#open : null;
  }

  async connection(): Promise<DriverConnection> {
    if (this.ready !== null) return this.ready;
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = null;
    });
    this.#open = await this.#opening;
    return this.#open;
  }

  async end(): Promise<void> {
    const opened = await this.#opening?.catch(() => null);
    await (opened ?? this.ready)?.end();
  }

  async destroy(): Promise<void> {
    const opened = await this.#opening?.catch(() => null);
    (opened ?? this.ready)?.destroy();
  }
}

export type PoolOptions = {
  readonly size: number;
  /** Number of users who share a connection at the same time. */
  readonly usersPerConnection: number;
  /** Time that a user waits for a free and open connection before `DatabaseBusyError`. */
  readonly waitMs: number;
};

/** A connection in use; `release` returns it to the pool. */
export type PooledConnection = { readonly connection: DriverConnection; release(): void };

/**
 * The connections to one database. If the server refuses connections, further attempts are delayed increasingly, up to
 * one second.
 */
export class ConnectionPool {
  readonly #slots: readonly Slot[];
  readonly #options: PoolOptions;
  readonly #waiting = new Set<(slot: Slot) => void>();
  #failures = 0;
  #retryAtMs = 0;
  #isClosed = false;

  constructor(open: () => Promise<DriverConnection>, options: PoolOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.size }, () => new Slot(() => this.#connect(open)));
  }

  /**
   * Reserves a connection for the caller.
   * @throws DatabaseBusyError, or the error of a connection that cannot be opened
   */
  async lease(): Promise<PooledConnection> {
    const untilMs = performance.now() + this.#options.waitMs;
    const slot = this.#takeFree() ?? (await this.#waitForSlot());
    try {
      const connection =
        slot.ready ?? (await before(Math.min(untilMs, performance.now() + OPEN_WITHIN_MS), slot.connection()));
      return { connection, release: () => this.#release(slot) };
    } catch (error) {
      this.#release(slot);
      throw error;
    }
  }

  /** Runs `work` on a connection. */
  use<T>(work: (connection: DriverConnection) => Promise<T>): Promise<T> {
    const slot = this.#takeFree();
    if (slot?.ready != null) return work(slot.ready).finally(() => this.#release(slot));
    if (slot !== null) slot.users -= 1;
    return this.lease().then(({ connection, release }) => work(connection).finally(release));
  }

  /** Refuses new work and waits briefly for work in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const untilMs = performance.now() + CLOSE_WITHIN_MS; this.#isBusy() && performance.now() < untilMs; )
      await sleep(5);
    await Promise.all(this.#slots.map((slot) => slot.end()));
  }

  /** Refuses new work and cuts the connections, so that work in progress fails at once. */
  async abort(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#slots.map((slot) => slot.destroy()));
  }

  #isBusy(): boolean {
    return this.#slots.some(({ users }) => users > 0);
  }

  async #connect(open: () => Promise<DriverConnection>): Promise<DriverConnection> {
    const delayMs = this.#retryAtMs - performance.now();
    if (delayMs > 0) await sleep(delayMs);
    if (this.#isClosed) throw closed();
    try {
      const connection = await open();
      this.#failures = 0;
      return connection;
    } catch (error) {
      this.#failures += 1;
      this.#retryAtMs = performance.now() + Math.min(RETRY_FIRST_MS * 2 ** this.#failures, RETRY_MAX_MS);
      throw error;
    }
  }

  /**
   * Returns an idle open connection if there is one, otherwise an unopened one, otherwise the one with the fewest
   * users. Returns null if all are full.
   */
  #takeFree(): Slot | null {
    let best: Slot | null = null;
    for (const slot of this.#slots) {
      if (slot.users >= this.#options.usersPerConnection) continue;
      if (best === null || cost(slot) < cost(best)) best = slot;
    }
    if (best !== null) best.users += 1;
    return best;
  }

  #waitForSlot(): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(take);
        reject(new DatabaseBusyError());
      }, this.#options.waitMs);
      const take = (slot: Slot): void => {
        clearTimeout(timer);
        resolve(slot);
      };
      this.#waiting.add(take);
    });
  }

  #release(slot: Slot): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      slot.users -= 1;
      return;
    }
    this.#waiting.delete(next);
    next(slot);
  }
}

/** Settles as `opening` does, or rejects with `DatabaseBusyError` at a monotonic time. */
function before<T>(untilMs: number, opening: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DatabaseBusyError()), Math.max(0, untilMs - performance.now()));
    opening.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

const cost = (slot: Slot): number => slot.users + (slot.ready === null ? 0.5 : 0);

const closed = (): Error => Object.assign(new Error('the database is closed'), { code: 'CONNECTION_ENDED' });
