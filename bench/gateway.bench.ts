/**
 * Measures one stream gateway process with ten thousand sockets on loopback: the cost of a message, prices per second
 * and their age on arrival, the memory per socket, and the recovery of clients that stopped reading. Then a socket.io
 * server gets the same load. The server is the production build of the whole app on its own CPU core; the clients use
 * another core. `npm run bench -- gateway --sockets 1000 --seconds 5` is a shorter run.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ServerName } from './gateway/dialects.ts';
import {
  type ClientCommand,
  type ClientFigures,
  LoadClients,
  MAX_SOCKETS_PER_USER,
  type StallFigures,
} from './gateway/load-clients.ts';
import {
  limitToOneCore,
  type MemoryUsage,
  measureMemory,
  type ProcessUsage,
  type StartedServer,
  serveSocketIo,
  serveVigia,
  usageSinceLast,
} from './gateway/servers.ts';

const WARM_UP_MS = 5_000;
const IDLE_MS = 5_000;
const STALLED = 100;
const STALL_MS = 20_000;
const GOAL = { ticksAS: 500_000, cpuUs: 12, ofSocketIo: 0.7, p99Ms: 250 } as const;

const { values } = parseArgs({
  options: {
    role: { type: 'string', default: 'judge' },
    server: { type: 'string', default: 'vigia' },
    sockets: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '20' },
  },
});
const sockets = Number(values.sockets);
const seconds = Number(values.seconds);
/** Time in milliseconds between two price messages of the gateway with this number of clients. */
const frameEveryMs = Math.max(100, sockets * 0.015);

const say = (what: string, ...figures: readonly string[]) => console.log(what.padEnd(44), ...figures);

async function serve(server: ServerName): Promise<void> {
  const served: StartedServer =
    server === 'vigia'
      ? await serveVigia(Math.ceil(sockets / MAX_SOCKETS_PER_USER))
      : await serveSocketIo(frameEveryMs);
  // The limit to one core is set after the start of PostgreSQL, because child processes inherit the limit.
  const hasCore = limitToOneCore(0);
  const stop = () => void served.stop().then(() => process.exit(0));
  process.on('disconnect', stop);
  process.on('message', (asked: 'use' | 'weight') =>
    process.send?.(asked === 'use' ? usageSinceLast() : measureMemory()),
  );
  process.send?.({ port: served.port, tokens: served.tokens, hasCore });
}

function attend(): void {
  limitToOneCore(1);
  const clients = new LoadClients();
  process.on('disconnect', () => process.exit(0));
  process.on('message', (order: ClientCommand) => {
    clients.run(order).then(
      (figures) => process.send?.(figures ?? {}),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}

const start = (...args: readonly string[]): ChildProcess =>
  fork(fileURLToPath(import.meta.url), [...args, '--sockets', String(sockets)], { execArgv: process.execArgv });

/**
 * Resolves with the reply of the other process.
 * @throws Error if that process exits without a reply
 */
function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('a process of the bench has ended'));
    child.once('exit', ended);
    child.once('message', (answer) => {
      child.off('exit', ended);
      resolve(answer as Answer);
    });
  });
}

function ask<Answer>(child: ChildProcess, question: ClientCommand | 'use' | 'weight'): Promise<Answer> {
  const answer = answerOf<Answer>(child);
  child.send(question);
  return answer;
}

type Measured = { readonly cpuUs: number; readonly ticksAS: number; readonly p99Ms: number };

async function measure(server: ServerName): Promise<Measured> {
  const process = start('--role', 'server', '--server', server);
  const { port, tokens, hasCore } = await answerOf<StartedServer & { hasCore: boolean }>(process);
  console.log(`\n${server}, ${sockets} sockets, ${hasCore ? 'one core for it' : 'NOT limited to one core'}`);
  const clients = start('--role', 'clients');
  const light = await ask<MemoryUsage>(process, 'weight');
  const first = await ask<ProcessUsage>(process, 'use');
  await sleep(IDLE_MS);
  const idle = await ask<ProcessUsage>(process, 'use');
  say('busy without sockets', percent(idle.cpuMs - first.cpuMs, IDLE_MS));
  const connectedMs = await took(() => ask(clients, { do: 'connect', server, port, tokens, sockets }));
  say('connected and signed in', `${((sockets * 1_000) / connectedMs).toFixed(0)} sockets/s`);
  await sleep(WARM_UP_MS);
  const before = await ask<ProcessUsage>(process, 'use');
  await ask(clients, { do: 'begin' });
  const lastedMs = await took(() => sleep(seconds * 1_000));
  const got = await ask<ClientFigures>(clients, { do: 'end' });
  const after = await ask<ProcessUsage>(process, 'use');
  const measured = report(after, after.cpuMs - before.cpuMs, got, lastedMs);
  const heavy = await ask<MemoryUsage>(process, 'weight');
  const ofOne = (mb: number) => `${((mb * 1_024) / sockets).toFixed(1)} KB`;
  say(
    'memory a socket',
    `${ofOne(heavy.rssMb - light.rssMb)} of the process, ${ofOne(heavy.heapMb - light.heapMb)} of the heap`,
  );
  if (server === 'vigia') await stall(process, clients);
  clients.disconnect();
  await end(process);
  return measured;
}

/** Prints the measured values of a run. @param cpuMs the CPU time of all threads of the server */
function report({ loopP99Ms, loopMaxMs }: ProcessUsage, cpuMs: number, got: ClientFigures, lastedMs: number): Measured {
  const cpuUs = (cpuMs * 1_000) / got.frames;
  const ticksAS = (got.ticks * 1_000) / lastedMs;
  const framesAS = Math.round((got.frames * 1_000) / lastedMs);
  say('prices delivered', `${Math.round(ticksAS)} a second, ${(got.ticks / got.frames).toFixed(1)} a frame`);
  say('frames delivered', `${framesAS} a second, ${Math.round(got.bytes / got.frames)} bytes each`);
  say('  a socket', `${got.framesASocket.join(' to ')} frames, ${got.closed} sockets closed`);
  say('age of a price when read', `p50 ${got.p50Ms} ms, p99 ${got.p99Ms} ms, max ${got.maxMs} ms`);
  say('CPU of the server', `${cpuUs.toFixed(2)} µs a frame, all else included; ${percent(cpuMs, lastedMs)}`);
  say('  its loop held up', `p99 ${loopP99Ms.toFixed(1)} ms, max ${loopMaxMs.toFixed(1)} ms`);
  say('CPU of the clients', percent(got.cpuMs, lastedMs));
  return { cpuUs, ticksAS, p99Ms: got.p99Ms };
}

async function stall(server: ChildProcess, clients: ChildProcess): Promise<void> {
  const before = await ask<MemoryUsage>(server, 'weight');
  const stalled = ask<StallFigures>(clients, { do: 'stall', sockets: STALLED, forMs: STALL_MS });
  await sleep(STALL_MS - 1_000);
  const after = await ask<MemoryUsage>(server, 'weight');
  const { mostStaleBytes, longestMs } = await stalled;
  say(
    `${STALLED} sockets do not read for ${STALL_MS / 1_000} s`,
    `server ${(after.heapMb - before.heapMb).toFixed(1)} MB of heap more`,
  );
  say(
    '  then a fresh price comes',
    `within ${longestMs ?? 'MORE THAN 10,000'} ms, behind ${Math.round(mostStaleBytes / 1_024)} KB of old ones`,
  );
}

async function end(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.disconnect();
  await ended;
}

async function took(task: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await task();
  return performance.now() - startMs;
}

const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(0)} % of a core`;

async function judge(): Promise<void> {
  const ours = await measure('vigia');
  const theirs = await measure('socket.io');
  const ratio = ours.cpuUs / theirs.cpuUs;
  console.log('');
  const goal = (what: string, figure: string, isMet: boolean) => say(`goal: ${what}`, figure, isMet ? 'met' : 'MISSED');
  goal(`${GOAL.ticksAS} prices a second`, Math.round(ours.ticksAS).toString(), ours.ticksAS >= GOAL.ticksAS);
  goal(`${GOAL.cpuUs} µs of CPU a frame`, ours.cpuUs.toFixed(2), ours.cpuUs <= GOAL.cpuUs);
  goal(`${GOAL.ofSocketIo} of socket.io's`, ratio.toFixed(2), ratio <= GOAL.ofSocketIo);
  goal(`p99 under ${GOAL.p99Ms} ms`, `${ours.p99Ms} ms`, ours.p99Ms < GOAL.p99Ms);
}

if (values.role === 'server') await serve(values.server === 'vigia' ? 'vigia' : 'socket.io');
else if (values.role === 'clients') attend();
else await judge();
