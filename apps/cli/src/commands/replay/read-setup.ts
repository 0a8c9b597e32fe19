import { readPcrSetup } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { PcrSetup } from '@vigia/core/pcr';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import { readInput } from '#read-input.ts';
import { faultText } from './fault-text.ts';
import { jsonFaultLine } from './json-fault.ts';
import { REPLAY_MESSAGES } from './messages.es.ts';

function parseJson(text: string, file: string): Result<unknown, CommandFailure> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return err(wrongInputFailure(REPLAY_MESSAGES.notJson(file, jsonFaultLine(text))));
  }
}

/** Reads a setup file in the format of docs/spec/pcr.md §8. If `file` is null, returns the default setup. */
export async function readSetup(file: string | null): Promise<Result<PcrSetup, CommandFailure>> {
  const bytes = file === null ? null : await readInput(file);
  if (bytes && !bytes.ok) return bytes;
  const input = bytes && file !== null ? parseJson(new TextDecoder().decode(bytes.value), file) : ok({});
  if (!input.ok) return input;
  const setup = readPcrSetup(input.value);
  if (setup.ok) return setup;
  const [first, ...more] = setup.error;
  const fault = first ? faultText(first) : '';
  return err(wrongInputFailure(REPLAY_MESSAGES.badSetup(file ?? '', fault, more.length)));
}
