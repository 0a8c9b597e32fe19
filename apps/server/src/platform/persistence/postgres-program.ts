import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { StartupError } from '../startup-error.ts';

/**
 * Environment variables that the programs of PostgreSQL get. A program may not start without these variables of the
 * system. Other variables contain secrets of the server, and `PG…` variables would change the programs.
 */
const PASSED_ON = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'TZ',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'DYLD_FALLBACK_LIBRARY_PATH',
  'SystemRoot',
  'SystemDrive',
  'windir',
  'ComSpec',
  'PATHEXT',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
] as const;

/** Returns the environment of the PostgreSQL programs. Its language is English, because their messages are parsed. */
export function programEnvironment(own: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const passed = PASSED_ON.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]] as const]));
  return { ...Object.fromEntries(passed), LC_ALL: 'C' };
}

/** Returns the command that runs a PostgreSQL program on this machine. */
export type CommandWrapper = (program: string, args: readonly string[]) => readonly [string, readonly string[]];

/**
 * Returns the way to run PostgreSQL, which refuses to run as root. If this process is root, PostgreSQL needs a user
 * namespace with another user id.
 * @throws StartupError if this machine does not allow user namespaces
 */
export async function processWrapper(): Promise<CommandWrapper> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return (program, args) => [program, args];
  const wrap: CommandWrapper = (program, args) => [
    'unshare',
    ['--user', '--map-user=1000', '--map-group=1000', '--', program, ...args],
  ];
  const { code } = await runProgram(...wrap('true', []));
  if (code === 0) return wrap;
  throw new StartupError(
    'La base de datos incluida no puede ejecutarse como root en esta máquina: arranca Vigía con un usuario normal o define DATABASE_URL.',
  );
}

/** Runs a program until it ends. `code` is null if it could not be started. */
export function runProgram(
  program: string,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: programEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/**
 * Returns the last line (see {@link lastLine}) that a log file contains after its first `start` bytes. If the file
 * cannot be read, returns a sentence instead of throwing: a database may end after its folder was removed, and this
 * must not end the process.
 */
export function lastLineOf(file: string, start: number): string {
  try {
    return lastLine(readFileSync(file).subarray(start).toString('utf8'));
  } catch {
    return 'no dejó registro';
  }
}

/** Returns the last line with an error, or the last line if there is none. */
export function lastLine(output: string): string {
  const lines = output.trim().split('\n');
  return (lines.findLast((line) => /FATAL|PANIC|error:/i.test(line)) ?? lines.at(-1) ?? '').replace(
    /^.*?(FATAL|PANIC|error): */i,
    '',
  );
}
