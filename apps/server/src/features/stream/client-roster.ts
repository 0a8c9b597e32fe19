import type { Cancel } from '@vigia/core/kernel';
import type { StreamClient } from './stream-client.ts';

const NOBODY: ReadonlySet<StreamClient> = new Set();

type Person = { readonly clients: Set<StreamClient>; readonly unfollow: Cancel };

/** Who is connected, by user; what happens to these, and to nobody else, is followed. */
export class ClientRoster {
  readonly #follow: (userId: string) => Cancel;
  readonly #all = new Set<StreamClient>();
  readonly #byUser = new Map<string, Person>();
  readonly #userOf = new Map<StreamClient, string>();

  /** @param follow has what happens elsewhere to a person delivered here, until cancelled */
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
    return this.#byUser.get(userId)?.clients ?? NOBODY;
  }

  add(client: StreamClient): void {
    this.#all.add(client);
  }

  /** From now on the client gets what is that user's. */
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
