const CANCELLED = 0;
const DONE_UNITS = 1;

/** Memory shared by a backtest and its threads: the cancel flag, and the number of progress units done. */
export type ControlMemory = SharedArrayBuffer;

export const createControlMemory = (): ControlMemory => new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);

/**
 * Access to the shared memory of a backtest, for the runner and for the threads. A busy thread reads no messages, but
 * it sees changes of this memory at once.
 */
export class JobControl {
  readonly memory: ControlMemory;
  readonly #words: Int32Array;

  constructor(memory: ControlMemory) {
    this.memory = memory;
    this.#words = new Int32Array(memory);
  }

  cancel(): void {
    Atomics.store(this.#words, CANCELLED, 1);
  }

  get isCancelled(): boolean {
    return Atomics.load(this.#words, CANCELLED) === 1;
  }

  /** Adds progress units; several threads may add units for one backtest. */
  addDone(units: number): void {
    Atomics.add(this.#words, DONE_UNITS, units);
  }

  get doneUnits(): number {
    return Atomics.load(this.#words, DONE_UNITS);
  }
}
