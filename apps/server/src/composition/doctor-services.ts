import { assertNever, type Clock } from '@vigia/core/kernel';
import { newestBackupMs } from '#platform/backup/backup-folder.ts';
import type { Config } from '#platform/config/config.ts';
import { findLogSigner } from '#platform/crypto/log-key.ts';
import { isOwnSite } from '#platform/mail/mailbox.routes.ts';
import { checkSmtp } from '#platform/mail/smtp-mailer.ts';
import { openConnection } from '#platform/nats/open-connection.ts';
import { parseDatabaseUrl } from '#platform/persistence/connection.ts';
import { findPostgresBinaries } from '#platform/persistence/embedded-binaries.ts';
import { assertCompleteFolder, hasEmbeddedData } from '#platform/persistence/embedded-folder.ts';
import { findRunningEmbedded } from '#platform/persistence/embedded-postgres.ts';
import { pendingMigrations } from '#platform/persistence/migrate.ts';
import { processWrapper } from '#platform/persistence/postgres-program.ts';
import { prepareExternalDatabase } from '#platform/persistence/roles.ts';
import { errorText } from '#platform/startup-error.ts';
import { readPassphrase } from './backup-passphrase.ts';
import { openUnmigrated } from './connect-database.ts';
import { readRecording } from './feed.ts';
import { openSecrets } from './secrets.ts';
import { UndoStack } from './undo-stack.ts';

/** Inputs of the checks of `vigia doctor`. */
export type DoctorDeps = { readonly config: Config; readonly clock: Clock; readonly webRoot: string };

const HOUR_MS = 3_600_000;
/** A backup follows each day, so a newest one of this age means that at least one failed. */
const OLD_BACKUP_HOURS = 36;

export async function checkDatabase({ config }: DoctorDeps): Promise<string> {
  if (config.databaseUrl !== null) {
    const { owner } = await prepareExternalDatabase(parseDatabaseUrl(config.databaseUrl));
    return `externa, responde en ${owner.host}:${owner.port}/${owner.database}`;
  }
  await findPostgresBinaries();
  await processWrapper();
  assertCompleteFolder(config.dataFolder);
  if (await findRunningEmbedded(config.dataFolder)) return 'incluida, en marcha y responde';
  return hasEmbeddedData(config.dataFolder) ? 'incluida, detenida' : 'incluida, se creará al arrancar';
}

/**
 * Checks what the database contains: its schema is not newer than this version, its migrations are those of this
 * version, and the master key is its key. A stopped embedded database runs during the check.
 */
export async function checkData({ config }: DoctorDeps): Promise<string> {
  if (config.databaseUrl === null && !hasEmbeddedData(config.dataFolder)) return 'ninguno todavía';
  const undo = new UndoStack();
  try {
    const { owner } = await openUnmigrated(config, 'comprobación', undo);
    const steps = await pendingMigrations(owner, config.databaseUrl === null ? config.dataFolder : null);
    await openSecrets(config, owner);
    if (steps.length === 0) return 'de esta versión, y la clave maestra es la suya';
    return `de una versión anterior: el próximo arranque aplica ${steps.length} pasos, con una copia antes`;
  } finally {
    await undo.run();
  }
}

/** Checks the key that signs the heads of the evidence log. */
export async function checkLogKey({ config }: DoctorDeps): Promise<string> {
  const signer = findLogSigner({ dataFolder: config.dataFolder, given: config.logKey, name: '' });
  if (config.logKey) return 'clave dada por VIGIA_LOG_KEY';
  return signer === null ? 'la clave se creará al arrancar' : 'la clave se puede leer';
}

/** Checks the price source as far as this is possible without a request to a broker. */
export async function checkPrices({ config: { feed } }: DoctorDeps): Promise<string> {
  switch (feed.kind) {
    case 'simulated':
      return 'mercado simulado';
    case 'deriv':
      return 'precios públicos de Deriv; si responde, se sabe al arrancar';
    case 'replay': {
      const { asset, ticks } = readRecording(feed.file);
      return `grabación de ${asset.symbol} con ${ticks.length} precios`;
    }
    default:
      return assertNever(feed);
  }
}

/** Checks the connection to the other processes. */
export async function checkBus({ config: { cluster } }: DoctorDeps): Promise<string> {
  if (cluster.natsUrl === null) return 'ninguno: este proceso hace todo';
  try {
    await (await openConnection(cluster.natsUrl, 'vigia doctor')).close();
    return 'NATS responde';
  } catch (cause) {
    throw new Error(`NATS no responde (${errorText(cause)}): mira que esté en marcha y que NATS_URL sea la suya.`, {
      cause,
    });
  }
}

export async function checkMail({ config }: DoctorDeps): Promise<string> {
  const { smtpUrl } = config.mail;
  if (smtpUrl === null && config.siteUrl !== null && !isOwnSite(config.siteUrl)) {
    throw new Error(
      'Sin SMTP_URL y con una SITE_URL pública los mensajes no salen: sus enlaces solo se leen en la consola.',
    );
  }
  if (smtpUrl === null) return 'sin SMTP_URL: los mensajes se quedan en /dev/mailbox';
  await checkSmtp(smtpUrl);
  return `${new URL(smtpUrl).host} responde`;
}

/** Checks the scheduled backups: their folder, their passphrase, and the age of the newest one. */
export async function checkBackups({ config, clock }: DoctorDeps): Promise<string> {
  if (config.backups === null)
    return 'sin copias programadas: VIGIA_BACKUP_DIR las pide (docs/operations.md, «Copias»)';
  const { folder, keyFile, passphrase: setting } = config.backups;
  await readPassphrase(config.dataFolder, { keyFile, setting, ask: null }, 'seal');
  const newestMs = newestBackupMs(folder);
  if (newestMs === null) return `ninguna todavía en ${folder}: la primera se hace al arrancar`;
  const hours = Math.round((clock.now() - newestMs) / HOUR_MS);
  if (hours > OLD_BACKUP_HOURS)
    throw new Error(`La última copia de ${folder} tiene ${hours} horas: mira en el registro por qué no hay otra.`);
  return `cada día en ${folder}; la última, hace ${hours} h`;
}
