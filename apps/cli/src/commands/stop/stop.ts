import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok } from '@vigia/core/kernel';
import {
  folderHolder,
  installation,
  isProcessRunning,
  type ProcessIdentity,
  StartupError,
  systemClock,
} from '@vigia/server';
import type { Command } from '#command.ts';
import { readArguments } from '#read-arguments.ts';
import { readInstance } from '#running/instance.ts';
import { STOP_MESSAGES } from './messages.es.ts';

/** Longest orderly stop of a server, in milliseconds, with some reserve. */
const PATIENCE_MS = 60_000;
const POLL_MS = 50;

/** `vigia stop`: stops the server of this data folder in order, however it was started. */
export const stop: Command = {
  help: STOP_MESSAGES.help,
  run: async (args) => {
    const values = readArguments(args, {});
    if (!values.ok) return values;
    try {
      return await stopOn(installation().dataFolder);
    } catch (error) {
      if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
      throw error;
    }
  },
};

async function stopOn(dataFolder: string): ReturnType<Command['run']> {
  const startedMs = systemClock.monotonicMs();
  const holder = folderHolder(dataFolder);
  // The supervisor is stopped first, because it would start the server again.
  const target = readInstance(dataFolder) ?? holder;
  if (target === null) return ok(STOP_MESSAGES.notRunning);
  if (holder?.isServer === false) return err({ message: STOP_MESSAGES.other(holder.purpose, holder.pid), exitCode: 1 });
  if (!askToStop(target.pid)) return err({ message: STOP_MESSAGES.forbidden(target.pid), exitCode: 1 });
  for (const ending of [target, ...(holder === null ? [] : [holder])])
    if (!(await hasEnded(ending, startedMs + PATIENCE_MS)))
      return err({ message: STOP_MESSAGES.slow(ending.pid, PATIENCE_MS / 1_000), exitCode: 1 });
  const seconds = ((systemClock.monotonicMs() - startedMs) / 1_000).toFixed(1).replace('.', ',');
  return ok(STOP_MESSAGES.stopped(seconds));
}

/** Sends the signal to stop. @returns false if the process belongs to another user */
function askToStop(pid: number): boolean {
  try {
    process.kill(pid, 'SIGTERM');
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM';
  }
}

async function hasEnded(identity: ProcessIdentity, deadlineMs: number): Promise<boolean> {
  while (isProcessRunning(identity)) {
    if (systemClock.monotonicMs() > deadlineMs) return false;
    await sleep(POLL_MS);
  }
  return true;
}
