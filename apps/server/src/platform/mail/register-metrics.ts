import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '#platform/persistence/database.ts';
import { countWaiting } from './courier.repository.ts';
import type { MailCourier } from './mail-courier.ts';

/** Counts are kept where they happen and read when asked for. */
export function registerMailMetrics(registry: Registry, db: Database, courier: MailCourier): void {
  const registers = [registry];
  new Gauge({
    name: 'vigia_mail_outbox_waiting',
    help: 'Mails waiting to be sent; NaN while the database is away',
    registers,
    async collect() {
      this.set(await countWaiting(db.sql).catch(() => Number.NaN));
    },
  });
  for (const outcome of ['sent', 'failed'] as const) {
    new Counter({
      name: `vigia_mail_${outcome}_total`,
      help: outcome === 'sent' ? 'Mails handed over since the start' : 'Mails given up since the start',
      registers,
      collect() {
        this.reset();
        this.inc(courier.counts[outcome]);
      },
    });
  }
}
