import { concat, fromBase64, toBase64, toHex, toUtf8 } from './bytes.ts';
import { type Sha256 } from './hashing.ts';

/** Ed25519 over a message. The caller supplies it, because the domain imports neither Node nor npm. */
export type Ed25519 = {
  readonly sha256: Sha256;
  /** Returns true if the signature of 64 bytes is valid for the message under the public key of 32 bytes. */
  readonly verify: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
};

/** A public key with the name of its owner. */
export type NoteKey = { readonly name: string; readonly publicKey: Uint8Array };

/** A signed note: the text ends with a line feed, and each signature names its key. */
export type SignedNote = {
  readonly text: string;
  readonly signatures: readonly { readonly name: string; readonly keyId: string; readonly signature: Uint8Array }[];
};

/** Type of an Ed25519 key of a note (C2SP signed-note), and of an Ed25519 cosigner (C2SP tlog-cosignature). */
const NOTE_KEY = 0x01;
export const COSIGNER_KEY = 0x04;
type KeyType = typeof NOTE_KEY | typeof COSIGNER_KEY;

const KEY_ID_BYTES = 4;
const PUBLIC_KEY_BYTES = 32;
/** Number of bytes of an Ed25519 signature. */
export const SIGNATURE_BYTES = 64;
/** Beginning of the line of a signature. */
const SIGNED_BY = '— ';
const NAME = /^[^\s+]+$/u;
const LAST_SIGNATURE = 100;

/**
 * Returns the id of a key: the first four bytes of SHA-256 of name, line feed, type and public key (C2SP signed-note).
 */
const keyIdOf = (sha256: Sha256, { name, publicKey }: NoteKey, type: KeyType): Uint8Array =>
  sha256(concat(toUtf8(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, KEY_ID_BYTES);

/** Returns true if a key may have this name: it is not empty, and has neither spaces nor plus signs. */
export const isKeyName = (name: string): boolean => NAME.test(name);

/** Returns the text form of a key, `name+id+key`, by which others verify its notes. */
export const formatKey = (sha256: Sha256, key: NoteKey, type: KeyType = NOTE_KEY): string =>
  `${key.name}+${toHex(keyIdOf(sha256, key, type))}+${toBase64(concat(Uint8Array.of(type), key.publicKey))}`;

/** Reads the text form of a key; null if it is damaged or of another type. */
export function parseKey(sha256: Sha256, text: string, type: KeyType = NOTE_KEY): NoteKey | null {
  const [, name = '', id = '', encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(.+)$/u.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  if (bytes?.length !== PUBLIC_KEY_BYTES + 1 || bytes[0] !== type) return null;
  const key = { name, publicKey: bytes.slice(1) };
  return toHex(keyIdOf(sha256, key, type)) === id ? key : null;
}

/**
 * Returns a note with one signature.
 * @param text lines that end with a line feed
 * @param sign returns the Ed25519 signature of a message under the private key of `key`
 */
export function signNote(
  sha256: Sha256,
  text: string,
  key: NoteKey,
  sign: (message: Uint8Array) => Uint8Array,
): string {
  if (!text.endsWith('\n') || !isKeyName(key.name)) throw new Error('a note has lines, and its key has a name');
  return `${text}\n${signatureLine(sha256, key, NOTE_KEY, sign(toUtf8(text)))}`;
}

/** Returns the line of a signature of a note. */
export const signatureLine = (sha256: Sha256, key: NoteKey, type: KeyType, signature: Uint8Array): string =>
  `${SIGNED_BY}${key.name} ${toBase64(concat(keyIdOf(sha256, key, type), signature))}\n`;

/** Splits a note into text and signatures, without checking the signatures; null if it is malformed. */
export function parseNote(note: string): SignedNote | null {
  const at = note.lastIndexOf('\n\n');
  if (at < 0 || !note.endsWith('\n')) return null;
  const lines = note.slice(at + 2, -1).split('\n');
  if (lines.length > LAST_SIGNATURE) return null;
  const signatures = lines.flatMap((line) => {
    const [, name = '', encoded = ''] = /^— ([^\s+]+) (\S+)$/u.exec(line) ?? [];
    const bytes = fromBase64(encoded);
    if (name === '' || bytes === null || bytes.length <= KEY_ID_BYTES) return [];
    return [{ name, keyId: toHex(bytes.slice(0, KEY_ID_BYTES)), signature: bytes.slice(KEY_ID_BYTES) }];
  });
  return signatures.length === lines.length ? { text: note.slice(0, at + 1), signatures } : null;
}

/** Returns the first signature of the note that names this key, unchecked; null if there is none. */
export function signatureOf(
  sha256: Sha256,
  { signatures }: SignedNote,
  key: NoteKey,
  type: KeyType,
): Uint8Array | null {
  const id = toHex(keyIdOf(sha256, key, type));
  return signatures.find(({ name, keyId }) => name === key.name && keyId === id)?.signature ?? null;
}

/** Returns true if the first signature of the note that names this key is valid. */
export function isSignedBy({ sha256, verify }: Ed25519, note: SignedNote, key: NoteKey): boolean {
  const own = signatureOf(sha256, note, key, NOTE_KEY);
  return own?.length === SIGNATURE_BYTES && verify(key.publicKey, toUtf8(note.text), own);
}
