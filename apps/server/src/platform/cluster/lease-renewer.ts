import type { LeaseDeps, LeasedWork } from './leased-work.ts';

/** Renews the leases of this process on every heartbeat. A lease that was not renewed for too long is lost. */
export class LeaseRenewer {
  readonly #deps: LeaseDeps;
  readonly #held: () => readonly LeasedWork[];
  #isRenewing = false;
  #isAway = false;
  #losses = 0;

  /**
   * Creates a renewer.
   * @param held returns the work whose leases must be renewed
   */
  constructor(deps: LeaseDeps, held: () => readonly LeasedWork[]) {
    this.#deps = deps;
    this.#held = held;
  }

  /** Number of leases that were lost, and not released, since the start. */
  get losses(): number {
    return this.#losses;
  }

  onHeartbeat(): void {
    // This check also runs during a renewal, because the response to the renewal may come too late.
    for (const work of this.#held()) if (!work.isFresh) this.#lose(work);
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    void this.watch(this.#renew()).finally(() => {
      this.#isRenewing = false;
    });
  }

  /**
   * Logs once when the database becomes unavailable, and once when it is available again. It never rejects.
   * @param query resolves to true if it queried the database
   */
  async watch(query: Promise<boolean>): Promise<void> {
    const { log } = this.#deps;
    try {
      if (!(await query)) return;
      if (this.#isAway) log.info('leases can be acquired again');
      this.#isAway = false;
    } catch (error) {
      if (!this.#isAway) log.warn({ err: error }, 'leases can neither be acquired nor renewed now');
      this.#isAway = true;
    }
  }

  async #renew(): Promise<boolean> {
    const held = this.#held();
    if (held.length === 0) return false;
    const requestedMs = this.#deps.clock.monotonicMs();
    const renewed = await this.#deps.store.renew(held.map(({ lease }) => lease));
    for (const work of held) {
      if (renewed.has(work.lease.name)) work.onRenewed(requestedMs);
      else if (work.isHeld) this.#lose(work);
    }
    return true;
  }

  #lose(work: LeasedWork): void {
    this.#losses += 1;
    this.#deps.log.warn({ lease: work.lease.name }, 'lease lost');
    work.onLost();
  }
}
