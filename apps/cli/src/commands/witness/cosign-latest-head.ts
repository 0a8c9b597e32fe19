import {
  cosign,
  cosignedAt,
  isContinuation,
  isSameHash,
  type LogHead,
  type NoteKey,
  openHead,
} from '@vigia/core/evidence-log';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import { ed25519, sha256 } from '#node-crypto.ts';
import type { RemoteLog } from './fetch-log.ts';
import { WITNESS_MESSAGES as MESSAGES } from './messages.es.ts';
import type { WitnessFolder } from './witness-folder.ts';

/** A head that was cosigned, and the one before it; null for the first head of a log. */
type Observed = { readonly path: string; readonly head: LogHead; readonly before: LogHead | null };

type Observation = {
  readonly log: RemoteLog;
  /** Key of the log, which the reader has from elsewhere. */
  readonly key: NoteKey;
  readonly folder: WitnessFolder;
  /** A signed head from elsewhere, such as a mail, with which a new witness begins; null if there is none. */
  readonly since: string | null;
  /** Current time, epoch milliseconds. */
  readonly nowMs: number;
};

const refused = (message: string): CommandFailure => ({ message, exitCode: 1 });

/**
 * Reads the last head of a log, checks that it continues the last head that this witness cosigned, cosigns it and
 * stores it. A head that does not continue it is stored too, as evidence, but never cosigned.
 */
export async function cosignLatestHead(observation: Observation): Promise<Result<Observed, CommandFailure>> {
  const { log, key, folder, nowMs } = observation;
  const note = await log.head();
  if (!note.ok) return note;
  if (note.value === null) return err(wrongInputFailure(MESSAGES.noHead));
  const opened = openHead(ed25519, note.value, key);
  if (opened === null) return err(refused(MESSAGES.notAHead));
  if (!opened.isSigned) return err(refused(MESSAGES.notSigned(key.name)));
  const before = lastHead(observation);
  if (!before.ok) return before;
  const { head } = opened;
  const fault = before.value && (await faultOf(log, before.value, head));
  if (fault !== null && !fault.ok) return fault;
  if (fault !== null && fault.value !== null) {
    const path = folder.keepRefused(head.origin, note.value, nowMs);
    return err(refused(MESSAGES.refused(fault.value, path)));
  }
  const timeS = Math.floor(nowMs / 1_000);
  const cosigned = cosign(sha256, note.value, { ...folder.witness, timeS });
  return ok({ path: folder.keep(head.origin, head.size, cosigned), head, before: before.value });
}

/** Returns the last head that this witness cosigned, or the one that it begins with; null if there is neither. */
function lastHead({ folder, key, since }: Observation): Result<LogHead | null, CommandFailure> {
  const last = folder.last(key.name);
  if (last === null) return since === null ? ok(null) : givenHead(since, key);
  const opened = openHead(ed25519, last.note, key);
  const isOwn = cosignedAt(ed25519, last.note, folder.witness.key) !== null;
  return opened?.isSigned && isOwn ? ok(opened.head) : err(refused(MESSAGES.changedHead(last.path)));
}

function givenHead(since: string, key: NoteKey): Result<LogHead, CommandFailure> {
  const opened = openHead(ed25519, since, key);
  return opened?.isSigned ? ok(opened.head) : err(wrongInputFailure(MESSAGES.badSince(key.name)));
}

/** Returns why a head does not continue an earlier one; null if it does. */
async function faultOf(log: RemoteLog, before: LogHead, head: LogHead): Promise<Result<string | null, CommandFailure>> {
  if (head.size < before.size) return ok(MESSAGES.shorter(before.size, head.size));
  if (head.size === before.size) return ok(isSameHash(head.root, before.root) ? null : MESSAGES.forked(before.size));
  const proof = await log.proof(before.size, head.size);
  if (!proof.ok) return proof;
  if (proof.value === null) return ok(MESSAGES.noProof(before.size, head.size));
  const isRight = isContinuation(sha256, { earlier: before, later: head, proof: proof.value });
  return ok(isRight ? null : MESSAGES.forked(before.size));
}
