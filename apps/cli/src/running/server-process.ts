import { spawn } from 'node:child_process';
import { z } from 'zod';
import type { ServerEnd, ServerProcess } from './supervisor.ts';

/**
 * Node's flags for the server. Without a limit, V8 lets the heap grow to four times the live data before a garbage
 * collection. `npm start` uses the same flags.
 */
export const SERVER_FLAGS = ['--max-old-space-size=1024'] as const;

const Ready = z.object({ readyUrl: z.string() });

/**
 * Starts the server as a process of its own. A stop sends it SIGTERM.
 * @param onOutput receives what it prints
 * @param onReady receives its address when it accepts requests
 */
export function startServerProcess(
  serverFile: string,
  onOutput: (text: Buffer) => void,
  onReady: (url: string) => void,
): ServerProcess {
  const child = spawn(process.execPath, [...SERVER_FLAGS, serverFile], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C reaches every process of the terminal's group. The server would take the supervisor's SIGTERM as a second
    // request and end at once.
    detached: true,
    windowsHide: true,
  });
  child.stdout?.on('data', onOutput);
  child.stderr?.on('data', onOutput);
  child.on('message', (message) => {
    const ready = Ready.safeParse(message);
    if (ready.success) onReady(ready.data.readyUrl);
  });
  const ended = new Promise<ServerEnd>((resolve) => {
    child.once('error', (error) => {
      onOutput(Buffer.from(`${error.message}\n`));
      resolve({ code: null, signal: null });
    });
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  return { ended, stop: () => void child.kill('SIGTERM') };
}
