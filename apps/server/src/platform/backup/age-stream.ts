import { Decrypter, Encrypter } from 'age-encryption';
import { StartupError } from '../startup-error.ts';

/** First line of every file in the age format, version 1 (age-encryption.org/v1). */
export const AGE_FIRST_LINE = 'age-encryption.org/v1\n';

/** Pattern of the error of the age library for a wrong passphrase. */
const WRONG_PASSPHRASE = /no identity matched/;

/** Number of chunks that each stage of the pipeline buffers. It bounds the memory for a file of any size. */
const CHUNKS_AHEAD = { highWaterMark: 2 };

/** The passphrase of a backup, and the cost of the key derivation from it. */
export type BackupPassphrase = {
  readonly text: string;
  /** Base-2 logarithm of the scrypt cost N. The default is that of age, 18 (about 256 MB and a second). */
  readonly workFactor?: number;
};

/** Encrypts chunks in the age format under a passphrase (scrypt, ChaCha20-Poly1305 in parts of 64 KiB). */
export async function encryptChunks(
  source: AsyncIterable<Uint8Array>,
  { text, workFactor }: BackupPassphrase,
): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(text);
  if (workFactor !== undefined) encrypter.setScryptWorkFactor(workFactor);
  return chunksOf(await encrypter.encrypt(toStream(source)));
}

/**
 * Decrypts a file in the age format. Every returned chunk is authentic. If the file was truncated or altered, the
 * iteration throws at the first chunk that is not authentic.
 * @throws StartupError if the passphrase does not decrypt the file
 */
export async function decryptChunks(
  source: AsyncIterable<Uint8Array>,
  { text }: BackupPassphrase,
): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(text);
  try {
    return chunksOf(await decrypter.decrypt(toStream(source)));
  } catch (cause) {
    if (cause instanceof Error && WRONG_PASSPHRASE.test(cause.message))
      throw new StartupError('Esa frase no abre la copia. Comprueba la frase o el archivo de clave. No se tocó nada.', {
        exitCode: 2,
        cause,
      });
    throw cause;
  }
}

function toStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    CHUNKS_AHEAD,
  );
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
