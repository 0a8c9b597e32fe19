import { concat, toUtf8 } from './bytes.ts';
import type { Sha256 } from './hashing.ts';
import {
  COSIGNER_KEY,
  type Ed25519,
  formatKey,
  type NoteKey,
  parseKey,
  parseNote,
  SIGNATURE_BYTES,
  signatureLine,
  signatureOf,
} from './signed-note.ts';

const TIME_BYTES = 8;

/** Returns the text form of the key of a cosigner, by which others verify its cosignatures. */
export const formatCosigner = (sha256: Sha256, key: NoteKey): string => formatKey(sha256, key, COSIGNER_KEY);

/** Reads the text form of the key of a cosigner; null if it is damaged or of another type. */
export const parseCosigner = (sha256: Sha256, text: string): NoteKey | null => parseKey(sha256, text, COSIGNER_KEY);

/** Returns what a cosigner signs: that it saw this head at this time, and no larger one (C2SP tlog-cosignature). */
const statement = (head: string, timeS: number): Uint8Array => toUtf8(`cosignature/v1\ntime ${timeS}\n${head}`);

/**
 * Adds an Ed25519 cosignature to a signed head.
 * @param timeS time of the cosignature, epoch seconds
 * @param sign returns the Ed25519 signature of a message under the private key of `key`
 */
export function cosign(
  sha256: Sha256,
  note: string,
  { key, timeS, sign }: { key: NoteKey; timeS: number; sign: (message: Uint8Array) => Uint8Array },
): string {
  const parsed = parseNote(note);
  if (parsed === null) throw new Error('only a signed note has cosignatures');
  const time = new Uint8Array(TIME_BYTES);
  new DataView(time.buffer).setBigUint64(0, BigInt(timeS));
  return `${note}${signatureLine(sha256, key, COSIGNER_KEY, concat(time, sign(statement(parsed.text, timeS))))}`;
}

/** Returns the time (epoch seconds) of the valid cosignature of this key on a signed head; null if there is none. */
export function cosignedAt({ sha256, verify }: Ed25519, note: string, key: NoteKey): number | null {
  const parsed = parseNote(note);
  const own = parsed && signatureOf(sha256, parsed, key, COSIGNER_KEY);
  if (parsed === null || own?.length !== TIME_BYTES + SIGNATURE_BYTES) return null;
  const timeS = Number(new DataView(own.buffer, own.byteOffset).getBigUint64(0));
  if (!Number.isSafeInteger(timeS)) return null;
  return verify(key.publicKey, statement(parsed.text, timeS), own.slice(TIME_BYTES)) ? timeS : null;
}
