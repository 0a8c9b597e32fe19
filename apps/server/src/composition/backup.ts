import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@vigia/core/kernel';
import type { BackupPassphrase } from '#platform/backup/age-stream.ts';
import { backupForm, openBackup } from '#platform/backup/open-backup.ts';
import { type CheckedBackup, checkBackup, restoreBackup } from '#platform/backup/restore-backup.ts';
import { type TakenBackup, takeBackup, takeEncryptedBackup } from '#platform/backup/take-backup.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Config } from '#platform/config/config.ts';
import { keyLocationWarning, loadMasterKey, masterKeyFile } from '#platform/crypto/master-key.ts';
import { withConnection } from '#platform/persistence/connection.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { ConnectionOptions } from '#platform/persistence/driver-connection.ts';
import { readExclusionFile } from '#platform/standing/exclusion-file.ts';
import { StartupError } from '#platform/startup-error.ts';
import { connectDatabase } from './connect-database.ts';
import { applyRestoreRules } from './restoring/apply-restore-rules.ts';
import type { RestoreEffectCounts } from './restoring/effects.ts';
import { type PreviousDatabaseLocation, readPreviousDatabaseAt } from './restoring/previous-elsewhere.ts';
import { type PreviousDatabaseState, readPreviousDatabase } from './restoring/previous-state.ts';
import { openSecretsInSession, type Secrets } from './secrets.ts';
import { openStorage } from './storage.ts';
import { UndoStack } from './undo-stack.ts';

/** A written backup, and the location of the key that decrypts its secrets. */
export type BackupReport = TakenBackup & {
  /** File of the master key, which no backup contains; null if the settings contain the key. */
  readonly keyFile: string | null;
  /** Warning about the location of the key; null if the location is good. */
  readonly keyWarning: string | null;
};

/**
 * Writes all rows of the database into a new file, with or without a running server.
 * @param passphrase null writes the backup into a new folder without encryption
 * @param signal ends an encrypted backup soon after it aborts
 * @throws StartupError if the database is unreachable or the path is not writable
 */
export async function backUp(
  config: Config,
  path: string,
  passphrase: BackupPassphrase | null,
  signal?: AbortSignal,
): Promise<BackupReport> {
  const undo = new UndoStack();
  try {
    const { access } = await connectDatabase(config, 'copia de seguridad', undo);
    const taken = await take(access.owner, path, passphrase, systemClock, signal);
    const { dataFolder, masterKey } = config;
    const keyFile = masterKey === null ? masterKeyFile(dataFolder) : null;
    return { ...taken, keyFile, keyWarning: keyLocationWarning(dataFolder, masterKey) };
  } finally {
    await undo.run();
  }
}

async function take(
  owner: ConnectionOptions,
  path: string,
  passphrase: BackupPassphrase | null,
  clock: Clock,
  signal?: AbortSignal,
): Promise<TakenBackup> {
  if (passphrase !== null) return takeEncryptedBackup(owner, path, passphrase, clock, signal);
  const { takenAt, tables } = await takeBackup(owner, path, clock);
  return { takenAt, tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0) };
}

/** Asks for the passphrase of a backup. Called once, and only for an encrypted backup. */
export type AskPassphrase = () => Promise<BackupPassphrase>;

/** A backup that was completely read without a fault. */
export type VerifiedBackup = TakenBackup & { readonly isEncrypted: boolean; readonly newestStep: number };

/**
 * Reads a complete backup. It changes nothing and needs no database.
 * @throws StartupError if the backup is incomplete, or has another passphrase
 */
export async function verifyBackup(path: string, passphrase: AskPassphrase): Promise<VerifiedBackup> {
  return verified(await checkBackup(await openBackup(path, passphrase)));
}

const verified = ({ source, head, rows }: CheckedBackup): VerifiedBackup => ({
  takenAt: head.takenAt,
  tables: head.tables.length,
  rows,
  isEncrypted: source.isEncrypted,
  newestStep: head.migrations.at(-1)?.number ?? 0,
});

export type RestoreRequest = {
  readonly path: string;
  readonly passphrase: AskPassphrase;
  /** True to replace a database that has user accounts. */
  readonly replace: boolean;
  /** The location of the previous database: the same database, another place, or none if it does not exist any more. */
  readonly previous: { readonly kind: 'here' } | PreviousDatabaseLocation | { readonly kind: 'none' };
  /** Asks for a confirmation that the previous database does not exist any more. Called if none is found. */
  readonly confirmNone: () => Promise<boolean>;
};

/** Report of a restore. */
export type RestoreReport = VerifiedBackup & {
  readonly effects: RestoreEffectCounts;
  /** False if revocations after the backup are unknown, except those in the file of the data folder. */
  readonly hadPrevious: boolean;
  /** Copy of the replaced database; null if there was nothing to replace. */
  readonly safetyCopy: string | null;
  /** Number of unreadable lines in the file of self-exclusions. */
  readonly unreadableLines: number;
};

/**
 * Restores a backup completely or not at all, into an embedded or external database. No server may run on the database
 * at this time. Access that the backup would revive is voided, and rules that became stricter after the backup are
 * kept.
 * @throws StartupError if the backup is incomplete, the master key is not its key, or the database has user accounts
 */
export async function restore(
  config: Config,
  request: RestoreRequest,
  clock: Clock = systemClock,
): Promise<RestoreReport> {
  const undo = new UndoStack();
  try {
    requireMasterKey(config);
    const passphrase = backupForm(request.path) === 'encrypted' ? await request.passphrase() : null;
    const source = await openBackup(request.path, async () => passphrase ?? request.passphrase());
    const checked = await checkBackup(source);
    const { access } = await openStorage(config, 'restauración', undo);
    const place = await choosePrevious(config, request, access.owner, clock);
    const safetyCopy = place.replaces ? await copyFirst(config, access.owner, passphrase, clock) : null;
    const standing = readExclusionFile(config.dataFolder);
    const { effects, hadPrevious } = await restoreBackup(access.owner, checked, {
      before: (tx, isUsed) => previousOf(tx, isUsed, place, clock),
      after: async (tx, previous) => {
        const { keyedHash } = await secretsOfBackup(config, tx);
        return {
          effects: await applyRestoreRules(tx, checked.head, { clock, keyedHash, standing, previous }),
          hadPrevious: previous !== null,
        };
      },
    });
    return { ...verified(checked), effects, hadPrevious, safetyCopy, unreadableLines: standing.unreadable };
  } finally {
    await undo.run();
  }
}

type ChosenPrevious = {
  /** True if the restore replaces user accounts. */
  readonly replaces: boolean;
  readonly previous: PreviousDatabaseState | 'here' | null;
};

/**
 * Chooses the previous database.
 * @throws StartupError in two cases: the database has accounts and the request does not allow its replacement; or no
 * previous database is found and its absence is not confirmed
 */
async function choosePrevious(
  config: Config,
  { replace, previous, confirmNone }: RestoreRequest,
  owner: ConnectionOptions,
  clock: Clock,
): Promise<ChosenPrevious> {
  const replaces = await hasAccounts(owner);
  if (replaces && !replace)
    throw new StartupError(
      'En esta base de datos ya hay cuentas: para sustituirla por la copia, repite con «--replace». Lo que se cerró o se prohibió después de la copia se conserva. No se tocó nada.',
    );
  if (previous.kind === 'none') return { replaces, previous: null };
  if (previous.kind !== 'here')
    return { replaces, previous: await readPreviousDatabaseAt(config, previous, clock.now()) };
  if (replaces) return { replaces, previous: 'here' };
  if (await confirmNone()) return { replaces, previous: null };
  throw new StartupError(
    'Aquí no está la base de datos anterior. Di dónde está con «--previous CARPETA», para conservar lo que se cerró o se prohibió después de la copia; si ya no existe, repite con «--without-previous-database». No se tocó nada.',
    { exitCode: 2 },
  );
}

async function hasAccounts(owner: ConnectionOptions): Promise<boolean> {
  return withConnection(owner, async (sql) => {
    const [table] = await sql<{ is: boolean }[]>`SELECT to_regclass('public.auth_users') IS NOT NULL AS is`;
    return table?.is === true && (await sql`SELECT 1 FROM auth_users LIMIT 1`).length > 0;
  });
}

async function previousOf(
  tx: Transaction,
  isUsed: boolean,
  { replaces, previous }: ChosenPrevious,
  clock: Clock,
): Promise<PreviousDatabaseState | null> {
  if (isUsed !== replaces) throw new StartupError('La base de datos cambió mientras tanto: repite. No se tocó nada.');
  return previous === 'here' ? readPreviousDatabase(tx, clock.now()) : previous;
}

/** Copies the database that will be replaced into the data folder, encrypted with the passphrase of the backup. */
async function copyFirst(
  { dataFolder }: Config,
  owner: ConnectionOptions,
  passphrase: BackupPassphrase | null,
  clock: Clock,
): Promise<string> {
  const moment = new Date(clock.now()).toISOString().replaceAll(':', '-');
  const path = join(dataFolder, 'copias', `antes-de-restaurar-${moment}${passphrase === null ? '' : '.age'}`);
  await take(owner, path, passphrase, clock);
  return path;
}

/**
 * Checks that this installation has a readable master key.
 * @throws StartupError if it has none
 */
function requireMasterKey({ dataFolder, masterKey }: Config): void {
  const file = masterKeyFile(dataFolder);
  if (masterKey === null && !existsSync(file))
    throw new StartupError(
      `Falta la clave maestra de la copia: pon la de la instalación de origen en ${file} (con permisos 600) o en VIGIA_MASTER_KEY, y repite. No se tocó nada.`,
    );
  loadMasterKey({ dataFolder, given: masterKey, hasSealedData: true });
}

/**
 * Opens the secrets of the backup.
 * @throws StartupError if the master key of this installation is not the key of the backup
 */
async function secretsOfBackup(config: Config, tx: Transaction): Promise<Secrets> {
  try {
    return await openSecretsInSession(config, tx);
  } catch (cause) {
    throw new StartupError(
      'La copia es de otra instalación, o de antes de cambiar la clave maestra: la clave de aquí no abre sus secretos. Pon la clave con la que se hizo. No se tocó nada.',
      { cause },
    );
  }
}
