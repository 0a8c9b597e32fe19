import { type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import type { WorkKind, WorkQueue } from './work-queue.ts';

const REDELIVER_AFTER_MS = durationMs(250);

type Handler = (message: unknown) => Promise<'done' | 'retry'>;

/**
 * Creates a queue that delivers work immediately within one process. Unfinished work is lost when the process ends, and
 * the next start finds it in the database.
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
      log.error({ err: error, where }, 'work failed and is retried');
      return 'retry' as const;
    });
    if (outcome === 'retry') clock.after(REDELIVER_AFTER_MS, () => void hand(where, message));
  };
  return {
    add: (kind, key, message) => void hand(address(kind, key), message),
    work<Message>(kind: WorkKind<Message>, key: string, handler: (message: Message) => Promise<'done' | 'retry'>) {
      const where = address(kind, key);
      // The cast is safe, because only `add` with a kind of this message type sends to the handler.
      const taken = handler as Handler;
      handlers.set(where, taken);
      return () => {
        if (handlers.get(where) === taken) handlers.delete(where);
      };
    },
  };
}
