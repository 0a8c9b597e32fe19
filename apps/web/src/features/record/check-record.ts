import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import {
  parseKey,
  type RecordFault,
  type RecordFile,
  type RecordGroup,
  readRecord,
  summarizeRecord,
  verifyRecord,
} from '@vigia/core/evidence-log';

/** A checked record. */
export type CheckedRecord = {
  readonly file: RecordFile;
  readonly faults: readonly RecordFault[];
  readonly groups: readonly RecordGroup[];
};

/** A damaged signature makes the library throw. */
function isValid(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, publicKey);
  } catch {
    return false;
  }
}

/** Checks the text of a record with the key that it names; null if it is no record. */
export function checkRecord(text: string): CheckedRecord | null {
  const file = readRecord(text);
  const key = file && parseKey(sha256, file.key);
  if (file === null || key === null) return null;
  const faults = verifyRecord({ sha256, verify: isValid }, file, key);
  return { file, faults, groups: summarizeRecord(file) };
}
