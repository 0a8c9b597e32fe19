import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestPostgres, type TestPostgres } from '@vigia/server/testing';
import type { BreakablePart } from './breakable.ts';
import { isRunning, processTree, signalTree } from './process-tree.ts';

/**
 * Settings of the database server. The connection limit suffices for the connection pools of seven processes and for
 * the fault tests. The tests also read commit times.
 */
const SETTINGS = ['max_connections=250', 'shared_buffers=256MB', 'track_commit_timestamp=on'];
const POLL_MS = 10;
const START_TRIES = 3;

/** A PostgreSQL server with the product's database, configured as for an installation of several processes. */
export class OwnPostgres implements BreakablePart {
  readonly name = 'postgres';
  readonly #folder: string;
  #server: TestPostgres;

  private constructor(folder: string, server: TestPostgres) {
    this.#folder = folder;
    this.#server = server;
  }

  static async begin(folder: string): Promise<OwnPostgres> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return new OwnPostgres(folder, await startTestPostgres(folder, SETTINGS));
  }

  /** Returns the database URL of the role that owns the database. */
  get url(): string {
    return this.#server.ownerUrl;
  }

  get pid(): number {
    return this.#server.pid;
  }

  /** Kills the server process, and waits until its backend processes have ended. */
  async kill(): Promise<void> {
    const tree = processTree(this.#server.pid);
    process.kill(this.#server.pid, 'SIGKILL');
    while (tree.some(isRunning)) await sleep(POLL_MS);
  }

  freeze(): void {
    signalTree(this.#server.pid, 'SIGSTOP');
  }

  thaw(): void {
    signalTree(this.#server.pid, 'SIGCONT');
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  /** Starts the server. Retries the first connection, because hundreds of reconnecting clients may delay it. */
  async start(triesLeft = START_TRIES): Promise<void> {
    try {
      this.#server = await startTestPostgres(this.#folder, SETTINGS);
    } catch (error) {
      if (triesLeft === 0 || !isLate(error)) throw error;
      await this.start(triesLeft - 1);
    }
  }
}

const isLate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'CONNECT_TIMEOUT';
