import type { Clock } from '@vigia/core/kernel';
import { Counter, type Registry } from 'prom-client';
import { registerOutboxMetrics } from '#platform/outbox/register-outbox-metrics.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { MailOutboxWorker } from './mail-outbox-worker.ts';
import { readWaiting } from './outbox.repository.ts';

export type MailMetricsDeps = {
  readonly db: Pick<Database, 'sql'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly worker: Pick<MailOutboxWorker, 'counts'>;
};

/**
 * Registers metrics of the waiting mails of the whole installation, and of the mails that this process sent and gave
 * up.
 */
export function registerMailMetrics(registry: Registry, { db, clock, worker }: MailMetricsDeps): void {
  registerOutboxMetrics(registry, 'mail', { clock, read: () => readWaiting(db.sql) });
  for (const outcome of ['sent', 'failed'] as const) {
    new Counter({
      name: `vigia_mail_${outcome}_total`,
      help: outcome === 'sent' ? 'Mails handed over since the start' : 'Mails given up since the start',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(worker.counts[outcome]);
      },
    });
  }
}
