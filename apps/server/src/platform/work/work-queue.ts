import type { Cancel } from '@vigia/core/kernel';

/** A kind of work that must not be lost on its way from who found it to who does it. Messages are plain JSON data. */
export type WorkKind<Message> = { readonly name: string; readonly sample?: Message };

export const workKind = <Message>(name: string): WorkKind<Message> => ({ name });

/**
 * Hands work from one process to the owner of its key (a shard), at least once: whoever takes it may have done it before, and
 * the database decides. Kept while nobody is there to do it. The truth stays in the database: whoever becomes the owner of a
 * key looks there first for what was left over, so that even an emptied queue loses nothing.
 */
export interface WorkQueue {
  /** Never waits and never throws; what cannot be handed over now is tried again for a while. */
  add<Message>(kind: WorkKind<Message>, key: string, message: Message): void;
  /** Takes the work of a key until cancelled. `again`, or a handler that throws, brings it back after a moment. */
  work<Message>(kind: WorkKind<Message>, key: string, handler: (message: Message) => Promise<'done' | 'again'>): Cancel;
}
