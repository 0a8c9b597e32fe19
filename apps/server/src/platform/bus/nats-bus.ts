import type { Msg } from '@nats-io/transport-node';
import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import type { NatsLink } from '../nats/nats-link.ts';
import { natsSubject, subjectToken } from '../nats/subject.ts';
import type { Bus, Topic } from './bus.ts';
import { createInProcessBus } from './in-process-bus.ts';
import { OutgoingEvents } from './outgoing-events.ts';
import { refCounted } from './ref-counted.ts';
import { ThrottledEvent } from './throttled-event.ts';

/**
 * Shortest interval between two `bus.missed` events, at which subscribers reload what they may have missed. After a
 * restart of NATS every process reports a possible loss, and one reload covers all reports.
 */
const RELOAD_INTERVAL_MS = durationMs(1_000);

const MISSED: Topic<null> = { name: 'bus.missed', reach: 'process' };

type Deps = {
  readonly link: NatsLink;
  /** Id of the installation. Installations on the same NATS do not receive each other's messages. */
  readonly space: string;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
};

/**
 * Delivers messages synchronously within this process, and never twice. Messages for other processes are also sent as
 * JSON: on `all.<topic>`, or on `person.<user>.<topic>` to the processes that receive for that user.
 */
export class NatsBus implements Bus {
  readonly #space: string;
  readonly #local: Bus;
  readonly #outgoing: OutgoingEvents;
  /** Subscribed topics by their encoded names in NATS subjects. */
  readonly #names = new Map<string, string>();
  readonly #receiveTopic: (name: string) => Cancel;
  readonly #receiveUser: (userId: string) => Cancel;
  readonly #receiveAllUsers: (key: '') => Cancel;
  #receivesAllUsers = false;

  constructor({ link, space, clock, log }: Deps) {
    this.#space = space;
    this.#local = createInProcessBus(log);
    const lossSubject = natsSubject(space, 'lost');
    this.#outgoing = new OutgoingEvents(link, lossSubject, log);
    const missed = new ThrottledEvent(RELOAD_INTERVAL_MS, clock, () => this.#local.publish(MISSED, null));
    link.subscribe(lossSubject, () => missed.trigger());
    link.onConnected(() => missed.trigger());
    this.#receiveTopic = refCounted((name) => this.#subscribeTopic(link, name));
    this.#receiveUser = refCounted((userId) => this.#subscribeUser(link, userId));
    this.#receiveAllUsers = refCounted(() => this.#subscribeAllUsers(link));
  }

  publish<Message>(topic: Topic<Message>, message: Message): void {
    this.#local.publish(topic, message);
    const to = this.#subjectOf(topic, message);
    if (to !== null) this.#outgoing.send(to, message);
  }

  subscribe<Message>(topic: Topic<Message>, handler: (message: Message) => void): Cancel {
    const cancels = [this.#local.subscribe(topic, handler)];
    if (topic.reach !== 'process') cancels.push(this.#receiveTopic(topic.name));
    return () => cancels.forEach((cancel) => cancel());
  }

  receiveUser(userId: string): Cancel {
    return this.#receiveUser(userId);
  }

  receiveAllUsers(): Cancel {
    return this.#receiveAllUsers('');
  }

  onReconnected(handler: () => void): Cancel {
    return this.#local.subscribe(MISSED, handler);
  }

  /** Returns the NATS subject of a message; null if the message stays in this process. */
  #subjectOf<Message>({ name, reach }: Topic<Message>, message: Message): string | null {
    switch (reach) {
      case 'process':
        return null;
      case 'all':
        return natsSubject(this.#space, 'all', name);
      case 'person': {
        // The cast is safe: every message of a topic with the reach `person` has a `userId`.
        const { userId } = message as { readonly userId: string | null };
        return userId === null
          ? natsSubject(this.#space, 'all', name)
          : natsSubject(this.#space, 'person', userId, name);
      }
    }
  }

  #subscribeTopic(link: NatsLink, name: string): Cancel {
    this.#names.set(subjectToken(name), name);
    const cancel = link.subscribe(natsSubject(this.#space, 'all', name), (message) => this.#deliver(message));
    return () => {
      this.#names.delete(subjectToken(name));
      cancel();
    };
  }

  #subscribeUser(link: NatsLink, userId: string): Cancel {
    return link.subscribe(`${natsSubject(this.#space, 'person', userId)}.*`, (message) => {
      if (!this.#receivesAllUsers) this.#deliver(message);
    });
  }

  #subscribeAllUsers(link: NatsLink): Cancel {
    this.#receivesAllUsers = true;
    const cancel = link.subscribe(`${natsSubject(this.#space, 'person')}.*.*`, (message) => this.#deliver(message));
    return () => {
      this.#receivesAllUsers = false;
      cancel();
    };
  }

  #deliver(message: Msg): void {
    const name = this.#names.get(message.subject.slice(message.subject.lastIndexOf('.') + 1));
    if (name !== undefined) this.#local.publish({ name, reach: 'process' }, message.json());
  }
}
