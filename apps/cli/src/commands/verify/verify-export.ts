import { readFile } from 'node:fs/promises';
import { parseKey, readRecord, verifyRecord } from '@vigia/core/evidence-log';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import { ed25519, sha256 } from '#node-crypto.ts';
import type { OptionValues } from '#read-arguments.ts';
import { VERIFY_MESSAGES as MESSAGES } from './messages.es.ts';

/** Checks the signed record of a person. It needs no database. */
export async function verifyExport(values: OptionValues): Promise<Result<string, CommandFailure>> {
  if (['since', 'setup', 'head', 'proof'].some((name) => values.has(name)))
    return err(wrongInputFailure(MESSAGES.exportAlone));
  const path = values.get('export') ?? '';
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return err(wrongInputFailure(MESSAGES.unreadable(path)));
  const record = readRecord(text);
  if (record === null) return err(wrongInputFailure(MESSAGES.notARecord(path)));
  const given = values.get('key');
  const key = parseKey(sha256, given ?? record.key);
  if (key === null) return err(wrongInputFailure(MESSAGES.notAKey));
  const faults = verifyRecord(ed25519, record, key);
  if (faults.length > 0) {
    const lines = faults.map(MESSAGES.recordFault);
    return err({ message: [MESSAGES.found(faults.length), ...lines].join('\n'), exitCode: 1 });
  }
  return ok(`${MESSAGES.record(record, given === undefined).join('\n')}\n`);
}
