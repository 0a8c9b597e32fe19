import { type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import type { WorkKind, WorkQueue } from './work-queue.ts';

const AGAIN_AFTER_MS = durationMs(250);

type Handler = (message: unknown) => Promise<'done' | 'again'>;

/**
 * Delivers work within one process at once. It is lost with the process, and found again in the database at the next
 * start.
 */
export function createInProcessWorkQueue({
  clock,
  log,
}: {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<Logger, 'error'>;
}): WorkQueue {
  const handlers = new Map<string, Handler>();
  const address = (kind: { readonly name: string }, key: string): string => `${kind.name} ${key}`;
  const hand = async (where: string, message: unknown): Promise<void> => {
    const handler = handlers.get(where);
    if (handler === undefined) return;
    const outcome = await handler(message).catch((error: unknown) => {
      log.error({ err: error, where }, 'work failed and is tried again');
      return 'again' as const;
    });
    if (outcome === 'again') clock.after(AGAIN_AFTER_MS, () => void hand(where, message));
  };
  return {
    add: (kind, key, message) => void hand(address(kind, key), message),
    work<Message>(kind: WorkKind<Message>, key: string, handler: (message: Message) => Promise<'done' | 'again'>) {
      const where = address(kind, key);
      // Only `add` of a kind of this message type sends to it.
      const taken = handler as Handler;
      handlers.set(where, taken);
      return () => {
        if (handlers.get(where) === taken) handlers.delete(where);
      };
    },
  };
}
