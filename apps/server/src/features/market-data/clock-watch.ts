/** A smaller step back counts as a normal clock correction. */
const STEP_BACK_MAX_MS = 500;

/** Detects a clock that was set back. Until the clock reaches its earlier time again, no price counts as fresh. */
export class ClockWatch {
  #highestMs = -Infinity;

  /** Records a clock reading; call it often, so that a step back is noticed. */
  observe(nowMs: number): void {
    if (nowMs > this.#highestMs) this.#highestMs = nowMs;
  }

  /** Returns true while `nowMs` is behind the latest reading. */
  isBehind(nowMs: number): boolean {
    return this.#highestMs - nowMs > STEP_BACK_MAX_MS;
  }
}
