import type { Cancel } from '@vigia/core/kernel';

/**
 * How far a topic's messages go where the server is several processes: no further than the `process` that published them;
 * to every process that follows the `person` they name (or to all, where `userId` is null); or to `all`.
 */
export type Reach = 'process' | 'person' | 'all';

/** A named stream of one kind of message. The type parameter exists for the compiler only. */
export type Topic<Message> = { readonly name: string; readonly reach: Reach; readonly sample?: Message };

/** What stays where it was published. */
export const topic = <Message>(name: string): Topic<Message> => ({ name, reach: 'process' });

/** What every process hears of. */
export const topicForAll = <Message>(name: string): Topic<Message> => ({ name, reach: 'all' });

/** What whoever follows that person hears of; null: everybody. */
export const topicOfPerson = <Message extends { readonly userId: string | null }>(name: string): Topic<Message> => ({
  name,
  reach: 'person',
});

/**
 * Carries facts between features: who publishes never learns who listens. Messages are plain JSON data and are never
 * mutated. Within one process delivery is at once and in order; a handler that throws is logged and does not hurt others.
 * Between processes it is best effort and in order per publisher: whoever misses one reads the same from the database.
 */
export interface Bus {
  publish<Message>(topic: Topic<Message>, message: Message): void;
  subscribe<Message>(topic: Topic<Message>, handler: (message: Message) => void): Cancel;
  /** From now on what is published elsewhere of this person is delivered here too; counted, so that each follow has its own end. */
  follow(userId: string): Cancel;
  /** As `follow`, for whatever person: for a process that works for everybody. */
  followEverybody(): Cancel;
  /** Calls back after messages of others may have been missed: whoever shows them reads anew. Never within one process. */
  onReconnected(handler: () => void): Cancel;
}
