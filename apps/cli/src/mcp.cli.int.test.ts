import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { BotScope } from '@vigia/core/vocabulary';
import { embeddedAuth, startTestApp, type TestApp } from '@vigia/server/testing';
import { newPerson, type TestPerson } from '@vigia/server/testing-person';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const LAUNCHER = fileURLToPath(new URL('../bin/vigia.mjs', import.meta.url));
const BUILT = fileURLToPath(new URL('../dist/vigia.mjs', import.meta.url));

const READING_TOOLS = [
  'explain_signal',
  'get_account_state',
  'get_backtest',
  'get_candles',
  'get_statistics',
  'list_backtests',
  'list_markets',
  'list_signals',
];
const ORDER = { symbol: 'EURUSD', direction: 'CALL', amount: 10, duration_minutes: 5 } as const;
const STRANGE_ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

let app: TestApp;
let owner: TestPerson;
const clients: Client[] = [];

beforeAll(async () => {
  if (spawnSync(process.execPath, [LAUNCHER, '--version']).status !== 0)
    throw new Error('the command line does not build');
  app = await startTestApp();
  owner = await newPerson(app);
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(() => app?.stop());

/** The token of each user and set of scopes. A user may have only a few tokens. */
const tokens = new Map<string, string>();

async function botToken({ principal }: TestPerson, ...scopes: BotScope[]): Promise<string> {
  const key = [principal.userId, ...scopes].join(' ');
  const known = tokens.get(key);
  if (known !== undefined) return known;
  const wish = { name: 'asistente', scopes, expires_in_days: 1 };
  const made = await embeddedAuth(app).botTokens.make(principal, wish, { ip: '127.0.0.1', userAgent: 'test' });
  if (!made.ok) throw new Error(made.error);
  tokens.set(key, made.value.token);
  return made.value.token;
}

/** Starts `vigia mcp` and connects the client of the official SDK to it. */
async function connect(token: string, url = app.url) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BUILT, 'mcp'],
    env: { VIGIA_URL: url, VIGIA_BOT_TOKEN: token },
    stderr: 'pipe',
  });
  const stderr: string[] = [];
  transport.stderr?.on('data', (part) => stderr.push(String(part)));
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  await client.connect(transport);
  return { client, stderr };
}

const Content = z.array(z.object({ type: z.literal('text'), text: z.string() })).length(1);
const Answer = z.looseObject({
  content: Content,
  structuredContent: z.looseObject({}).optional(),
  isError: z.boolean().optional(),
});

async function call(client: Client, name: string, input: object = {}) {
  const {
    content,
    structuredContent = {},
    isError = false,
  } = Answer.parse(await client.callTool({ name, arguments: { ...input } }));
  return { text: content.map(({ text }) => text).join('\n'), data: structuredContent, isError };
}

const toolNames = async (client: Client): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name).toSorted();

/** Runs the command without a client until it ends. */
async function run(environment: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const child = spawn(process.execPath, [BUILT, 'mcp', ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (part) => (stdout += String(part)));
  child.stderr.on('data', (part) => (stderr += String(part)));
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, stdout, stderr };
}

const activeTrades = async ({ principal }: TestPerson) =>
  (await app.db.sql`SELECT id FROM trades WHERE user_id = ${principal.userId}`).length;

describe('the command vigia mcp with a token that may only read', () => {
  it('offers the reading tools and no order', async () => {
    const reader = await newPerson(app);
    const { client } = await connect(await botToken(reader, 'read'));
    expect(await toolNames(client)).toEqual(READING_TOOLS);
    const { tools } = await client.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect(await call(client, 'place_practice_order', ORDER)).toMatchObject({ isError: true });
    expect(await activeTrades(reader)).toBe(0);
  });

  it('answers every reading tool with a Spanish text and data', async () => {
    const { client } = await connect(await botToken(await newPerson(app), 'read'));
    const markets = await call(client, 'list_markets', { search: 'eurusd' });
    expect(markets.text).toMatch(/^EURUSD \(.+\): [\d.]+, paga 8\d\.\d%, equilibrio 5\d\.\d%, abierto/);
    expect(markets.data).toMatchObject({ markets: [{ symbol: 'EURUSD' }] });
    const candles = await call(client, 'get_candles', { symbol: 'EURUSD', timeframe: '1m', limit: 3 });
    expect(candles.text).toMatch(/^3 velas de EURUSD en 1m/);
    expect(candles.data).toMatchObject({ candles: [{}, {}, {}] });
    const account = await call(client, 'get_account_state');
    expect(account.text).toContain('En uso: cuenta simulada de Vigía');
    expect(account.data).toMatchObject({ mode: { mode: 'mock' }, active: [] });
    expect((await call(client, 'list_signals')).data).toHaveProperty('signals');
    expect((await call(client, 'list_backtests')).data).toEqual({ backtests: [] });
    expect((await call(client, 'get_statistics')).text).toContain('ninguna operación decidida, así que no hay acierto');
  });

  it('names the signal, the backtest or the asset that does not exist', async () => {
    const { client } = await connect(await botToken(owner, 'read'));
    const signal = await call(client, 'explain_signal', { signal_id: STRANGE_ID });
    expect(signal).toMatchObject({ isError: true, text: expect.stringContaining('no está entre las cien últimas') });
    const backtest = await call(client, 'get_backtest', { backtest_id: STRANGE_ID });
    expect(backtest).toMatchObject({ isError: true, data: { code: 'backtest_not_found' } });
    const candles = await call(client, 'get_candles', { symbol: 'NADA', timeframe: '1m' });
    expect(candles).toMatchObject({ isError: true, text: 'No conocemos el activo NADA.' });
  });

  it.each([
    ['get_candles', { symbol: '../../../etc/passwd', timeframe: '1m' }],
    ['get_candles', { symbol: 'EURUSD', timeframe: '1m', limit: 1e9 }],
    ['get_candles', { symbol: { $ne: null }, timeframe: '1m' }],
    ['get_statistics', { account: 'mock', user_id: STRANGE_ID }],
    ['get_backtest', { backtest_id: '../account/export' }],
    ['explain_signal', {}],
    ['list_markets', { search: 'x'.repeat(10_000) }],
    ['get_account_state', { values: Array.from({ length: 1_000 }, () => 0) }],
    ['no_such_tool', {}],
  ])('refuses hostile input of %s and keeps serving', async (name, input) => {
    const { client } = await connect(await botToken(owner, 'read'));
    expect((await call(client, name, input)).isError).toBe(true);
    expect((await call(client, 'get_account_state')).isError).toBe(false);
  });
});

describe('the command vigia mcp with a token that may trade', () => {
  it('places an order on the practice account', async () => {
    const { client } = await connect(await botToken(await newPerson(app), 'read', 'trade'));
    expect(await toolNames(client)).toEqual([...READING_TOOLS, 'place_practice_order'].toSorted());
    const placed = await call(client, 'place_practice_order', ORDER);
    expect(placed.text).toMatch(
      /^Operación de práctica abierta: EURUSD CALL \(sube\), 10.00 USD en la cuenta simulada/,
    );
    expect(placed.data).toMatchObject({ trade: { account: 'mock', origin: 'api', amount: 10 } });
    expect((await call(client, 'get_account_state')).data).toMatchObject({ active: [{ account: 'mock' }] });
  });

  it.each([
    { ...ORDER, account: 'real' },
    { ...ORDER, mode: 'iqoption_real' },
    { ...ORDER, amount: -1 },
    { ...ORDER, amount: '10' },
    { ...ORDER, duration_seconds: 60 },
    { symbol: 'EURUSD', direction: 'CALL', amount: 10 },
    { ...ORDER, direction: 'UP' },
  ])('refuses the order %j and opens nothing', async (order) => {
    const { client } = await connect(await botToken(owner, 'read', 'trade'));
    const before = await activeTrades(owner);
    expect((await call(client, 'place_practice_order', order)).isError).toBe(true);
    expect(await activeTrades(owner)).toBe(before);
  });

  it('refuses to trade while the account in use has real money', async () => {
    const rich = await newPerson(app);
    await app.db.sql`
      UPDATE user_settings SET chosen_broker = 'iqoption', chosen_kind = 'real' WHERE user_id = ${rich.principal.userId}`;
    const { client } = await connect(await botToken(rich, 'read', 'trade'));
    const refused = await call(client, 'place_practice_order', ORDER);
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('dinero real') });
    expect(refused.data).toEqual({ code: 'refused_by_tool' });
  });

  it('repeats the reason of the server for a refused order', async () => {
    const { client } = await connect(await botToken(owner, 'read', 'trade'));
    const refused = await call(client, 'place_practice_order', { ...ORDER, amount: 0.01 });
    expect(refused).toMatchObject({ isError: true, data: { code: 'amount_below_minimum' } });
    expect(refused.text).toContain('Monto mínimo');
  });
});

describe('the command vigia mcp', () => {
  it('has no rights after the end of its token, and states this reason', async () => {
    const person = await newPerson(app);
    const { client } = await connect(await botToken(person, 'read'));
    await embeddedAuth(app).botTokens.endAll(person.principal, { ip: '127.0.0.1', userAgent: 'test' });
    const refused = await call(client, 'list_markets');
    expect(refused).toMatchObject({ isError: true, data: { code: 'bot_token_unknown' } });
  });

  it('starts while the server is away, and each tool then states that it cannot connect', async () => {
    const closed = await closedPort();
    const { client, stderr } = await connect(await botToken(owner, 'read', 'trade'), closed);
    expect(await toolNames(client)).toEqual(READING_TOOLS);
    const answer = await call(client, 'list_markets');
    expect(answer).toMatchObject({ isError: true, text: `No se pudo conectar con Vigía en ${closed}.` });
    expect(stderr.join('')).toContain('solo se puede leer');
  });

  it.each([
    ['no token', {}, 'Falta VIGIA_BOT_TOKEN'],
    ['a session token', { VIGIA_BOT_TOKEN: 'eyJhbGciOi.J9.x' }, 'no es un token de bot'],
    ['an unknown token', { VIGIA_BOT_TOKEN: `vigia_bot_${'A'.repeat(43)}` }, 'no existe, venció'],
    [
      'an unencrypted address',
      { VIGIA_BOT_TOKEN: 'vigia_bot_x', VIGIA_URL: 'http://vigia.example' },
      'VIGIA_URL no es',
    ],
  ])('does not start with %s', async (_name, environment, sentence) => {
    const { status, stdout, stderr } = await run({ VIGIA_URL: app.url, ...environment });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(sentence);
    for (const value of Object.values(environment)) {
      if (value.startsWith('vigia_bot_')) expect(stderr).not.toContain(value);
    }
  });

  it('does not start with a token that may not read, and takes no token from its arguments', async () => {
    const token = await botToken(owner, 'trade');
    const refused = await run({ VIGIA_URL: app.url, VIGIA_BOT_TOKEN: token });
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('permiso «Leer»') });
    const args = await run({ VIGIA_URL: app.url }, '--token', token);
    expect(args).toMatchObject({ status: 2, stderr: expect.stringContaining('no lleva opciones') });
    expect(args.stderr).not.toContain(token);
  });
});

/** Returns an address at which nothing listens. */
async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${address.port}`;
}
