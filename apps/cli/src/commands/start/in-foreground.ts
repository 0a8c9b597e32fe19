import { err, ok } from '@vigia/core/kernel';
import { type Installation, processIdentityOf, systemClock } from '@vigia/server';
import type { Command } from '#command.ts';
import { removeInstance, writeInstance } from '#running/instance.ts';
import { openSupervisorLog } from '#running/log-file.ts';
import { RUNNING_MESSAGES } from '#running/messages.es.ts';
import { startServerProcess } from '#running/server-process.ts';
import { describeServerEnd, Supervisor } from '#running/supervisor.ts';

const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls a task later. Unlike the timers of the server's clock, this timer keeps the process alive. */
function keepingAlive(delay: number, task: () => void): () => void {
  const timer = setTimeout(task, delay);
  return () => clearTimeout(timer);
}

/** Supervises the server until a signal stops it. Its output goes to this terminal and to the log. */
export async function runInForeground(installed: Installation, serverFile: string): ReturnType<Command['run']> {
  const { dataFolder, version } = installed;
  const log = openSupervisorLog(dataFolder);
  const print = (text: Buffer | string): void => {
    log.write(text);
    process.stdout.write(text);
  };
  const instance = { ...processIdentityOf(process.pid), version, sinceMs: systemClock.now() };
  // The reader of the output may end before the server.
  process.stdout.on('error', () => undefined);
  const supervisor = new Supervisor({
    clock: { monotonicMs: () => systemClock.monotonicMs(), after: keepingAlive },
    startServer: (onReady) => startServerProcess(serverFile, print, onReady),
    onReady: (url) => {
      writeInstance(dataFolder, { ...instance, url });
      // The command that started this process in the background has ended when the server is ready a second time.
      if (process.connected) process.send?.({ readyUrl: url });
    },
    say: (line) => print(`${line}\n`),
  });
  for (const signal of STOPS) process.on(signal, () => supervisor.stop());
  writeInstance(dataFolder, { ...instance, url: null });
  const end = await supervisor.run();
  removeInstance(dataFolder, process.pid);
  await log.close();
  return end.code === 0 ? ok('') : err({ message: RUNNING_MESSAGES.ended(describeServerEnd(end)), exitCode: 1 });
}
