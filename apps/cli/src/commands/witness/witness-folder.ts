import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fromBase64, type NoteKey, toBase64 } from '@vigia/core/evidence-log';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import { SEED_BYTES, signerOf } from '#node-crypto.ts';
import { WITNESS_MESSAGES as MESSAGES } from './messages.es.ts';

/** The key of a witness, and its signer. */
type WitnessKey = { readonly key: NoteKey; readonly sign: (message: Uint8Array) => Uint8Array };

/**
 * The folder of a witness. It has the key of the witness, and a folder for each log with its cosigned heads, a file
 * each, named by their number of leaves.
 */
export type WitnessFolder = {
  readonly witness: WitnessKey;
  /** Returns the cosigned head with the most leaves of this log; null if the witness has seen none. */
  readonly last: (origin: string) => { readonly path: string; readonly note: string } | null;
  /** Stores a cosigned head, on disk when it returns. Returns the path of its file. */
  readonly keep: (origin: string, size: number, note: string) => string;
  /** Stores a head that was refused, as evidence against the log. Returns the path of its file. */
  readonly keepRefused: (origin: string, note: string, atMs: number) => string;
  /** Lets another run use the folder. */
  readonly close: () => void;
};

const KEY_FILE = 'witness.key';
const LOCK_FILE = 'witness.lock';
const HEAD_FILE = /^(\d+)\.txt$/;

/**
 * Opens the folder of a witness, and creates it with a new key if it has none. One run at a time has it open, because
 * two runs could cosign two heads that exclude each other.
 * @param name name of the witness; null for that of the stored key
 */
export function openWitnessFolder(folder: string, name: string | null): Result<WitnessFolder, CommandFailure> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!lock(folder)) return err(wrongInputFailure(MESSAGES.busy(join(folder, LOCK_FILE))));
  } catch (error) {
    return err(wrongInputFailure(MESSAGES.folder(folder, codeOf(error))));
  }
  const close = () => rmSync(join(folder, LOCK_FILE), { force: true });
  try {
    const witness = openKey(join(folder, KEY_FILE), name);
    if (witness.ok) return ok({ ...headsIn(folder), witness: witness.value, close });
    close();
    return witness;
  } catch (error) {
    close();
    return err(wrongInputFailure(MESSAGES.folder(folder, codeOf(error))));
  }
}

const headsIn = (folder: string): Pick<WitnessFolder, 'last' | 'keep' | 'keepRefused'> => ({
  last: (origin) => {
    const own = folderOf(folder, origin);
    const sizes = filesIn(own).flatMap((file) => HEAD_FILE.exec(file)?.[1] ?? []);
    if (sizes.length === 0) return null;
    const path = join(own, `${sizes.map(Number).reduce((most, size) => Math.max(most, size))}.txt`);
    return { path, note: readFileSync(path, 'utf8') };
  },
  keep: (origin, size, note) => write(folderOf(folder, origin), `${size}.txt`, note),
  keepRefused: (origin, note, atMs) =>
    write(folderOf(folder, origin), `refused-${new Date(atMs).toISOString().replaceAll(':', '-')}.txt`, note),
});

/** The origin of a log may contain slashes. */
const folderOf = (folder: string, origin: string): string => join(folder, encodeURIComponent(origin));

const filesIn = (folder: string): readonly string[] =>
  statSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder);

/** Writes a file as a whole: after a crash it has its old or its new content. */
function write(folder: string, name: string, content: string, mode = 0o644): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const file = openSync(`${path}.next`, 'w', mode);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.next`, path);
  return path;
}

/** Takes the lock. A lock of a process that no longer runs is taken over. */
function lock(folder: string): boolean {
  const path = join(folder, LOCK_FILE);
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  if (isRunning(Number(readFileSync(path, 'utf8')))) return false;
  rmSync(path);
  return lock(folder);
}

/** An empty lock file belongs to a process that is writing it. */
function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Reads the key file, `name` and seed in base64, a line each; creates it if there is none. */
function openKey(path: string, name: string | null): Result<WitnessKey, CommandFailure> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) {
    if (name === null) return err(wrongInputFailure(MESSAGES.nameMissing));
    const seed = randomBytes(SEED_BYTES);
    write(join(path, '..'), KEY_FILE, `${name}\n${toBase64(seed)}\n`, 0o600);
    return ok(keyOf(name, seed));
  }
  if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0) return err(wrongInputFailure(MESSAGES.openKey(path)));
  const [stored = '', encoded = ''] = readFileSync(path, 'utf8').split('\n');
  const seed = fromBase64(encoded);
  if (seed?.length !== SEED_BYTES) return err(wrongInputFailure(MESSAGES.damagedKey(path)));
  return name === null || name === stored
    ? ok(keyOf(stored, seed))
    : err(wrongInputFailure(MESSAGES.otherName(stored)));
}

function keyOf(name: string, seed: Uint8Array): WitnessKey {
  const { publicKey, sign } = signerOf(seed);
  return { key: { name, publicKey }, sign };
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error);
