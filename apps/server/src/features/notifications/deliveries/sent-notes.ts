import type { MessageRows } from './outbox.repository.ts';

/**
 * Notes messages that receivers have taken. A message is noted at once; those that arrive while a note is being written
 * share the next one, so that a burst needs few commits.
 */
export class SentNotes {
  readonly #write: (messages: readonly MessageRows[]) => Promise<void>;
  #waiting: MessageRows[] = [];
  #next: Promise<void> | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(write: (messages: readonly MessageRows[]) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves when the message is noted. Rejects if its note could not be written. */
  add(message: MessageRows): Promise<void> {
    this.#waiting.push(message);
    this.#next ??= this.#writing.then(() => this.#flush());
    return this.#next;
  }

  #flush(): Promise<void> {
    const messages = this.#waiting;
    this.#waiting = [];
    this.#next = null;
    const written = this.#write(messages);
    // The next note follows also after one that failed.
    this.#writing = written.catch(() => undefined);
    return written;
  }
}
