/**
 * Measures the communication between processes through a NATS server on this machine: bus messages about users,
 * requests with replies, durable work queues, and market prices. Sender and receiver both run in this process. A CPU
 * figure is therefore the sum of both, and does not include the NATS server. `--messages 20000` makes the run shorter.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  call,
  createInProcessBus,
  createLogger,
  openProcessServices,
  startTestNats,
  topicForUser,
  workKind,
} from '@vigia/server/testing';

const { values } = parseArgs({ options: { messages: { type: 'string', default: '200000' } } });
const MESSAGES = Number(values.messages);
const PEOPLE = 500;
/** Maximum number of sent messages that the receiver has not received yet. */
const AHEAD = 2_000;
const ASSETS = 25;
const TICKS_PER_S = 5;
const BATCHES_PER_S = 20;

const TRADE = topicForUser<{ readonly userId: string; readonly trade: Readonly<Record<string, unknown>> }>(
  'bench.trade',
);
const DOUBLE = call<number, number>('bench.double');
const PIECES = workKind<number>('bench.pieces');

type End = ReturnType<typeof openProcessServices>;

const show = (name: string, text: string): void => console.log(name.padEnd(48), text);
const rate = (count: number, ms: number): string => `${Math.round(count / (ms / 1_000)).toLocaleString('en')}/s`;
const personOf = (n: number): string => `person-${n % PEOPLE}`;
const newsOf = (n: number) => ({
  userId: personOf(n),
  trade: {
    id: `trade-${n}`,
    asset: 'EURUSD-OTC',
    direction: 'call',
    stakeMinor: 1_000,
    payoutBp: 8_500,
    openPrice: 1.08341,
  },
});

/** Measures the duration of a task, and the CPU time of this process during the task. */
async function measured(task: () => Promise<void>): Promise<{ readonly ms: number; readonly cpuUs: number }> {
  const [startedMs, before] = [performance.now(), process.cpuUsage()];
  await task();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - startedMs, cpuUs: user + system };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn();
}

/** Sends all messages. At most AHEAD of them are in transit. */
async function sendAll(count: number, send: (n: number) => void, come: () => number): Promise<void> {
  for (let n = 0; n < count; n++) {
    send(n);
    if (n - come() >= AHEAD) await until(() => n - come() < AHEAD / 2);
  }
  await until(() => come() >= count);
}

/** Resolves when the NATS server knows the receiver's subscriptions. */
async function heard(here: End): Promise<void> {
  while (!(await here.calls.ask(DOUBLE, 'ready', 0)).ok) await turn();
}

async function busWithin(): Promise<void> {
  const bus = createInProcessBus(createLogger('error'));
  let come = 0;
  bus.subscribe(TRADE, () => void (come += 1));
  const count = MESSAGES * 10;
  const { ms } = await measured(async () => {
    for (let n = 0; n < count; n++) bus.publish(TRADE, newsOf(n));
  });
  if (come !== count) throw new Error(`${come} of ${count} came`);
  show('bus within a process', rate(count, ms));
}

async function busBetween(here: End, there: End): Promise<void> {
  let come = 0;
  there.bus.subscribe(TRADE, () => void (come += 1));
  for (let n = 0; n < PEOPLE; n++) there.bus.receiveUser(personOf(n));
  await heard(here);
  const { ms, cpuUs } = await measured(() =>
    sendAll(
      MESSAGES,
      (n) => here.bus.publish(TRADE, newsOf(n)),
      () => come,
    ),
  );
  show(
    'bus between two processes',
    `${rate(MESSAGES, ms)}, ${(cpuUs / MESSAGES).toFixed(1)} µs CPU a message, both ends`,
  );
}

async function calls(here: End, there: End): Promise<void> {
  there.calls.serve(DOUBLE, 'key', (n) => n * 2);
  await heard(here);
  const tookMs: number[] = [];
  for (let n = 0; n < MESSAGES / 20; n++) {
    const startedMs = performance.now();
    const answer = await here.calls.ask(DOUBLE, 'key', n);
    if (!answer.ok) throw new Error(answer.error);
    tookMs.push(performance.now() - startedMs);
  }
  const sorted = tookMs.toSorted((a, b) => a - b);
  const at = (share: number): string => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)} ms`;
  show('a question and its answer', `p50 ${at(0.5)}, p99 ${at(0.99)}`);
}

async function work(here: End, there: End): Promise<void> {
  let done = 0;
  there.work.work(PIECES, 'key', async () => {
    done += 1;
    return 'done';
  });
  const count = MESSAGES / 10;
  const { ms, cpuUs } = await measured(() =>
    sendAll(
      count,
      (n) => here.work.add(PIECES, 'key', n),
      () => done,
    ),
  );
  show('work added, kept on disk, done', `${rate(count, ms)}, ${(cpuUs / count).toFixed(1)} µs CPU a piece, both ends`);
}

type Tick = { readonly symbol: number; readonly timeMs: number; readonly price: number };

/**
 * Encodes and decodes a batch of prices in the feed's format, as JSON and as bytes. This measures the cost without
 * NATS.
 */
function tickBatches(): void {
  const ticks: readonly Tick[] = Array.from({ length: (ASSETS * TICKS_PER_S) / BATCHES_PER_S }, (_, symbol) => ({
    symbol,
    timeMs: 1_763_784_000_123 + symbol,
    price: 1.08341 + symbol / 1e5,
  }));
  const json = (): unknown => JSON.parse(Buffer.from(JSON.stringify(ticks)).toString('utf8'));
  for (const [name, both] of [
    ['JSON', json],
    ['bytes', () => readBytes(writeBytes(ticks))],
  ] as const) {
    const rounds = MESSAGES / 2;
    const startedMs = performance.now();
    for (let n = 0; n < rounds; n++) both();
    const us = ((performance.now() - startedMs) * 1_000) / rounds;
    show(
      `a batch of ${ticks.length} prices as ${name}`,
      `${us.toFixed(1)} µs, ${((us * BATCHES_PER_S) / 1e4).toFixed(3)} % of a core`,
    );
  }
}

const ROW_BYTES = 18;

function writeBytes(ticks: readonly Tick[]): Buffer {
  const bytes = Buffer.allocUnsafe(ticks.length * ROW_BYTES);
  ticks.forEach(({ symbol, timeMs, price }, row) => {
    bytes.writeUInt16LE(symbol, row * ROW_BYTES);
    bytes.writeDoubleLE(timeMs, row * ROW_BYTES + 2);
    bytes.writeDoubleLE(price, row * ROW_BYTES + 10);
  });
  return bytes;
}

const readBytes = (bytes: Buffer): readonly Tick[] =>
  Array.from({ length: bytes.length / ROW_BYTES }, (_, row) => ({
    symbol: bytes.readUInt16LE(row * ROW_BYTES),
    timeMs: bytes.readDoubleLE(row * ROW_BYTES + 2),
    price: bytes.readDoubleLE(row * ROW_BYTES + 10),
  }));

const nats = await startTestNats();
const [here, there] = [openProcessServices(nats.url), openProcessServices(nats.url)];
there.calls.serve(DOUBLE, 'ready', (n) => n);
await heard(here);
await busWithin();
await busBetween(here, there);
await calls(here, there);
await work(here, there);
tickBatches();
await Promise.all([here.close(), there.close()]);
await nats.stop();
process.exit(0);
