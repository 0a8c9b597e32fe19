import type { Logger } from '../logging/logger.ts';
import type { NatsLink } from '../nats/nats-link.ts';

type Link = Pick<NatsLink, 'send' | 'onConnected' | 'reconnections'>;

/** Sends messages out, and tells the others when some may not have arrived: they cannot know by themselves. */
export class OutgoingNews {
  readonly #link: Link;
  readonly #lossSubject: string;
  readonly #log: Pick<Logger, 'error'>;
  #hasLost = false;

  constructor(link: Link, lossSubject: string, log: Pick<Logger, 'error'>) {
    this.#link = link;
    this.#lossSubject = lossSubject;
    this.#log = log;
    link.onConnected(() => {
      // What was on its way when the last connection ended is lost too.
      if (link.reconnections > 0) this.#hasLost = true;
      this.#tellLoss();
    });
  }

  send(subject: string, message: unknown): void {
    this.#tellLoss();
    const payload = this.#written(subject, message);
    if (payload !== undefined && !this.#link.send(subject, payload)) this.#hasLost = true;
  }

  #tellLoss(): void {
    if (this.#hasLost && this.#link.send(this.#lossSubject, '')) this.#hasLost = false;
  }

  #written(subject: string, message: unknown): string | undefined {
    try {
      return JSON.stringify(message);
    } catch (error) {
      this.#log.error({ err: error, subject }, 'a message is no plain data');
      return undefined;
    }
  }
}
