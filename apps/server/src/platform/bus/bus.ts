import type { Cancel } from '@vigia/core/kernel';

/**
 * The processes that receive the messages of a topic. `process`: only the publishing process. `person`: the processes
 * that receive for the user in the message, or all if its `userId` is null. `all`: every process.
 */
export type TopicReach = 'process' | 'person' | 'all';

/** A named stream of one type of message. Only the compiler uses the type parameter. */
export type Topic<Message> = { readonly name: string; readonly reach: TopicReach; readonly sample?: Message };

/** Creates a topic within one process. */
export const processTopic = <Message>(name: string): Topic<Message> => ({ name, reach: 'process' });

/** Creates a topic that reaches every process. */
export const topicForAll = <Message>(name: string): Topic<Message> => ({ name, reach: 'all' });

/**
 * Creates a topic whose messages name a user. A message reaches the processes that receive for this user, or all
 * processes if its `userId` is null.
 */
export const topicForUser = <Message extends { readonly userId: string | null }>(name: string): Topic<Message> => ({
  name,
  reach: 'person',
});

/**
 * Publishes events between features. Messages are plain JSON data and are never mutated. Within one process delivery is
 * synchronous and in order. A handler that throws is logged, and the other handlers still run. Between processes
 * delivery is best effort and in order per publisher. A subscriber that misses a message finds the same facts in the
 * database.
 */
export interface Bus {
  publish<Message>(topic: Topic<Message>, message: Message): void;
  subscribe<Message>(topic: Topic<Message>, handler: (message: Message) => void): Cancel;
  /**
   * Starts to deliver messages of other processes about a user. Each call returns a separate cancel function, and
   * delivery ends with the last cancel.
   */
  receiveUser(userId: string): Cancel;
  /** Starts to deliver messages of other processes about all users. */
  receiveAllUsers(): Cancel;
  /**
   * Calls the handler after messages of other processes may have been lost, so that the caller reads its data again. In
   * a single process the handler is never called.
   */
  onReconnected(handler: () => void): Cancel;
}
