import { readFile } from 'node:fs/promises';
import type { CheckResult } from '@vigia/broker-kit/check';
import type { Broker } from '@vigia/broker-kit/port';
import { changedSteps, parseRecording, replayRecording } from '@vigia/broker-kit/recording';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import { MESSAGES } from '#messages.es.ts';
import { BROKER_CHECK_MESSAGES as WORDS } from './messages.es.ts';

/** The results of a replayed broker check, and the steps whose results differ from the recorded ones. */
export type ReplayedCheck = { readonly results: readonly CheckResult[]; readonly changed: readonly string[] };

/** Replays a recorded broker check to the adapter. The command does not connect to the broker. */
export async function replayFile(broker: Broker, file: string): Promise<Result<ReplayedCheck, CommandFailure>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return err(wrongInputFailure(MESSAGES.fileMissing(file)));
  }
  const recording = parseRecording(text);
  if (recording === null) return err(wrongInputFailure(WORDS.noRecording(file)));
  const replayed = await replayRecording(recording, broker);
  if ('fault' in replayed) return err(wrongInputFailure(WORDS.otherBroker(file, recording.broker)));
  return ok({ results: replayed.results, changed: changedSteps(recording.results, replayed.results) });
}
