import type { Cancel, Clock, IdSource } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import type { NatsLink } from '../nats/nats-link.ts';
import { UnsentWork } from './unsent-work.ts';
import type { WorkKind, WorkQueue } from './work-queue.ts';
import { type WorkAddress, WorkStream } from './work-stream.ts';
import { Worker } from './worker.ts';

/** Largest message in UTF-16 units, well below the limit of NATS. */
const LARGEST_UNITS = 256 * 2 ** 10;

type Deps = {
  readonly link: NatsLink;
  /** Id of the installation. Its work is separate from the work of other installations on the same NATS. */
  readonly space: string;
  readonly clock: Pick<Clock, 'after' | 'every'>;
  readonly ids: IdSource;
  readonly log: Pick<Logger, 'error' | 'warn'>;
};

/**
 * Work that JetStream stores until it is done, for at most 24 hours. A worker that takes over a key immediately gets
 * the work that the previous worker did not finish. For a shared kind, each message of a key goes to one of the
 * workers.
 */
export class JetStreamWorkQueue implements WorkQueue {
  readonly #deps: Deps;
  readonly #stream: WorkStream;
  readonly #unsent: UnsentWork;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#stream = new WorkStream(deps.link, deps.space);
    this.#unsent = new UnsentWork({
      store: (message) => this.#stream.store(message),
      clock: deps.clock,
      log: deps.log,
    });
  }

  /**
   * Counts of messages. `waiting`: messages that NATS has not stored yet. `dropped`: messages that were dropped since
   * the start because too many waited.
   */
  get counts(): { readonly waiting: number; readonly dropped: number } {
    return { waiting: this.#unsent.count, dropped: this.#unsent.dropped };
  }

  add<Message>(kind: WorkKind<Message>, key: string, message: Message): void {
    const address = { kind: kind.name, key };
    const payload = this.#payloadOf(address, message);
    if (payload !== null) this.#unsent.add({ address, id: this.#deps.ids.next(), payload });
  }

  work<Message>(
    kind: WorkKind<Message>,
    key: string,
    handler: (message: Message) => Promise<'done' | 'retry'>,
  ): Cancel {
    const worker = new Worker({
      stream: this.#stream,
      address: { kind: kind.name, key },
      isShared: kind.isShared,
      // The cast is safe, because only `add` with a kind of this message type sends to the handler.
      handler: (message) => handler(message as Message),
      clock: this.#deps.clock,
      log: this.#deps.log,
    });
    return () => worker.end();
  }

  /** Returns the message as text, or null if the message can never be stored. */
  #payloadOf(address: WorkAddress, message: unknown): string | null {
    try {
      const payload = JSON.stringify(message);
      if (payload.length > LARGEST_UNITS) throw new RangeError(`${payload.length} is more than a message may have`);
      return payload;
    } catch (error) {
      this.#deps.log.error({ err: error, ...address }, 'work is not plain JSON data');
      return null;
    }
  }
}
