import { failedBackupMail } from '#platform/backup/failed-backup-mail.es.ts';
import { type FailedBackup, ScheduledBackups } from '#platform/backup/scheduled-backups.ts';
import type { Outbox } from '#platform/mail/outbox.ts';
import { backUp } from './backup.ts';
import { readPassphrase } from './backup-passphrase.ts';
import type { Features } from './features.ts';
import type { Foundation } from './foundation.ts';

const DAY_MS = 24 * 60 * 60_000;
const MAIL_KIND = 'backup_failed';

/** Creates the daily backups; null if the settings name no folder for them. */
export function buildBackups(base: Foundation, outbox: Outbox): Pick<Features, 'scheduledBackups'> {
  const { config, metrics } = base;
  if (config.backups === null) return { scheduledBackups: null };
  const { folder, keyFile, passphrase: setting, kept } = config.backups;
  const take = async (file: string, signal: AbortSignal) =>
    backUp(config, file, await readPassphrase(config.dataFolder, { keyFile, setting, ask: null }, 'seal'), signal);
  const report = (failed: FailedBackup) => mailOperator(base, outbox, failed);
  const log = base.log.child({ feature: 'backup' });
  const deps = { ...base, log, registry: metrics.registry, folder, kept, take, report };
  return { scheduledBackups: new ScheduledBackups(deps) };
}

/** Mails a failed backup to the operator, at most once a UTC day, also over restarts. */
async function mailOperator({ config, db, site }: Foundation, outbox: Outbox, failed: FailedBackup): Promise<void> {
  const to = config.operatorEmail;
  if (to === null) return;
  const day = new Date(Math.floor(failed.atMs / DAY_MS) * DAY_MS);
  await db.transaction(async (tx) => {
    const sent = await tx`SELECT 1 FROM mail_outbox WHERE kind = ${MAIL_KIND} AND created_at >= ${day} LIMIT 1`;
    if (sent.length > 0) return;
    const mail = failedBackupMail(to, site.url(), failed);
    await outbox.enqueue(tx, { kind: MAIL_KIND, mail, expiresAt: new Date(failed.atMs + DAY_MS) });
  });
}
