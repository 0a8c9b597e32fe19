import { type Cancel, type Clock, durationMs, type IdSource } from '@vigia/core/kernel';
import type { HeldLease } from '../lease/lease.ts';
import { createPostgresLeases } from '../lease/postgres-leases.ts';
import type { Logger } from '../logging/logger.ts';
import type { Database, Transaction } from '../persistence/database.ts';
import { errorCode } from '../startup-error.ts';
import { LostOwnership, type OwnedWork, type Ownership, type Seeking, type ShardedWork } from './ownership.ts';
import type { Piece, PieceDeps } from './piece.ts';
import { Renewer } from './renewer.ts';
import { Seeker, type Sought } from './seeker.ts';
import { SHARDS } from './shard.ts';

/** As the function `fenced` says it. */
const LOST = 'VF001';

const TTL_MS = 3_000;
const BEAT_MS = 500;

export type LeasedOwnershipDeps = {
  /** Its own pool, of two connections: a beat must wait neither for the process's other work nor for a look. */
  readonly db: Pick<Database, 'sql'>;
  /** Names this process; where later ones sort later, a newcomer moves the fewest pieces. */
  readonly ids: IdSource;
  readonly clock: Clock;
  /** Monotonic: the clock may be set, and says nothing of how long ago anything was. */
  readonly stopwatchMs: () => number;
  readonly log: Logger;
  readonly ttlMs?: number;
  readonly beatMs?: number;
};

/** Ownership among several processes: a lease row each, renewed on every beat and given up where that fails for too long. */
export class LeasedOwnership implements Ownership {
  readonly #deps: PieceDeps;
  readonly #beatMs: number;
  readonly #seekers = new Set<Seeker>();
  readonly #renewer: Renewer;
  #cancel: Cancel | null = null;

  constructor({ db, ids, clock, stopwatchMs, log, ttlMs = TTL_MS, beatMs = BEAT_MS }: LeasedOwnershipDeps) {
    // A third of a lease's life is left for what was begun in trust.
    this.#deps = { leases: createPostgresLeases(db, ids, ttlMs), clock, stopwatchMs, log, trustMs: (ttlMs * 2) / 3 };
    this.#beatMs = beatMs;
    this.#renewer = new Renewer(this.#deps, () => this.#pieces());
  }

  /** The leases this process holds, by name. */
  get held(): readonly string[] {
    return this.#pieces().map(({ lease }) => lease.name);
  }

  /** How many were lost rather than given up, since the start. */
  get losses(): number {
    return this.#renewer.losses;
  }

  seek(name: string, work: OwnedWork): Seeking {
    return this.#seek({ kind: name, works: new Map([[name, work]]), isShared: false });
  }

  seekShards(kind: string, work: ShardedWork): Seeking {
    const works = SHARDS.map((shard): [string, OwnedWork] => [
      `${kind}.${shard}`,
      { take: (held) => work.take(shard, held), giveUp: () => work.giveUp(shard) },
    ]);
    return this.#seek({ kind, works: new Map(works), isShared: true });
  }

  async fence(tx: Transaction, ...held: readonly HeldLease[]): Promise<void> {
    const [names, fences] = [held.map(({ name }) => name), held.map(({ fence }) => String(fence))];
    try {
      await tx`SELECT fenced(name, fence) FROM unnest(${names}::text[], ${fences}::bigint[]) AS held(name, fence)`;
    } catch (cause) {
      if (errorCode(cause) !== LOST) throw cause;
      this.#beat();
      throw new LostOwnership(names.join(', '), { cause });
    }
  }

  #seek(sought: Sought): Seeking {
    const seeker = new Seeker(this.#deps, sought);
    this.#seekers.add(seeker);
    this.#cancel ??= this.#deps.clock.every(durationMs(this.#beatMs), () => this.#beat());
    const firstRound = this.#look(seeker).then(() => Promise.allSettled(seeker.pieces.map(({ taken }) => taken)));
    return {
      firstRound: firstRound.then(() => undefined),
      stop: async () => {
        await seeker.stop();
        this.#seekers.delete(seeker);
        if (this.#seekers.size === 0) this.#rest();
      },
    };
  }

  #rest(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #pieces(): readonly Piece[] {
    return [...this.#seekers].flatMap((seeker) => seeker.pieces.filter(({ isRenewed }) => isRenewed));
  }

  #beat(): void {
    this.#renewer.beat();
    for (const seeker of this.#seekers) void this.#look(seeker);
  }

  #look(seeker: Seeker): Promise<void> {
    return this.#renewer.heed(seeker.look());
  }
}
