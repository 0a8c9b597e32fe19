/** Entry file of the server process, with the functions that the command line calls. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '@vigia/core/kernel';
import type { BackedUp, Restored, RestoreRequest, VerifiedBackup } from '#composition/backup.ts';
import type { PassphrasePurpose, PassphraseSource } from '#composition/backup-passphrase.ts';
import type { Finding } from '#composition/doctor.ts';
import type { HistoryImport, ImportCounts, ImportFault } from '#composition/import-history.ts';
import type { Rotation } from '#composition/rotate-keys.ts';
import type { AlteredLog } from '#composition/verify-audit.ts';
import type { VerifiedOwner } from '#composition/verify-signals.ts';
import type { Corrected, Correction, CorrectionRefusal } from '#features/trading/index.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { readEnvironment } from '#platform/config/environment.ts';
import { PROJECT_ROOT, WEB_ROOT } from '#platform/project-root.ts';
import { StartupError } from '#platform/startup-error.ts';

export type { BackedUp, Restored, VerifiedBackup } from '#composition/backup.ts';
export type { PassphrasePurpose } from '#composition/backup-passphrase.ts';
export type { Finding } from '#composition/doctor.ts';
export type { HistoryImport, ImportCounts, ImportFault } from '#composition/import-history.ts';
export type { EffectCounts } from '#composition/restoring/effects.ts';
export type { Rotation } from '#composition/rotate-keys.ts';
export type { AlteredLog } from '#composition/verify-audit.ts';
export type { VerifiedOwner } from '#composition/verify-signals.ts';
export type { Corrected, Correction, CorrectionRefusal } from '#features/trading/index.ts';
export { StartupError } from '#platform/startup-error.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

/** Longest duration of an orderly stop of a server whose database is lost. */
const LAST_STOP_MS = 15_000;

/**
 * Keeps the process running when the reader of its output has ended (`npm start | head`), because it must still stop in
 * order.
 */
function ignoreLostReader(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}

/** Runs the server until a signal ends it. It never rejects: a failure is printed and sets process.exitCode. */
export async function startServer(): Promise<void> {
  const startedMs = performance.now();
  ignoreLostReader();
  let stop: (() => Promise<void>) | null = null;
  const onGivenUp = (error: StartupError): void => void endWithout(error, stop);
  try {
    const { createApp } = await import('#composition/root.ts');
    const app = await createApp(readConfig(readEnvironment()), { say, onGivenUp });
    stop = app.stop;
    stopOnSignals(app.stop);
    say(
      `\nVigía está lista en ${((performance.now() - startedMs) / 1_000).toFixed(1).replace('.', ',')} s → ${app.url}`,
    );
  } catch (error) {
    complain(error instanceof StartupError ? `✗ ${error.message}` : describe(error));
    process.exitCode = error instanceof StartupError ? error.exitCode : 1;
  }
}

/**
 * Imports candles as history, all or none, whether the server runs or not.
 * @throws StartupError if the settings are wrong or the database cannot be reached
 */
export async function importHistory(request: HistoryImport): Promise<Result<ImportCounts, ImportFault>> {
  const composition = await import('#composition/import-history.ts');
  return composition.importHistory(readConfig(readEnvironment()), request);
}

/**
 * Searches for altered security logs, whether the server runs or not; an empty result means that none is altered.
 * @throws StartupError if the settings are wrong or the database cannot be reached
 */
export async function verifyAudit(): Promise<readonly AlteredLog[]> {
  const composition = await import('#composition/verify-audit.ts');
  return composition.verifyAudit(readConfig(readEnvironment()));
}

/**
 * Checks sealed signals against their seals and the stored candles, whether the server runs or not.
 * @param setupId the setup or strategy to check; null for all
 * @throws StartupError if the settings are wrong or the database cannot be reached
 */
export async function verifySignals(setupId: string | null): Promise<readonly VerifiedOwner[]> {
  const composition = await import('#composition/verify-signals.ts');
  return composition.verifySignals(readConfig(readEnvironment()), setupId);
}

/**
 * Replaces the master key, whether the server runs or not. After an interruption another run resumes.
 * @throws StartupError if the settings are wrong or the database cannot be reached
 */
export async function rotateKeys(): Promise<Rotation> {
  const composition = await import('#composition/rotate-keys.ts');
  return composition.rotateKeys(readConfig(readEnvironment()));
}

/**
 * Gives an ended trade another outcome, by a new event and a new transfer, whether the server runs or not.
 * @throws StartupError if the settings are wrong or the database cannot be reached
 */
export async function correctTrade(correction: Correction): Promise<Result<Corrected, CorrectionRefusal>> {
  const composition = await import('#composition/correct-trade.ts');
  return composition.correctTradeOf(readConfig(readEnvironment()), correction);
}

/** The sources of a passphrase that the command line knows. */
export type PassphraseInput = Omit<PassphraseSource, 'setting'>;

/**
 * Writes the whole content of the database into a new encrypted file, whether the server runs or not.
 * @param passphrase null: into a new folder, not encrypted
 * @throws StartupError if the settings are wrong, the database cannot be reached or the place cannot be written
 */
export async function backUp(path: string, passphrase: PassphraseInput | null): Promise<BackedUp> {
  const composition = await import('#composition/backup.ts');
  const config = readConfig(readEnvironment());
  return composition.backUp(config, path, passphrase && (await passphraseFor(config, passphrase, 'seal')));
}

/**
 * Reads a whole backup, without a database and without touching anything.
 * @throws StartupError if the settings are wrong, the backup is not whole, or another passphrase opens it
 */
export async function verifyBackup(path: string, passphrase: PassphraseInput): Promise<VerifiedBackup> {
  const composition = await import('#composition/backup.ts');
  const config = readConfig(readEnvironment());
  return composition.verifyBackup(path, () => passphraseFor(config, passphrase, 'open'));
}

/** A request to restore, as the command line makes it. `previousFolder`: data folder of the database before; null: unsaid. */
export type RestoreInput = {
  readonly path: string;
  readonly passphrase: PassphraseInput;
  readonly replace: boolean;
  readonly previousFolder: string | null;
  readonly hasNoPrevious: boolean;
  readonly confirmNone: () => Promise<boolean>;
};

/**
 * Restores a backup; the server must be stopped. VIGIA_PREVIOUS_DATABASE_URL names a database before that is external.
 * @throws StartupError if the settings are wrong, the backup is not whole, or something is missing that must be said
 */
export async function restore(input: RestoreInput): Promise<Restored> {
  const composition = await import('#composition/backup.ts');
  const environment = readEnvironment();
  const config = readConfig(environment);
  const { path, passphrase, replace, confirmNone } = input;
  const previous = previousOf(input, environment['VIGIA_PREVIOUS_DATABASE_URL']);
  const ask = () => passphraseFor(config, passphrase, 'open');
  return composition.restore(config, { path, passphrase: ask, replace, previous, confirmNone });
}

function previousOf(
  { previousFolder, hasNoPrevious }: RestoreInput,
  url: string | undefined,
): RestoreRequest['previous'] {
  if (hasNoPrevious) return { kind: 'none' };
  if (previousFolder !== null) return { kind: 'folder', dataFolder: previousFolder };
  return url === undefined || url === '' ? { kind: 'here' } : { kind: 'url', url };
}

async function passphraseFor({ dataFolder }: Config, input: PassphraseInput, purpose: PassphrasePurpose) {
  const { readPassphrase } = await import('#composition/backup-passphrase.ts');
  const setting = readEnvironment()['VIGIA_BACKUP_PASSPHRASE'] ?? null;
  return readPassphrase(dataFolder, { ...input, setting: setting === '' ? null : setting }, purpose);
}

/**
 * Checks everything that a start needs.
 * @throws StartupError if the settings themselves are wrong
 */
export async function runDoctor(): Promise<readonly Finding[]> {
  const { examine } = await import('#composition/doctor.ts');
  return examine({ config: readConfig(readEnvironment()), clock: systemClock, webRoot: WEB_ROOT });
}

/**
 * Stops the server cleanly on the first signal, and at once on the second. After an immediate stop the database keeps
 * running, and the next start takes it over.
 */
function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = async (): Promise<void> => {
    if (isStopping) process.exit(130);
    isStopping = true;
    say('Cerrando en orden… (otra vez Ctrl-C para salir ya)');
    await stop();
    say('Hasta pronto.');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void onSignal());
}

/** Ends the process because its database does not stay up, so that its supervisor notices. */
async function endWithout(error: StartupError, stop: (() => Promise<void>) | null): Promise<void> {
  complain(`✗ ${error.message}`);
  await Promise.race([stop?.(), sleep(LAST_STOP_MS)]);
  process.exit(error.exitCode);
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/**
 * Returns true if this file was started as a program. The command line bundles this file too, but starts another one.
 */
function isEntry(): boolean {
  const started = process.argv[1] === undefined ? '' : realpathSync(process.argv[1]);
  return ['src/main.ts', 'dist/main.mjs'].some((file) => join(PROJECT_ROOT, 'apps/server', file) === started);
}

if (isEntry()) await startServer();
