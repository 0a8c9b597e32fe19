import type { Clock } from '@vigia/core/kernel';
import { Counter, type Registry } from 'prom-client';
import { registerFigures } from '#platform/metrics/register-figures.ts';
import type { Database } from '#platform/persistence/database.ts';
import { readWaiting } from './courier.repository.ts';
import type { MailCourier } from './mail-courier.ts';

const FIGURES = {
  vigia_mail_outbox_waiting: 'Mails waiting to be sent',
  vigia_mail_outbox_oldest_seconds: 'How old the first of them is; 0 while there is none',
};

export type MailMetricsDeps = {
  readonly db: Pick<Database, 'sql'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly courier: Pick<MailCourier, 'counts'>;
};

/** What waits, whichever process sends it, and what this one has sent: counts are kept where they happen and read when asked for. */
export function registerMailMetrics(registry: Registry, { db, clock, courier }: MailMetricsDeps): void {
  registerFigures(registry, FIGURES, async () => {
    const { waiting, oldestMs } = await readWaiting(db.sql, clock.now());
    return { vigia_mail_outbox_waiting: waiting, vigia_mail_outbox_oldest_seconds: oldestMs / 1_000 };
  });
  for (const outcome of ['sent', 'failed'] as const) {
    new Counter({
      name: `vigia_mail_${outcome}_total`,
      help: outcome === 'sent' ? 'Mails handed over since the start' : 'Mails given up since the start',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(courier.counts[outcome]);
      },
    });
  }
}
