import type { Cancel, Clock, DurationMs } from '@vigia/core/kernel';

/** A job, which must not reject. Its result `retry` requests another run a little later. */
type Work = () => Promise<'done' | 'retry'>;
type Job = { readonly lane: string | null; readonly work: Work };

/**
 * Runs jobs of many lanes in parallel: one at a time per lane, and a limited number in all. A job without a lane waits
 * for no other job. A job that waits for its retry frees its slot.
 */
export class WorkLanes {
  readonly #clock: Clock;
  readonly #width: number;
  readonly #againAfterMs: DurationMs;
  readonly #waiting: Job[] = [];
  readonly #running = new Map<Job, Promise<void>>();
  readonly #resting = new Map<Job, Cancel>();
  #isStopped = false;
  #onIdle: (() => void)[] = [];

  constructor(clock: Clock, width: number, againAfterMs: DurationMs) {
    this.#clock = clock;
    this.#width = width;
    this.#againAfterMs = againAfterMs;
  }

  add(lane: string | null, work: Work): void {
    if (this.#isStopped) return;
    this.#waiting.push({ lane, work });
    this.#fill();
  }

  /** Stops after the running jobs, and drops jobs that have not started or wait for a retry. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#waiting.length = 0;
    for (const cancel of this.#resting.values()) cancel();
    this.#resting.clear();
    await Promise.all(this.#running.values());
  }

  async idle(): Promise<void> {
    if (this.#isIdle()) return;
    await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  #isIdle(): boolean {
    return this.#waiting.length + this.#running.size + this.#resting.size === 0;
  }

  #fill(): void {
    while (this.#running.size < this.#width) {
      const busy = new Set([...this.#running.keys()].map(({ lane }) => lane));
      const next = this.#waiting.findIndex(({ lane }) => lane === null || !busy.has(lane));
      const [job] = next < 0 ? [] : this.#waiting.splice(next, 1);
      if (job === undefined) break;
      this.#running.set(job, this.#run(job));
    }
    if (!this.#isIdle()) return;
    for (const resolve of this.#onIdle) resolve();
    this.#onIdle = [];
  }

  async #run(job: Job): Promise<void> {
    const ended = await job.work();
    this.#running.delete(job);
    if (ended === 'retry' && !this.#isStopped) this.#rest(job);
    this.#fill();
  }

  #rest(job: Job): void {
    const cancel = this.#clock.after(this.#againAfterMs, () => {
      this.#resting.delete(job);
      this.#waiting.push(job);
      this.#fill();
    });
    this.#resting.set(job, cancel);
  }
}
