import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNatsServer } from './find-nats-server.ts';

/** A real NATS server on a free port of this machine, with JetStream in a separate folder. */
export type TestNats = {
  readonly url: string;
  readonly port: number;
  /** Kills the server, like a crash. */
  kill(): Promise<void>;
  /** Restarts the server at the same address, with `emptied` without its stored data. */
  startAgain(options?: { readonly emptied: boolean }): Promise<void>;
  /** Suspends the server and its connections. */
  pause(): void;
  resume(): void;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
};

/**
 * Starts a NATS server.
 * @param flags arguments of the command line of the server, such as its users
 */
export async function startTestNats(flags: readonly string[] = []): Promise<TestNats> {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-nats-'));
  const first = await start(folder, -1, flags);
  const { port } = first;
  let server = first.server;
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    kill,
    async startAgain({ emptied } = { emptied: false }) {
      if (emptied) rmSync(folder, { recursive: true, force: true });
      ({ server } = await start(folder, port, flags));
    },
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the server. Resolves when it prints its address. */
async function start(
  folder: string,
  port: number,
  flags: readonly string[],
): Promise<{ readonly server: ChildProcess; readonly port: number }> {
  const address = ['-a', '127.0.0.1', '-p', String(port)];
  const server = spawn(findNatsServer() ?? 'nats-server', [...address, '-js', '-sd', folder, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  for await (const text of server.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += text;
    const listens = /Listening for client connections on [^\n]*:(\d+)/.exec(said);
    if (listens === null || !said.includes('Server is ready')) continue;
    server.stderr.resume();
    return { server, port: Number(listens[1]) };
  }
  throw new Error(`nats-server ended: ${said}`);
}
