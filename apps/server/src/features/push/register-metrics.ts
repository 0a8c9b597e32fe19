import type { Clock } from '@vigia/core/kernel';
import type { Registry } from 'prom-client';
import { registerFigures } from '#platform/metrics/register-figures.ts';
import type { Database } from '#platform/persistence/database.ts';
import { readWaiting } from './outbox.repository.ts';

const FIGURES = {
  vigia_push_outbox_waiting: 'Messages to browsers that wait to be sent',
  vigia_push_outbox_oldest_seconds: 'How old the first of them is; 0 while there is none',
};

/** What waits in the outbox, whichever process sends it. */
export function registerPushFigures(
  registry: Registry,
  { db, clock }: { readonly db: Pick<Database, 'sql'>; readonly clock: Pick<Clock, 'now'> },
): void {
  registerFigures(registry, FIGURES, async () => {
    const { waiting, oldestMs } = await readWaiting(db.sql, clock.now());
    return { vigia_push_outbox_waiting: waiting, vigia_push_outbox_oldest_seconds: oldestMs / 1_000 };
  });
}
