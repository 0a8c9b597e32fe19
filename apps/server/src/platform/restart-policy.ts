import { type DurationMs, durationMs, type MonotonicMs } from '@vigia/core/kernel';

const FIRST_DELAY_MS = 250;
/**
 * Longest delay before a start. It is short enough that the database is back well within the 30 s of
 * docs/spec/retention-and-faults.md §2 (I11).
 */
const LONGEST_DELAY_MS = 10_000;
/** Number of failures within the window after which no further start is attempted. */
const FAILURES = 7;
/** Window in which failures are counted. It is long enough for this many starts of the longest duration. */
const WINDOW_MS = 15 * 60_000;

/** Decides when a server that has ended is started again. */
export class RestartPolicy {
  #failedAtMs: readonly MonotonicMs[] = [];
  #attemptsWithoutSpace = 0;

  /**
   * Counts an unexpected end or a failed start of the server.
   * @returns the delay before the next start; null after too many failures
   */
  failed(nowMs: MonotonicMs): DurationMs | null {
    this.#attemptsWithoutSpace = 0;
    this.#failedAtMs = [...this.#failedAtMs.filter((atMs) => nowMs - atMs < WINDOW_MS), nowMs];
    return this.#failedAtMs.length < FAILURES ? delayOf(this.#failedAtMs.length) : null;
  }

  /**
   * Counts a start that failed only because of missing disk space.
   * @returns the delay before the next start
   */
  lackedSpace(): DurationMs {
    this.#attemptsWithoutSpace += 1;
    return delayOf(this.#attemptsWithoutSpace);
  }
}

const delayOf = (failures: number): DurationMs =>
  durationMs(Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_DELAY_MS));
