/** A clock that moves only when the test advances it. */
export class ManualTimers {
  nowMs = 1_000_000;
  #tasks: { readonly atMs: number; readonly task: () => void }[] = [];

  readonly now = (): number => this.nowMs;

  readonly after = (ms: number, task: () => void): (() => void) => {
    const entry = { atMs: this.nowMs + ms, task };
    this.#tasks.push(entry);
    return () => {
      this.#tasks = this.#tasks.filter((each) => each !== entry);
    };
  };

  /** Runs the due timers in order. After each timer, resolved promises run their callbacks. */
  async advance(ms: number): Promise<void> {
    const endMs = this.nowMs + ms;
    await settle();
    for (let next = this.#nextUntil(endMs); next; next = this.#nextUntil(endMs)) {
      this.#tasks = this.#tasks.filter((each) => each !== next);
      this.nowMs = next.atMs;
      next.task();
      await settle();
    }
    this.nowMs = endMs;
  }

  #nextUntil(endMs: number) {
    return this.#tasks.filter((each) => each.atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
  }
}

/** Lets all resolved promises run their callbacks. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
