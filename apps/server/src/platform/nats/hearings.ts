import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { Cancel } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';

type Hearing = { readonly subject: string; readonly handler: (message: Msg) => void; cancel: Cancel };

/** What a process listens to, whichever connection it has at the moment. */
export class Hearings {
  readonly #log: Pick<Logger, 'error'>;
  readonly #hearings = new Set<Hearing>();
  #nats: NatsConnection | null = null;

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  add(subject: string, handler: (message: Msg) => void): Cancel {
    const hearing: Hearing = { subject, handler, cancel: () => undefined };
    this.#hearings.add(hearing);
    this.#listen(hearing);
    return () => {
      this.#hearings.delete(hearing);
      hearing.cancel();
    };
  }

  /** From now on by that connection; null: there is none. */
  use(nats: NatsConnection | null): void {
    this.#nats = nats;
    for (const hearing of this.#hearings) this.#listen(hearing);
  }

  #listen(hearing: Hearing): void {
    const subscription = this.#nats?.subscribe(hearing.subject, {
      callback: (error, message) => {
        if (error === null) this.#hear(hearing, message);
        else this.#log.error({ err: error, subject: hearing.subject }, 'NATS does not let this be heard');
      },
    });
    hearing.cancel = () => subscription?.unsubscribe();
  }

  /** What is thrown at the client would end its connection. */
  #hear({ handler }: Hearing, message: Msg): void {
    try {
      handler(message);
    } catch (error) {
      this.#log.error({ err: error, subject: message.subject }, 'a message could not be read');
    }
  }
}
