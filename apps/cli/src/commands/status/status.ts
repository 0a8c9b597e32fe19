import { err, ok, type Result } from '@vigia/core/kernel';
import { folderHolder, installation, StartupError } from '@vigia/server';
import { z } from 'zod';
import type { Command, CommandFailure } from '#command.ts';
import { readArguments } from '#read-arguments.ts';
import { type Instance, readInstance } from '#running/instance.ts';
import { STATUS_MESSAGES } from './messages.es.ts';

const ANSWER_MS = 5_000;
const Readiness = z.object({ waiting_for: z.array(z.string()).optional() });

/** `vigia status`: reports whether the server of this data folder runs and can accept orders. */
export const status: Command = {
  help: STATUS_MESSAGES.help,
  run: async (args) => {
    const values = readArguments(args, {});
    if (!values.ok) return values;
    try {
      return await statusOf(installation().dataFolder);
    } catch (error) {
      if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
      throw error;
    }
  },
};

async function statusOf(dataFolder: string): Promise<Result<string, CommandFailure>> {
  const instance = readInstance(dataFolder);
  if (instance === null) return withoutSupervisor(dataFolder);
  if (instance.url === null) return failure(STATUS_MESSAGES.starting);
  const readiness = await readinessOf(instance.url);
  if (readiness === null) return failure(STATUS_MESSAGES.silent);
  return ok(describe(instance, instance.url, dataFolder) + readiness);
}

function withoutSupervisor(dataFolder: string): Result<string, CommandFailure> {
  const holder = folderHolder(dataFolder);
  if (holder === null) return failure(STATUS_MESSAGES.stopped(dataFolder));
  return holder.isServer
    ? ok(STATUS_MESSAGES.unsupervised(holder.pid))
    : failure(STATUS_MESSAGES.other(holder.purpose, holder.pid));
}

/** Returns a sentence about the orders; null if the server does not answer. */
async function readinessOf(url: string): Promise<string | null> {
  try {
    const answer = await fetch(new URL('/health/ready', url), { signal: AbortSignal.timeout(ANSWER_MS) });
    const { waiting_for: parts = [] } = Readiness.parse(await answer.json());
    return answer.ok ? STATUS_MESSAGES.ready : STATUS_MESSAGES.waiting(parts.join(', '));
  } catch {
    return null;
  }
}

const describe = ({ version, pid, sinceMs }: Instance, url: string, dataFolder: string): string =>
  STATUS_MESSAGES.running(url, version, pid, new Date(sinceMs).toISOString(), dataFolder);

const failure = (message: string): Result<string, CommandFailure> => err({ message, exitCode: 1 });
