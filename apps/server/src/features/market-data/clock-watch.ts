/** A clock that went back by less was corrected, not set anew. */
const STEP_BACK_MAX_MS = 500;

/** Notices a clock that was set back: until it is where it had been, no price can be told to be fresh. */
export class ClockWatch {
  #highestMs = -Infinity;

  /** To be told often, so that what the clock has shown is known when it goes back. */
  observe(nowMs: number): void {
    if (nowMs > this.#highestMs) this.#highestMs = nowMs;
  }

  /** True while `nowMs` lies behind what the clock has already shown. */
  isBehind(nowMs: number): boolean {
    return this.#highestMs - nowMs > STEP_BACK_MAX_MS;
  }
}
