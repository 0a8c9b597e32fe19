/** Entry file of the server process, with the functions that the command line calls. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Broker } from '@vigia/broker-kit/port';
import type { Result } from '@vigia/core/kernel';
import type { BackupReport, RestoreReport, RestoreRequest, VerifiedBackup } from '#composition/backup.ts';
import type { PassphrasePurpose, PassphraseSource } from '#composition/backup-passphrase.ts';
import type { BrokerCheckOutcome, BrokerCheckRequest } from '#composition/check-broker.ts';
import type { DoctorFinding } from '#composition/doctor.ts';
import type { ExaminedFile, LocalPriceFile } from '#composition/examine-price-file.ts';
import type { ImportCounts } from '#composition/import-history.ts';
import type { PriceFileFault, PriceFileImport } from '#composition/import-price-file.ts';
import type { KeyRotationResult } from '#composition/rotate-keys.ts';
import type { CorrectedStatus, Correction, CorrectionRefusal } from '#features/trading/index.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { readEnvironment } from '#platform/config/environment.ts';
import { PROJECT_ROOT, WEB_ROOT } from '#platform/project-root.ts';
import { StartupError } from '#platform/startup-error.ts';

export type { BackupReport, RestoreReport, VerifiedBackup } from '#composition/backup.ts';
export type { PassphrasePurpose } from '#composition/backup-passphrase.ts';
export type { BrokerCheckRequest } from '#composition/check-broker.ts';
export type { DoctorFinding } from '#composition/doctor.ts';
export type { ExaminedFile, LocalPriceFile } from '#composition/examine-price-file.ts';
export type { PriceFileFault } from '#composition/import-price-file.ts';
export type { RestoreEffectCounts } from '#composition/restoring/effects.ts';
export type { KeyRotationResult } from '#composition/rotate-keys.ts';
export type { Verification } from '#composition/verify.ts';
export type { AlteredLog } from '#composition/verify-security-logs.ts';
export type { VerifiedSettlements } from '#composition/verify-settlements.ts';
export type { VerifiedAutomation } from '#composition/verify-signals.ts';
export type { LogFault } from '#features/evidence-log/index.ts';
export type { CorrectedStatus, Correction, CorrectionRefusal } from '#features/trading/index.ts';
export { StartupError } from '#platform/startup-error.ts';
export {
  checkUpgrade,
  folderHolder,
  type Installation,
  installation,
  isProcessRunning,
  type ProcessIdentity,
  processIdentityOf,
  RestartPolicy,
  systemClock,
  type UpgradeCheck,
} from './installed.ts';
export { verify, verifySecurityLogs, verifySettlements } from './verifying.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

/** Longest duration of an orderly stop of a server whose database is lost. */
const LAST_STOP_MS = 15_000;

/** Keeps the process running after the reader of its output has ended, because it must still stop in order. */
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
    // A supervisor waits for this message.
    if (process.connected) process.send?.({ readyUrl: app.url });
  } catch (error) {
    complain(error instanceof StartupError ? `✗ ${error.message}` : describe(error));
    process.exitCode = error instanceof StartupError ? error.exitCode : 1;
  }
}

/** Examines a price file. An error is the reason in Spanish. @throws the error of the file system */
export async function examinePriceFile(file: LocalPriceFile): Promise<Result<ExaminedFile, string>> {
  const composition = await import('#composition/examine-price-file.ts');
  return composition.examinePriceFile(file);
}

/**
 * Imports an examined price file as history, completely or not at all.
 * @throws StartupError if the settings are wrong or the database is unreachable
 */
export async function importHistory(wanted: PriceFileImport): Promise<Result<ImportCounts, PriceFileFault>> {
  const composition = await import('#composition/import-price-file.ts');
  return composition.importPriceFile(readConfig(readEnvironment()), wanted);
}

/**
 * Replaces the master key, with or without a running server. After an interruption another run resumes.
 * @throws StartupError if the settings are wrong or the database is unreachable
 */
export async function rotateKeys(): Promise<KeyRotationResult> {
  const composition = await import('#composition/rotate-keys.ts');
  return composition.rotateKeys(readConfig(readEnvironment()));
}

/**
 * Gives an ended trade another outcome with a new event and a new transfer, with or without a running server.
 * @throws StartupError if the settings are wrong or the database is unreachable
 */
export async function correctTrade(correction: Correction): Promise<Result<CorrectedStatus, CorrectionRefusal>> {
  const composition = await import('#composition/correct-trade.ts');
  return composition.correctTradeOf(readConfig(readEnvironment()), correction);
}

/** The sources of a passphrase that the command line provides. */
export type PassphraseInput = Omit<PassphraseSource, 'setting'>;

/**
 * Writes the whole content of the database into a new encrypted file, with or without a running server.
 * @param passphrase null writes the backup into a new folder without encryption
 * @throws StartupError if the settings are wrong, the database is unreachable or the path is not writable
 */
export async function backUp(path: string, passphrase: PassphraseInput | null): Promise<BackupReport> {
  const composition = await import('#composition/backup.ts');
  const config = readConfig(readEnvironment());
  return composition.backUp(config, path, passphrase && (await passphraseFor(config, passphrase, 'seal')));
}

/**
 * Reads a complete backup. It changes nothing and needs no database.
 * @throws StartupError if the settings are wrong, the backup is incomplete, or it has another passphrase
 */
export async function verifyBackup(path: string, passphrase: PassphraseInput): Promise<VerifiedBackup> {
  const composition = await import('#composition/backup.ts');
  const config = readConfig(readEnvironment());
  return composition.verifyBackup(path, () => passphraseFor(config, passphrase, 'open'));
}

/**
 * A restore request of the command line. `previousFolder`: data folder of the previous database; null if it is not
 * stated.
 */
export type RestoreInput = {
  readonly path: string;
  readonly passphrase: PassphraseInput;
  readonly replace: boolean;
  readonly previousFolder: string | null;
  readonly hasNoPrevious: boolean;
  readonly confirmNone: () => Promise<boolean>;
};

/**
 * Restores a backup. The server must be stopped. VIGIA_PREVIOUS_DATABASE_URL names an external previous database.
 * @throws StartupError if the settings are wrong, the backup is incomplete, or a required statement is missing
 */
export async function restore(input: RestoreInput): Promise<RestoreReport> {
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

/** The brokers that the command line can check. */
export async function brokerCatalog(): Promise<readonly Broker[]> {
  return (await import('#composition/brokers.ts')).BROKERS;
}

/**
 * Checks a broker with a separate login, with or without a running server, through the outbound proxy if there is one.
 * @throws StartupError if the settings themselves are wrong
 */
export async function checkBroker(request: BrokerCheckRequest): Promise<BrokerCheckOutcome> {
  const [composition, { useOutboundProxy }, { systemRng }, { timeOrderedIds }] = await Promise.all([
    import('#composition/check-broker.ts'),
    import('@vigia/broker-kit/outbound'),
    import('#platform/crypto/system-rng.ts'),
    import('#platform/crypto/time-ordered-ids.ts'),
  ]);
  useOutboundProxy(readConfig(readEnvironment()).outboundProxy);
  return composition.checkBroker(request, { clock: systemClock, rng: systemRng, ids: timeOrderedIds });
}

/** Checks everything that a start needs. @throws StartupError if the settings themselves are wrong */
export async function runDoctor(): Promise<readonly DoctorFinding[]> {
  const { examineInstallation } = await import('#composition/doctor.ts');
  return examineInstallation({ config: readConfig(readEnvironment()), clock: systemClock, webRoot: WEB_ROOT });
}

/**
 * Stops cleanly on the first process signal (Ctrl-C), and immediately on the second. The next start then adopts the
 * running database.
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

/** Ends the process because its database does not keep running, so that its supervisor detects the failure. */
async function endWithout(error: StartupError, stop: (() => Promise<void>) | null): Promise<void> {
  complain(`✗ ${error.message}`);
  await Promise.race([stop?.(), sleep(LAST_STOP_MS)]);
  process.exit(error.exitCode);
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/**
 * Returns true if this file was started as a program. The command line also bundles this file, but starts another one.
 */
function isEntry(): boolean {
  const started = process.argv[1] === undefined ? '' : realpathSync(process.argv[1]);
  return ['src/main.ts', 'dist/main.mjs'].some((file) => join(PROJECT_ROOT, 'apps/server', file) === started);
}

if (isEntry()) await startServer();
