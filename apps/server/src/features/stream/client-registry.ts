import type { Cancel } from '@vigia/core/kernel';
import type { StreamClient } from './stream-client.ts';

const NO_CLIENTS: ReadonlySet<StreamClient> = new Set();

type Person = { readonly clients: Set<StreamClient>; readonly unfollow: Cancel };

/** Connected clients by user. Subscribes only to the events of users who have a connected client. */
export class ClientRegistry {
  readonly #follow: (userId: string) => Cancel;
  readonly #all = new Set<StreamClient>();
  readonly #byUser = new Map<string, Person>();
  readonly #userOf = new Map<StreamClient, string>();

  /**
   * Creates an empty registry.
   * @param follow subscribes this process to the events of a user from other processes; returns the function that ends
   * it
   */
  constructor(follow: (userId: string) => Cancel) {
    this.#follow = follow;
  }

  get size(): number {
    return this.#all.size;
  }

  all(): Iterable<StreamClient> {
    return this.#all;
  }

  ofUser(userId: string): ReadonlySet<StreamClient> {
    return this.#byUser.get(userId)?.clients ?? NO_CLIENTS;
  }

  add(client: StreamClient): void {
    this.#all.add(client);
  }

  /** Assigns the client to a user, whose events it then receives. */
  bind(client: StreamClient, userId: string): void {
    this.#userOf.set(client, userId);
    const known = this.#byUser.get(userId);
    if (known) known.clients.add(client);
    else this.#byUser.set(userId, { clients: new Set([client]), unfollow: this.#follow(userId) });
  }

  remove(client: StreamClient): void {
    this.#all.delete(client);
    const userId = this.#userOf.get(client);
    if (userId === undefined) return;
    this.#userOf.delete(client);
    const person = this.#byUser.get(userId);
    person?.clients.delete(client);
    if (person?.clients.size !== 0) return;
    this.#byUser.delete(userId);
    person.unfollow();
  }
}
