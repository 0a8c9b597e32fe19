import { fromBase64, toBase64 } from './bytes.ts';
import { HASH_BYTES, type Hash } from './hashing.ts';
import { type Ed25519, isSignedBy, type NoteKey, parseNote } from './signed-note.ts';

/** The head of a log: how many leaves it has, and their root hash. */
export type LogHead = {
  /** Name of the log. It is also the name of its key. */
  readonly origin: string;
  readonly size: number;
  readonly root: Hash;
};

/** Returns the text of a head (C2SP tlog-checkpoint): origin, size in decimal, and root in base64, a line each. */
export const formatHead = ({ origin, size, root }: LogHead): string => `${origin}\n${size}\n${toBase64(root)}\n`;

/** Reads the text of a head; null if it is malformed. Extension lines are allowed and ignored. */
export function parseHead(text: string): LogHead | null {
  const [origin = '', digits = '', encoded = '', ...extensions] = text.split('\n');
  const root = fromBase64(encoded);
  const size = Number(digits);
  if (origin === '' || !/^(0|[1-9]\d*)$/.test(digits) || !Number.isSafeInteger(size)) return null;
  return extensions.at(-1) === '' && root?.length === HASH_BYTES ? { origin, size, root } : null;
}

/** Reads a signed head: the head, and whether this key signed it; null if it is malformed. */
export function openHead(
  ed25519: Ed25519,
  note: string,
  key: NoteKey,
): { readonly head: LogHead; readonly isSigned: boolean } | null {
  const parsed = parseNote(note);
  const head = parsed && parseHead(parsed.text);
  if (parsed === null || head === null) return null;
  return { head, isSigned: head.origin === key.name && isSignedBy(ed25519, parsed, key) };
}

/** A signed head in a longer text: origin, size, root, other lines, and lines of signatures. */
const HEAD_IN_TEXT = /^(\S+\n\d+\n[A-Za-z0-9+/]{43}=\n(?:[^\n]+\n)*\n(?:— \S+ \S+(?:\n|$))+)/mu;

/**
 * Returns the first signed head in a text, such as a mail that a person saved; null if there is none. Indents, marks of
 * a quoted mail, and line ends of Windows are removed, because mail programs add them.
 */
export function findHead(text: string): string | null {
  const plain = text.replaceAll('\r\n', '\n').replaceAll(/^[ \t>]+/gmu, '');
  const found = HEAD_IN_TEXT.exec(plain)?.[1];
  return found === undefined ? null : found.endsWith('\n') ? found : `${found}\n`;
}
