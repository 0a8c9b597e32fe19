const CANCELLED = 0;
const DONE_UNITS = 1;

/** Memory shared by a job and its threads: the cancel flag and the units done. */
export type ControlMemory = SharedArrayBuffer;

export const controlMemory = (): ControlMemory => new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);

/** Either side's view of the same memory: seen at once, without a message that a busy thread would not read. */
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

  /** Several threads may add to one job. */
  addDone(units: number): void {
    Atomics.add(this.#words, DONE_UNITS, units);
  }

  get doneUnits(): number {
    return Atomics.load(this.#words, DONE_UNITS);
  }
}
