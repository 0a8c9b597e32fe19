/** Collects steps that undo a start, and runs them in reverse order. */
export class UndoStack {
  readonly #undos: (() => void | Promise<void>)[] = [];

  push(undo: () => void | Promise<void>): void {
    this.#undos.push(undo);
  }

  /**
   * Runs every step, even after failures. A second call does nothing.
   * @returns the failures
   */
  async run(): Promise<readonly unknown[]> {
    const failures: unknown[] = [];
    for (let undo = this.#undos.pop(); undo; undo = this.#undos.pop()) {
      try {
        await undo();
      } catch (error) {
        failures.push(error);
      }
    }
    return failures;
  }
}
