import type { Cancel } from '@vigia/core/kernel';

/** A kind of work that must reach its worker. Messages are plain JSON data. */
export type WorkKind<Message> = {
  readonly name: string;
  /** Whether several processes may work on one key at the same time; if not, a new worker replaces the previous one. */
  readonly isShared: boolean;
  readonly sample?: Message;
};

export const workKind = <Message>(name: string, { isShared = false } = {}): WorkKind<Message> => ({ name, isShared });

/**
 * Delivers work from one process to the owner of its key (a shard), at least once. Repeated work may already be done,
 * which the database shows. Work without an owner is kept. A new owner of a key first searches the database for
 * unfinished work, so that even an emptied queue loses nothing.
 */
export interface WorkQueue {
  /**
   * Adds a message. It never waits and never throws. If the queue cannot store the message now, it retries for a while.
   */
  add<Message>(kind: WorkKind<Message>, key: string, message: Message): void;
  /**
   * Handles the work of a key until cancelled. Work whose handler returns `retry` or throws is delivered again a little
   * later.
   */
  work<Message>(kind: WorkKind<Message>, key: string, handler: (message: Message) => Promise<'done' | 'retry'>): Cancel;
}
