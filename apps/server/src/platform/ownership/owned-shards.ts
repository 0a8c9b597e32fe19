import type { Transaction } from '../persistence/database.ts';
import { type Held, LostOwnership, type Ownership, type Seeking } from './ownership.ts';
import { type Shard, shardOf } from './shard.ts';

/** Work by shards, of which those that come or go at one moment do so together: what is read for one is read for all. */
export type ShardsWork = {
  take(shards: readonly Shard[]): Promise<void>;
  /** Until it resolves what is still under way may be written. */
  giveUp(shards: readonly Shard[]): Promise<void>;
};

type Turn = { readonly kind: keyof ShardsWork; readonly shards: Shard[]; readonly done: Promise<void> };

/** The shards of a kind that this process owns, taken and given up one turn after the other. */
export class OwnedShards {
  readonly #kind: string;
  readonly #ownership: Pick<Ownership, 'seekShards' | 'fence'>;
  readonly #work: ShardsWork;
  readonly #held = new Map<Shard, Held>();
  readonly #leaving = new Set<Shard>();
  /** Has not begun: what comes now goes along. */
  #next: Turn | null = null;
  #turns: Promise<void> = Promise.resolve();
  #seeking: Seeking | null = null;

  constructor(kind: string, ownership: Pick<Ownership, 'seekShards' | 'fence'>, work: ShardsWork) {
    this.#kind = kind;
    this.#ownership = ownership;
    this.#work = work;
  }

  /** Seeks shards from now on. Resolves once what could be had at first is taken. */
  async start(): Promise<void> {
    this.#seeking = this.#ownership.seekShards(this.#kind, {
      take: (shard, held) => this.#take(shard, held),
      giveUp: (shard) => this.#giveUp(shard),
    });
    await this.#seeking.firstRound;
  }

  /** Gives up all there are. */
  async stop(): Promise<void> {
    await this.#seeking?.stop();
    this.#seeking = null;
  }

  /** Those that are owned and are to stay. */
  get all(): readonly Shard[] {
    return [...this.#held.keys()].filter((shard) => !this.#leaving.has(shard));
  }

  /** Whether a person's share is owned and is to stay. */
  has(userId: string | null): boolean {
    const shard = shardOf(userId);
    return this.#held.has(shard) && !this.#leaving.has(shard);
  }

  /** Whether that is sure at this moment: nothing that cannot be taken back is begun without. */
  isSure(userId: string | null): boolean {
    return this.has(userId) && (this.#held.get(shardOf(userId))?.isTrusted() ?? false);
  }

  /** Resolves once no shard is coming or going any more. */
  settled(): Promise<void> {
    return this.#turns;
  }

  /**
   * From here to its end the transaction writes as the owner of these people's shards: the next ones wait for it.
   * @throws LostOwnership where one of them is somebody else's by now
   */
  async fence(tx: Transaction, userIds: Iterable<string | null>): Promise<void> {
    const held = Array.from(new Set(Array.from(userIds, shardOf)), (shard) => this.#heldBy(shard));
    await this.#ownership.fence(tx, ...held);
  }

  #heldBy(shard: Shard): Held {
    const held = this.#held.get(shard);
    if (held === undefined) throw new LostOwnership(`${this.#kind}.${shard}`);
    return held;
  }

  #take(shard: Shard, held: Held): Promise<void> {
    this.#held.set(shard, held);
    return this.#join('take', shard);
  }

  async #giveUp(shard: Shard): Promise<void> {
    this.#leaving.add(shard);
    try {
      await this.#join('giveUp', shard);
    } finally {
      this.#held.delete(shard);
      this.#leaving.delete(shard);
    }
  }

  #join(kind: Turn['kind'], shard: Shard): Promise<void> {
    if (this.#next?.kind !== kind) this.#next = this.#turn(kind);
    this.#next.shards.push(shard);
    return this.#next.done;
  }

  #turn(kind: Turn['kind']): Turn {
    const shards: Shard[] = [];
    const done = this.#turns.then(() => {
      if (this.#next?.shards === shards) this.#next = null;
      return this.#work[kind](shards);
    });
    this.#turns = done.catch(() => undefined);
    return { kind, shards, done };
  }
}
