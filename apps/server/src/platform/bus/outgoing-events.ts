import type { Logger } from '../logging/logger.ts';
import type { NatsLink } from '../nats/nats-link.ts';

type Link = Pick<NatsLink, 'send' | 'onConnected' | 'reconnections'>;

/**
 * Sends messages to other processes, and notifies these processes if messages may be lost, because receivers cannot
 * detect the loss.
 */
export class OutgoingEvents {
  readonly #link: Link;
  readonly #lossSubject: string;
  readonly #log: Pick<Logger, 'error'>;
  #hasLost = false;

  constructor(link: Link, lossSubject: string, log: Pick<Logger, 'error'>) {
    this.#link = link;
    this.#lossSubject = lossSubject;
    this.#log = log;
    link.onConnected(() => {
      // Messages that were being sent when the last connection ended are lost too.
      if (link.reconnections > 0) this.#hasLost = true;
      this.#notifyLoss();
    });
  }

  send(subject: string, message: unknown): void {
    this.#notifyLoss();
    const payload = this.#toJson(subject, message);
    if (payload !== undefined && !this.#link.send(subject, payload)) this.#hasLost = true;
  }

  #notifyLoss(): void {
    if (this.#hasLost && this.#link.send(this.#lossSubject, '')) this.#hasLost = false;
  }

  #toJson(subject: string, message: unknown): string | undefined {
    try {
      return JSON.stringify(message);
    } catch (error) {
      this.#log.error({ err: error, subject }, 'a message is no plain data');
      return undefined;
    }
  }
}
