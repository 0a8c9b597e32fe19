import { invariant } from '@vigia/core/kernel';
import type { HeldLease } from '../lease/lease.ts';
import { fairShare } from './fair-share.ts';
import type { OwnedWork } from './ownership.ts';
import { Piece, type PieceDeps } from './piece.ts';

/** What could not be begun is left to others for so long. */
const REST_MS = 2_000;

/** What is sought: the work of each piece by its lease's name. */
export type Sought = {
  readonly kind: string;
  readonly works: ReadonlyMap<string, OwnedWork>;
  /** Whether each of those who seek it takes no more than a fair share. */
  readonly isShared: boolean;
};

/** Takes pieces of one kind as they come free, and gives up what is more than its share. */
export class Seeker {
  readonly #sought: Sought;
  readonly #deps: PieceDeps;
  readonly #pieces = new Map<string, Piece>();
  /** By the stopwatch, until when a piece is left to others. */
  readonly #restUntilMs = new Map<string, number>();
  #looking: Promise<boolean> | null = null;
  #isStopped = false;

  constructor(deps: PieceDeps, sought: Sought) {
    this.#deps = deps;
    this.#sought = sought;
  }

  get pieces(): readonly Piece[] {
    return [...this.#pieces.values()];
  }

  /**
   * Looks for what is free, one look at a time; rejects where the database is away.
   * @returns whether there was anything to ask it
   */
  look(): Promise<boolean> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const leaving = this.pieces.map((piece) => piece.leave());
    await this.#looking?.catch(() => undefined);
    if (this.#sought.isShared) await this.#deps.leases.leave(this.#sought.kind).catch(() => undefined);
    await Promise.all(leaving);
  }

  async #look(): Promise<boolean> {
    if (this.#isStopped) return false;
    const share = await this.#share();
    const staying = this.pieces.filter((piece) => !piece.isLeaving);
    for (const piece of staying.slice(share)) void piece.leave();
    const hasAsked = staying.length < share && (await this.#take(share - staying.length));
    return hasAsked || this.#sought.isShared;
  }

  async #share(): Promise<number> {
    const { kind, works, isShared } = this.#sought;
    return isShared ? fairShare(works.size, await this.#deps.leases.join(kind)) : works.size;
  }

  async #take(most: number): Promise<boolean> {
    const { leases, stopwatchMs, log } = this.#deps;
    const nowMs = stopwatchMs();
    const wanted = [...this.#sought.works].filter(
      ([name]) => !this.#pieces.has(name) && nowMs >= (this.#restUntilMs.get(name) ?? nowMs),
    );
    if (wanted.length === 0) return false;
    const taken = await leases.take(
      wanted.map(([name]) => name),
      most,
    );
    if (this.#isStopped) {
      await leases.release(taken);
      return true;
    }
    for (const lease of taken) this.#begin(lease, nowMs);
    if (taken.length > 0) log.info({ leases: taken.map(({ name }) => name) }, 'work taken');
    return true;
  }

  #begin(lease: HeldLease, sureSinceMs: number): void {
    const { name } = lease;
    const work = this.#sought.works.get(name);
    invariant(work !== undefined, 'only what is sought is taken');
    const piece = new Piece(this.#deps, { lease, work, sureSinceMs, onEnded: () => this.#pieces.delete(name) });
    this.#pieces.set(name, piece);
    piece.taken.catch((err: unknown) => {
      this.#deps.log.error({ err, lease: name }, 'work could not be begun');
      this.#restUntilMs.set(name, this.#deps.stopwatchMs() + REST_MS);
      void piece.leave();
    });
  }
}
