import type { Cancel, Clock, DurationMs } from '@vigia/core/kernel';

/** Result of a job. `retry` requests another run a little later, and `afterMs` another run after this time. */
export type JobResult = 'done' | 'retry' | { readonly afterMs: DurationMs };
/** A job; it must not reject. */
type Work = () => Promise<JobResult>;
type Job = { readonly lane: string | null; readonly work: Work };

/**
 * Runs jobs of many lanes in parallel: one at a time per lane, and a limited number in total. A job without a lane
 * waits only for a free slot. A job that waits for its retry frees its slot.
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
    if (ended !== 'done' && !this.#isStopped) this.#rest(job, ended === 'retry' ? this.#againAfterMs : ended.afterMs);
    this.#fill();
  }

  #rest(job: Job, restMs: DurationMs): void {
    const cancel = this.#clock.after(restMs, () => {
      this.#resting.delete(job);
      this.#waiting.push(job);
      this.#fill();
    });
    this.#resting.set(job, cancel);
  }
}
