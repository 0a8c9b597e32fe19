import type { StreamClient } from './stream-client.ts';

const NOBODY: ReadonlySet<StreamClient> = new Set();

/** Who is connected, by user, and which sessions ended while a token was being checked. */
export class ClientRoster {
  readonly #all = new Set<StreamClient>();
  readonly #byUser = new Map<string, Set<StreamClient>>();
  readonly #userOf = new Map<StreamClient, string>();
  /** One set per check under way. */
  readonly #checks = new Set<Set<string>>();

  get size(): number {
    return this.#all.size;
  }

  all(): Iterable<StreamClient> {
    return this.#all;
  }

  ofUser(userId: string): ReadonlySet<StreamClient> {
    return this.#byUser.get(userId) ?? NOBODY;
  }

  add(client: StreamClient): void {
    this.#all.add(client);
  }

  /** From now on the client gets what is that user's. */
  bind(client: StreamClient, userId: string): void {
    this.#userOf.set(client, userId);
    const clients = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, clients.add(client));
  }

  remove(client: StreamClient): void {
    this.#all.delete(client);
    const userId = this.#userOf.get(client);
    if (userId === undefined) return;
    this.#userOf.delete(client);
    const clients = this.#byUser.get(userId);
    clients?.delete(client);
    if (clients?.size === 0) this.#byUser.delete(userId);
  }

  /** Sessions that end until `endCheck` are added to the set it returns. */
  beginCheck(): Set<string> {
    const endedSessions = new Set<string>();
    this.#checks.add(endedSessions);
    return endedSessions;
  }

  endCheck(check: Set<string>): void {
    this.#checks.delete(check);
  }

  noteEnded(sessionId: string): void {
    for (const check of this.#checks) check.add(sessionId);
  }
}
