import { readFile } from 'node:fs/promises';
import {
  findHead,
  fromBase64,
  type Hash,
  isContinuation,
  type LogHead,
  type NoteKey,
  openHead,
  parseKey,
} from '@vigia/core/evidence-log';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import { ed25519, sha256 } from '#node-crypto.ts';
import type { OptionValues } from '#read-arguments.ts';
import { VERIFY_MESSAGES as MESSAGES } from './messages.es.ts';

/** Checks that a head of another installation continues an earlier one. It needs no database. */
export async function checkWitnessedHead(values: OptionValues): Promise<Result<string, CommandFailure>> {
  const [since, head, proof, keyText] = ['since', 'head', 'proof', 'key'].map((name) => values.get(name));
  if (since === undefined || head === undefined || proof === undefined || keyText === undefined || values.has('setup'))
    return err(wrongInputFailure(MESSAGES.witnessNeeds));
  const key = parseKey(sha256, keyText);
  if (key === null) return err(wrongInputFailure(MESSAGES.notAKey));
  const earlier = await readHead(since, key);
  if (!earlier.ok) return earlier;
  const later = await readHead(head, key);
  if (!later.ok) return later;
  const hashes = await readProof(proof);
  if (hashes === null) return err(wrongInputFailure(MESSAGES.notAProof(proof)));
  return isContinuation(sha256, { earlier: earlier.value, later: later.value, proof: hashes })
    ? ok(`${MESSAGES.continues(earlier.value.size, later.value.size)}\n`)
    : err({ message: MESSAGES.forked, exitCode: 1 });
}

async function readHead(file: string, key: NoteKey): Promise<Result<LogHead, CommandFailure>> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return err(wrongInputFailure(MESSAGES.unreadable(file)));
  const opened = openHead(ed25519, findHead(text) ?? text, key);
  if (opened === null) return err(wrongInputFailure(MESSAGES.notAHead(file)));
  return opened.isSigned ? ok(opened.head) : err({ message: MESSAGES.badSignature(file), exitCode: 1 });
}

/** Reads a response of `GET /api/v1/log/consistency`; null if the file is none. */
async function readProof(file: string): Promise<Hash[] | null> {
  try {
    const { data }: { data: { proof: readonly string[] } } = JSON.parse(await readFile(file, 'utf8'));
    const hashes = data.proof.map(fromBase64);
    return hashes.includes(null) ? null : hashes.filter((hash) => hash !== null);
  } catch {
    return null;
  }
}
