/**
 * Measures the cost of access token checks: authenticated HTTP calls per second of the server's CPU time, compared with
 * calls without a token. The server runs in a separate process, so that its CPU time does not include the clients.
 */
import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';

const CALLERS = 16;
const CALLS = 6_000;
const RUNS = 5;

type Server = { readonly url: string; readonly person: string };
type Cpu = { readonly cpuMs: number; readonly rssMb: number };

const isServer = process.argv.includes('--server');

async function serve(): Promise<void> {
  const { startTestApp } = await import('@vigia/server/testing');
  const app = await startTestApp();
  const config: { supabaseAnonKey: string } = JSON.parse(await (await fetch(`${app.url}/config.json`)).text());
  const headers = { apikey: config.supabaseAnonKey, 'content-type': 'application/json' };
  const signedIn = await fetch(`${app.url}/auth/v1/signup`, { method: 'POST', headers, body: '{}' });
  const session: { access_token: string } = JSON.parse(await signedIn.text());
  process.on('message', (message) => {
    if (message === 'stop') return void app.stop().then(() => process.exit(0));
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1_000, rssMb: process.memoryUsage().rss / 2 ** 20 } satisfies Cpu);
  });
  process.send?.({ url: app.url, person: session.access_token } satisfies Server);
}

const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });

function call(url: string, token: string | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    request(url, { agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}

async function load(url: string, token: string | null): Promise<void> {
  let left = CALLS;
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const status = await call(url, token);
      if (status !== 200) throw new Error(`${url} answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}

async function measure(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['--server'], { execArgv: process.execArgv });
  const next = <Message>(): Promise<Message> =>
    new Promise((resolve) => child.once('message', (message) => resolve(message as Message)));
  const server = await next<Server>();
  const cpu = async (): Promise<Cpu> => {
    const answer = next<Cpu>();
    child.send('cpu');
    return answer;
  };
  const rate = async (path: string, token: string | null): Promise<string> => {
    await load(server.url + path, token);
    const rates: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const before = await cpu();
      await load(server.url + path, token);
      rates.push((CALLS * 1_000) / ((await cpu()).cpuMs - before.cpuMs));
    }
    return `${Math.round(rates.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? NaN)} calls per second of CPU`;
  };
  console.log(`${CALLERS} callers, median of ${RUNS} runs of ${CALLS} calls, node ${process.version}`);
  console.log('without a token (/health)'.padEnd(44), await rate('/health', null));
  console.log('a person, nothing from the database'.padEnd(44), await rate('/api/pcr/health', server.person));
  console.log('a person, one read from the database'.padEnd(44), await rate('/api/v1/trading/active', server.person));
  console.log('memory of the server'.padEnd(44), `${Math.round((await cpu()).rssMb)} MB`);
  child.send('stop');
  agent.destroy();
}

await (isServer ? serve() : measure());
