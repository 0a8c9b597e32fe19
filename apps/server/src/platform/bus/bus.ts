import type { Cancel } from '@vigia/core/kernel';

/**
 * The processes that receive a topic's messages: only the publishing `process`; those that receive for the user the
 * message names (`person`; all if `userId` is null); or `all`.
 */
export type Reach = 'process' | 'person' | 'all';

/** A named stream of one kind of message. The type parameter exists for the compiler only. */
export type Topic<Message> = { readonly name: string; readonly reach: Reach; readonly sample?: Message };

/** A topic within one process. */
export const topic = <Message>(name: string): Topic<Message> => ({ name, reach: 'process' });

/** A topic that reaches every process. */
export const topicForAll = <Message>(name: string): Topic<Message> => ({ name, reach: 'all' });

/** A topic that reaches the processes which receive for that user; all processes if `userId` is null. */
export const topicForUser = <Message extends { readonly userId: string | null }>(name: string): Topic<Message> => ({
  name,
  reach: 'person',
});

/**
 * Publishes events between features. Messages are plain JSON data and are never mutated. Within one process delivery
 * is synchronous and in order; a handler that throws is logged, and the others still run. Between processes delivery
 * is best effort and in order per publisher: a subscriber that misses a message finds the same facts in the database.
 */
export interface Bus {
  publish<Message>(topic: Topic<Message>, message: Message): void;
  subscribe<Message>(topic: Topic<Message>, handler: (message: Message) => void): Cancel;
  /** Delivers messages about this user from other processes too. Calls are counted: each is cancelled by itself. */
  receiveUser(userId: string): Cancel;
  /** The same for all users. */
  receiveAllUsers(): Cancel;
  /**
   * Calls back after messages of other processes may have been missed, so that the caller reads again. Never within
   * one process.
   */
  onReconnected(handler: () => void): Cancel;
}
