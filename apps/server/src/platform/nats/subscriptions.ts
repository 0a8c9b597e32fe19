import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { Cancel } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';

type Subscription = { readonly subject: string; readonly handler: (message: Msg) => void; cancel: Cancel };

/** The subscriptions of this process, which are renewed on every new connection. */
export class Subscriptions {
  readonly #log: Pick<Logger, 'error'>;
  readonly #subscriptions = new Set<Subscription>();
  #nats: NatsConnection | null = null;

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  add(subject: string, handler: (message: Msg) => void): Cancel {
    const subscription: Subscription = { subject, handler, cancel: () => undefined };
    this.#subscriptions.add(subscription);
    this.#subscribe(subscription);
    return () => {
      this.#subscriptions.delete(subscription);
      subscription.cancel();
    };
  }

  /**
   * Subscribes on a connection.
   * @param nats the connection; null if there is none now
   */
  use(nats: NatsConnection | null): void {
    this.#nats = nats;
    for (const subscription of this.#subscriptions) this.#subscribe(subscription);
  }

  #subscribe(subscription: Subscription): void {
    const natsSubscription = this.#nats?.subscribe(subscription.subject, {
      callback: (error, message) => {
        if (error === null) this.#handle(subscription, message);
        else this.#log.error({ err: error, subject: subscription.subject }, 'NATS refuses a subscription');
      },
    });
    subscription.cancel = () => natsSubscription?.unsubscribe();
  }

  /** Calls a handler and catches its errors, because an uncaught error would end the connection of the client. */
  #handle({ handler }: Subscription, message: Msg): void {
    try {
      handler(message);
    } catch (error) {
      this.#log.error({ err: error, subject: message.subject }, 'a message could not be read');
    }
  }
}
