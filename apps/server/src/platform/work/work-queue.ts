import type { Cancel } from '@vigia/core/kernel';

/** A kind of work that must reach its worker. Messages are plain JSON data. */
export type WorkKind<Message> = {
  readonly name: string;
  /**
   * True if several processes may work on one key at the same time. Otherwise a new worker replaces the previous one.
   */
  readonly isShared: boolean;
  readonly sample?: Message;
};

export const workKind = <Message>(name: string, { isShared = false } = {}): WorkKind<Message> => ({ name, isShared });

/**
 * Delivers work from one process to the lease holder of its key (a shard), at least once. The database shows whether
 * repeated work is already done. Work without a lease holder is kept. A new lease holder of a key first searches the
 * database for unfinished work, so that no work is lost even if the queue is emptied.
 */
export interface WorkQueue {
  /**
   * Adds a message. It never waits and never throws. If the queue cannot store the message now, it retries for a while.
   */
  add<Message>(kind: WorkKind<Message>, key: string, message: Message): void;
  /**
   * Handles the work of a key until it is cancelled. Work is delivered again a little later if its handler returns
   * `retry` or throws.
   */
  work<Message>(kind: WorkKind<Message>, key: string, handler: (message: Message) => Promise<'done' | 'retry'>): Cancel;
}
