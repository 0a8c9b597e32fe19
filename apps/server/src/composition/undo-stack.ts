/** Remembers how to take back what was begun, and does it in reverse. */
export class UndoStack {
  readonly #undos: (() => void | Promise<void>)[] = [];

  push(undo: () => void | Promise<void>): void {
    this.#undos.push(undo);
  }

  /** Takes everything back, whatever fails on the way; @returns what failed. A second call does nothing more. */
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
