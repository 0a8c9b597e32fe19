import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { type ServerEnd, type ServerProcess, Supervisor } from './supervisor.ts';

const KILLED: ServerEnd = { code: null, signal: 'SIGKILL' };
const CLEAN: ServerEnd = { code: 0, signal: null };
const LONGEST_DELAY_MS = 10_000;

/** A server process that a test ends. */
class FakeServer implements ServerProcess {
  readonly ended: Promise<ServerEnd>;
  stops = 0;
  end: (end: ServerEnd) => void = () => undefined;

  constructor() {
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  stop(): void {
    this.stops += 1;
  }
}

/** Runs a supervisor over fake servers. */
function supervise() {
  const clock = new ManualClock(0);
  const servers: { readonly server: FakeServer; readonly ready: (url: string) => void }[] = [];
  const urls: string[] = [];
  const said: string[] = [];
  const supervisor = new Supervisor({
    clock,
    startServer: (onReady) => {
      const server = new FakeServer();
      servers.push({ server, ready: onReady });
      return server;
    },
    onReady: (url) => urls.push(url),
    say: (line) => said.push(line),
  });
  const ended = supervisor.run();
  return { clock, servers, urls, said, supervisor, ended };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

describe('Supervisor', () => {
  it('starts a killed server again after a delay, and reports its new address', async () => {
    const { clock, servers, urls, said } = supervise();
    servers[0]?.ready('http://one');
    servers[0]?.server.end(KILLED);
    await settled();
    expect(servers).toHaveLength(1);
    clock.advance(250);
    await settled();
    servers[1]?.ready('http://two');
    expect(urls).toEqual(['http://one', 'http://two']);
    expect(said).toEqual(['El servidor terminó sin que nadie lo pidiera (señal SIGKILL): arranca otra vez en 0,25 s.']);
  });

  it('does not start a server again that never became ready', async () => {
    const { servers, ended } = supervise();
    servers[0]?.server.end({ code: 2, signal: null });
    expect(await ended).toEqual({ code: 2, signal: null });
    expect(servers).toHaveLength(1);
  });

  it('ends when the server ends by itself without a failure', async () => {
    const { servers, ended } = supervise();
    servers[0]?.ready('http://one');
    servers[0]?.server.end(CLEAN);
    expect(await ended).toEqual(CLEAN);
  });

  it('gives up after seven failures within fifteen minutes', async () => {
    const { clock, servers, said, ended } = supervise();
    for (let failure = 0; failure < 7; failure += 1) {
      servers[failure]?.ready('http://one');
      servers[failure]?.server.end(KILLED);
      await settled();
      clock.advance(LONGEST_DELAY_MS);
      await settled();
    }
    expect(await ended).toEqual(KILLED);
    expect(servers).toHaveLength(7);
    expect(said.at(-1)).toContain('no arranca más');
  });

  it('stops the server on request, and does not start it again', async () => {
    const { servers, supervisor, ended } = supervise();
    servers[0]?.ready('http://one');
    supervisor.stop();
    expect(servers[0]?.server.stops).toBe(1);
    servers[0]?.server.end(KILLED);
    expect(await ended).toEqual(KILLED);
    expect(servers).toHaveLength(1);
  });

  it('ends at once on a request during the pause before a restart', async () => {
    const { servers, supervisor, ended } = supervise();
    servers[0]?.ready('http://one');
    servers[0]?.server.end(KILLED);
    await settled();
    supervisor.stop();
    expect(await ended).toEqual(KILLED);
    expect(servers).toHaveLength(1);
  });
});
