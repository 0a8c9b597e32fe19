import type { Msg } from '@nats-io/transport-node';
import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import type { NatsLink } from '../nats/nats-link.ts';
import { subject, word } from '../nats/subject.ts';
import type { Bus, Topic } from './bus.ts';
import { counted } from './counted.ts';
import { createInProcessBus } from './in-process-bus.ts';
import { News } from './news.ts';
import { OutgoingNews } from './outgoing-news.ts';

/** After a restart of NATS every process says that it may have been missed: together they are one reason to read anew. */
const READ_ANEW_EVERY_MS = durationMs(1_000);

const MISSED: Topic<null> = { name: 'bus.missed', reach: 'process' };

type Deps = {
  readonly link: NatsLink;
  /** The installation: others on the same NATS are not heard. */
  readonly space: string;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
};

/**
 * Within this process as ever: at once, and never twice. What reaches further goes out as JSON too, on `all.<topic>`, or on
 * `person.<user>.<topic>` to those who follow that person.
 */
export class NatsBus implements Bus {
  readonly #space: string;
  readonly #local: Bus;
  readonly #outgoing: OutgoingNews;
  /** Topics somebody here listens to, by how they are written in a subject. */
  readonly #names = new Map<string, string>();
  readonly #hearTopic: (name: string) => Cancel;
  readonly #hearPerson: (userId: string) => Cancel;
  readonly #hearEverybody: (key: '') => Cancel;
  #hearsEverybody = false;

  constructor({ link, space, clock, log }: Deps) {
    this.#space = space;
    this.#local = createInProcessBus(log);
    const lossSubject = subject(space, 'lost');
    this.#outgoing = new OutgoingNews(link, lossSubject, log);
    const missed = new News(READ_ANEW_EVERY_MS, clock, () => this.#local.publish(MISSED, null));
    link.hear(lossSubject, () => missed.happened());
    link.onConnected(() => missed.happened());
    this.#hearTopic = counted((name) => this.#beginTopic(link, name));
    this.#hearPerson = counted((userId) => this.#beginPerson(link, userId));
    this.#hearEverybody = counted(() => this.#beginEverybody(link));
  }

  publish<Message>(topic: Topic<Message>, message: Message): void {
    this.#local.publish(topic, message);
    const to = this.#subjectOf(topic, message);
    if (to !== null) this.#outgoing.send(to, message);
  }

  subscribe<Message>(topic: Topic<Message>, handler: (message: Message) => void): Cancel {
    const cancels = [this.#local.subscribe(topic, handler)];
    if (topic.reach !== 'process') cancels.push(this.#hearTopic(topic.name));
    return () => cancels.forEach((cancel) => cancel());
  }

  follow(userId: string): Cancel {
    return this.#hearPerson(userId);
  }

  followEverybody(): Cancel {
    return this.#hearEverybody('');
  }

  onReconnected(handler: () => void): Cancel {
    return this.#local.subscribe(MISSED, handler);
  }

  /** Null: the message stays here. */
  #subjectOf<Message>({ name, reach }: Topic<Message>, message: Message): string | null {
    switch (reach) {
      case 'process':
        return null;
      case 'all':
        return subject(this.#space, 'all', name);
      case 'person': {
        // Only a topic of messages that name a person has this reach.
        const { userId } = message as { readonly userId: string | null };
        return userId === null ? subject(this.#space, 'all', name) : subject(this.#space, 'person', userId, name);
      }
    }
  }

  #beginTopic(link: NatsLink, name: string): Cancel {
    this.#names.set(word(name), name);
    const cancel = link.hear(subject(this.#space, 'all', name), (message) => this.#deliver(message));
    return () => {
      this.#names.delete(word(name));
      cancel();
    };
  }

  #beginPerson(link: NatsLink, userId: string): Cancel {
    return link.hear(`${subject(this.#space, 'person', userId)}.*`, (message) => {
      if (!this.#hearsEverybody) this.#deliver(message);
    });
  }

  #beginEverybody(link: NatsLink): Cancel {
    this.#hearsEverybody = true;
    const cancel = link.hear(`${subject(this.#space, 'person')}.*.*`, (message) => this.#deliver(message));
    return () => {
      this.#hearsEverybody = false;
      cancel();
    };
  }

  #deliver(message: Msg): void {
    const name = this.#names.get(message.subject.slice(message.subject.lastIndexOf('.') + 1));
    if (name !== undefined) this.#local.publish({ name, reach: 'process' }, message.json());
  }
}
