import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { dirname } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { keyLocationWarning, masterKeyFile } from '#platform/crypto/master-key.ts';
import { isWebBuilt } from '#platform/http/web-app.ts';
import { lockHolder } from '#platform/persistence/app-lock.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { hasEmbeddedData } from '#platform/persistence/embedded-folder.ts';
import { findRunningEmbedded } from '#platform/persistence/embedded-postgres.ts';
import { errorCode, errorText, StartupError } from '#platform/startup-error.ts';
import {
  checkBackups,
  checkBus,
  checkData,
  checkDatabase,
  checkLogKey,
  checkMail,
  checkPrices,
  type DoctorDeps,
} from './doctor-services.ts';
import { assertPortFree } from './port.ts';
import { ensureWritable } from './storage.ts';

/** Result of one check: a sentence, which includes the remedy if there is a fault. */
export type DoctorFinding = { readonly name: string; readonly isFine: boolean; readonly text: string };

const GIGABYTE = 2 ** 30;
const LEAST_FREE_BYTES = 2 * GIGABYTE;
const LEAST_MEMORY_BYTES = GIGABYTE;
/** Earliest time that a correct clock can show. */
const EARLIEST_MS = Date.UTC(2026, 0, 1);
const CLOCK_TOLERANCE_MS = 2_000;

type Check = (deps: DoctorDeps) => Promise<string>;

/** Checks everything that a start needs. Changes nothing that a start would not change. */
export async function examineInstallation(deps: DoctorDeps): Promise<readonly DoctorFinding[]> {
  const checks: readonly (readonly [name: string, check: Check, needs?: string])[] = [
    ['Máquina', checkMachine],
    ['Node', checkNode],
    ['Carpeta de datos', checkDataFolder],
    ['Claves', checkKeys],
    ['Base de datos', checkDatabase],
    ['Datos', checkData, 'Base de datos'],
    ['Registro verificable', checkLogKey],
    ['Puerto', checkPort],
    ['Reloj', checkClock],
    ['Precios', checkPrices],
    ['Correo', checkMail],
    ['Otros procesos', checkBus],
    ['Copias', checkBackups],
    ['Aplicación web', checkWeb],
  ];
  const findings: DoctorFinding[] = [];
  for (const [name, check, needs] of checks) {
    if (findings.some((earlier) => earlier.name === needs && !earlier.isFine)) continue;
    try {
      findings.push({ name, isFine: true, text: await check(deps) });
    } catch (error) {
      findings.push({ name, isFine: false, text: errorText(error) });
    }
  }
  return findings;
}

async function checkMachine({ config }: DoctorDeps): Promise<string> {
  const memory = `${gigabytes(totalmem())} de memoria, ${gigabytes(freemem())} libres`;
  if (totalmem() < LEAST_MEMORY_BYTES) throw new Error(`${memory}: Vigía necesita 1 GB.`);
  const { bavail, bsize } = await statfs(nearestFolder(config.dataFolder));
  const free = bavail * bsize;
  if (free < LEAST_FREE_BYTES)
    throw new Error(`Quedan ${gigabytes(free)} en el disco de los datos: libera al menos 2 GB.`);
  return `${process.platform}-${process.arch}, ${memory}, ${gigabytes(free)} de disco`;
}

async function checkNode(): Promise<string> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return process.versions.node;
  throw new Error(
    `${process.versions.node} es demasiado antigua: instala la 20.19 o más nueva desde https://nodejs.org.`,
  );
}

async function checkDataFolder({ config }: DoctorDeps): Promise<string> {
  if (!existsSync(config.dataFolder)) return `${config.dataFolder} se creará al arrancar`;
  ensureWritable(config.dataFolder);
  return config.dataFolder;
}

async function checkKeys({ config }: DoctorDeps): Promise<string> {
  const warning = keyLocationWarning(config.dataFolder, config.masterKey);
  return `${await checkKey(config)}${warning === null ? '' : `. ${warning}`}`;
}

async function checkKey(config: Config): Promise<string> {
  if (config.masterKey) return 'clave maestra dada por VIGIA_MASTER_KEY';
  const file = masterKeyFile(config.dataFolder);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat && hasEmbeddedData(config.dataFolder))
    throw new Error(`Falta ${file} y ya hay datos: recupérala de tu copia o define VIGIA_MASTER_KEY.`);
  if (!stat) return 'la clave maestra se creará al arrancar';
  if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0)
    throw new Error(`Otros usuarios pueden leer ${file}: ejecuta «chmod 600 ${file}».`);
  if (stat.size !== 32) throw new Error(`${file} está dañada: recupérala de tu copia.`);
  return `${file}, solo legible por su dueño`;
}

async function checkPort({ config }: DoctorDeps): Promise<string> {
  const holder = lockHolder(config.dataFolder);
  try {
    await assertPortFree(config);
    return `${config.port} libre en ${config.host}`;
  } catch (error) {
    if (holder && isTaken(error)) return `${config.port} en uso por Vigía (proceso ${holder.pid})`;
    throw error;
  }
}

async function checkClock({ config, clock }: DoctorDeps): Promise<string> {
  const nowMs = clock.now();
  const shown = new Date(nowMs).toISOString();
  if (nowMs < EARLIEST_MS) throw new Error(`El reloj dice ${shown}: ponlo en hora.`);
  const databaseMs = await databaseTimeMs(config);
  if (databaseMs === null) return shown;
  const apartMs = Math.abs(databaseMs - clock.now());
  if (apartMs <= CLOCK_TOLERANCE_MS) return `${shown}, igual que el de la base de datos`;
  throw new Error(`El reloj va ${Math.round(apartMs / 1_000)} s aparte del de la base de datos: sincronízalos (NTP).`);
}

/** Returns the time of the database; null if it does not answer, which is the fault of another check. */
async function databaseTimeMs({ databaseUrl, dataFolder }: Config): Promise<number | null> {
  try {
    const admin = databaseUrl === null ? await findRunningEmbedded(dataFolder) : parseDatabaseUrl(databaseUrl);
    if (admin === null) return null;
    const [row] = await withConnection(admin, (sql) => sql<{ now: Date }[]>`SELECT clock_timestamp() AS now`);
    return row?.now.getTime() ?? null;
  } catch {
    return null;
  }
}

async function checkWeb({ webRoot }: DoctorDeps): Promise<string> {
  if (isWebBuilt(webRoot)) return 'construida';
  throw new Error('Falta construirla: ejecuta «npm run build».');
}

const isTaken = (error: unknown): boolean => error instanceof StartupError && errorCode(error.cause) === 'EADDRINUSE';

const gigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1).replace('.', ',')} GB`;

function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}
