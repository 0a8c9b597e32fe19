import { createPrivateKey, createPublicKey, hash, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Ed25519, NoteKey, Sha256 } from '@vigia/core/evidence-log';
import { makeFolder } from '../persistence/make-folder.ts';
import { errorCode, StartupError } from '../startup-error.ts';

const SEED_BYTES = 32;
/** The beginning of every Ed25519 private key in PKCS #8 (RFC 8410 §7); the seed follows. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** SHA-256 of Node. A hash as text and then as bytes takes half the time of a hash as a new buffer. */
export const nodeSha256: Sha256 = (bytes) => Buffer.from(hash('sha256', bytes, 'binary'), 'latin1');

/** Ed25519 and SHA-256 of Node. */
export const nodeEd25519: Ed25519 = {
  sha256: nodeSha256,
  verify(publicKey, message, signature) {
    const x = Buffer.from(publicKey).toString('base64url');
    return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature);
  },
};

/** The key that signs the heads of the evidence log. */
export type LogSigner = NoteKey & { readonly sign: (message: Uint8Array) => Uint8Array };

const logKeyFile = (dataFolder: string): string => join(dataFolder, 'keys', 'log.key');

/** File with the last signed head. It reveals a database that lost the end of its log. */
export const lastHeadFile = (dataFolder: string): string => join(dataFolder, 'keys', 'log.head');

export type LogKeyOptions = {
  readonly dataFolder: string;
  /** The key from the environment, which takes precedence over the file; null if there is none. */
  readonly given: Buffer | null;
  /** Name of the log. */
  readonly name: string;
};

/**
 * Returns the signing key of the log; null if there is none.
 * @throws StartupError if others can read the key file, or if it does not have 32 bytes
 */
export function findLogSigner({ dataFolder, given, name }: LogKeyOptions): LogSigner | null {
  if (given) return signerOf(given, name);
  const file = logKeyFile(dataFolder);
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? signerOf(readSeed(file, stat.mode), name) : null;
}

/**
 * Returns the signing key of the log, and creates it if there is none.
 * @throws StartupError if the key file is unusable or cannot be written
 */
export function openLogSigner(options: LogKeyOptions): LogSigner {
  return findLogSigner(options) ?? signerOf(createSeed(logKeyFile(options.dataFolder)), options.name);
}

function signerOf(seed: Buffer, name: string): LogSigner {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  return { name, publicKey: publicKeyOf(key), sign: (message) => sign(null, message, key) };
}

function publicKeyOf(key: KeyObject): Uint8Array {
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return der.subarray(-SEED_BYTES);
}

function readSeed(file: string, mode: number): Buffer {
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new StartupError(`Otros usuarios pueden leer la clave del registro: ejecuta «chmod 600 ${file}» y repite.`);
  const seed = readFileSync(file);
  if (seed.length !== SEED_BYTES)
    throw new StartupError(
      `La clave del registro ${file} está dañada (${seed.length} bytes, debe tener ${SEED_BYTES}): recupérala de tu copia, o bórrala para que Vigía cree otra; el cambio queda anotado en el registro.`,
    );
  return seed;
}

function createSeed(file: string): Buffer {
  const seed = randomBytes(SEED_BYTES);
  try {
    makeFolder(dirname(file));
    writeFileSync(file, seed, { flag: 'wx', mode: 0o600 });
    chmodSync(file, 0o600);
  } catch (cause) {
    throw new StartupError(`No se pudo crear la clave del registro ${file} (${errorCode(cause)}).`, { cause });
  }
  return seed;
}
