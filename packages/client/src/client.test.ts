import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type ClientOptions, VigiaClient, VigiaError } from './index.ts';

type Seen = { readonly line: string; readonly headers: IncomingHttpHeaders; readonly body: string };
type Reply = { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a server that gives these replies in turn; `lost` closes the connection and `silent` never replies. */
async function serverWith(...replies: readonly (Reply | 'lost' | 'silent')[]) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      const reply = replies[Math.min(seen.length, replies.length - 1)];
      seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      if (reply === 'lost') return void request.socket.destroy();
      if (reply === 'silent' || reply === undefined) return;
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
      response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const pauses: number[] = [];
  const client = (options: Partial<ClientOptions> = {}) =>
    new VigiaClient({
      url: `http://127.0.0.1:${address.port}`,
      token: 'secret',
      pause: async (ms) => void pauses.push(ms),
      ...options,
    });
  return { seen, pauses, client };
}

const ASSETS = { body: { success: true, data: [] } };
const refusal = (status: number, code: string): Reply => ({
  status,
  body: { error: { code, message: 'No se puede.', details: [{ path: 'amount', message: 'Mucho.' }] }, detail: 'x' },
});
const ORDER = { body: { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 } } as const;

const failureOf = async (call: Promise<unknown>): Promise<VigiaError> => {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof VigiaError)) throw new Error(`no VigiaError: ${String(error)}`);
  return error;
};

describe('a call', () => {
  it('sends the token and the query, and returns the body', async () => {
    const { seen, client } = await serverWith(ASSETS);
    const query = { symbol: 'EUR/USD', timeframe: '1m', limit: 5 } as const;
    expect(await client().call('GET /api/v1/trading/candles', { query })).toEqual({ success: true, data: [] });
    expect(seen[0]?.line).toBe('GET /api/v1/trading/candles?symbol=EUR%2FUSD&timeframe=1m&limit=5');
    expect(seen[0]?.headers.authorization).toBe('Bearer secret');
  });

  it('encodes the values of a path, so that no value reaches another route', async () => {
    const { seen, client } = await serverWith(ASSETS);
    await client().call('GET /api/v1/trading/option/{id}', { path: { id: '../mode/current?x' } });
    expect(seen.map(({ line }) => line)).toEqual(['GET /api/v1/trading/option/..%2Fmode%2Fcurrent%3Fx']);
    for (const id of ['', '.', '..']) {
      const call = client().call('GET /api/v1/trading/option/{id}', { path: { id } });
      await expect(call).rejects.toThrow(TypeError);
    }
    expect(seen).toHaveLength(1);
  });

  it('throws an error with the code, the message and the fields of the refusal, and is not sent again', async () => {
    const { seen, client } = await serverWith(refusal(403, 'insufficient_scope'));
    const error = await failureOf(client().call('POST /api/v1/trading/create-option', ORDER));
    expect(error).toMatchObject({ message: 'No se puede.', code: 'insufficient_scope' });
    expect(error.failure).toMatchObject({ status: 403, details: [{ path: 'amount', message: 'Mucho.' }] });
    expect(seen).toHaveLength(1);
  });

  it('reads a refusal of the auth service', async () => {
    const { client } = await serverWith({ status: 401, body: { code: 401, error_code: 'bad_jwt', msg: 'Otra vez.' } });
    expect(await failureOf(client().call('GET /auth/v1/user'))).toMatchObject({
      code: 'bad_jwt',
      message: 'Otra vez.',
    });
  });

  it('reports a response that is not in the format of the Vigía API', async () => {
    const { client } = await serverWith({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' });
    const error = await failureOf(client().call('GET /api/v1/trading/assets'));
    expect([error.failure.kind, error.code]).toEqual(['unreadable', null]);
  });

  it('does not follow a redirect, which could take the token to another server', async () => {
    const other = await serverWith(ASSETS);
    const { client } = await serverWith({ status: 307, headers: { location: other.client().origin }, body: {} });
    const error = await failureOf(client({ attempts: 1 }).call('GET /api/v1/trading/assets'));
    expect([error.failure.kind, other.seen.length]).toEqual(['unreachable', 0]);
  });
});

describe('a call without a response', () => {
  it.each([
    ['lost connections', 'lost' as const],
    ['a busy server', refusal(503, 'database_unavailable')],
  ])('is repeated after %s if it reads, with growing pauses', async (_name, fault) => {
    const { seen, pauses, client } = await serverWith(fault, fault, ASSETS);
    expect(await client().call('GET /api/v1/trading/assets')).toEqual(ASSETS.body);
    expect([seen.length, pauses]).toEqual([3, [250, 500]]);
  });

  it('waits as long as the server asks for, and gives up if that is long', async () => {
    const busy = (seconds: string) => ({ ...refusal(429, 'rate_limited'), headers: { 'retry-after': seconds } });
    const { pauses, client } = await serverWith(busy('2'), ASSETS);
    await client().call('GET /api/v1/trading/assets');
    expect(pauses).toEqual([2_000]);
    const { seen, client: patient } = await serverWith(busy('60'));
    expect((await failureOf(patient().call('GET /api/v1/trading/assets'))).code).toBe('rate_limited');
    expect(seen).toHaveLength(1);
  });

  it('is repeated with the same idempotency key if it is an order', async () => {
    const { seen, client } = await serverWith('lost', { status: 201, body: { success: true, data: {} } });
    await client({ newKey: () => 'key-1' }).call('POST /api/v1/trading/create-option', ORDER);
    expect(seen.map(({ headers, body }) => [headers['idempotency-key'], body])).toEqual([
      ['key-1', JSON.stringify(ORDER.body)],
      ['key-1', JSON.stringify(ORDER.body)],
    ]);
  });

  it('fails with an error that contains the idempotency key of the order, so that the order can be repeated', async () => {
    const { seen, client } = await serverWith('lost');
    const key = 'mine';
    const order = client().call('POST /api/v1/trading/create-option', { ...ORDER, idempotencyKey: key });
    const error = await failureOf(order);
    expect([error.failure.kind, error.idempotencyKey, seen.length]).toEqual(['unreachable', key, 3]);
  });

  it('is not repeated if it changes something and has no key', async () => {
    const { seen, client } = await serverWith('lost');
    const error = await failureOf(client().call('POST /api/v1/trading/stop-all'));
    expect([error.failure.kind, seen.length]).toEqual(['unreachable', 1]);
  });

  it('ends after its time limit', async () => {
    const { client } = await serverWith('silent');
    const error = await failureOf(client({ attempts: 1, timeoutMs: 20 }).call('GET /api/v1/trading/assets'));
    expect([error.failure.kind, error.message]).toEqual(['timeout', expect.stringContaining('no respondió')]);
  });

  it('fails with the reason of its AbortSignal', async () => {
    const { client } = await serverWith('silent');
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(client().call('GET /api/v1/trading/assets', {}, { signal })).rejects.toThrow('enough');
  });
});

describe('the address of a server', () => {
  it.each([
    'ftp://vigia.example',
    'http://vigia.example',
    'https://vigia.example/api',
    'https://a:b@vigia.example',
    'x',
  ])('is refused: %s', (url) => {
    expect(() => new VigiaClient({ url })).toThrow(TypeError);
  });

  it('may be unencrypted on this machine, or elsewhere if the caller permits it', () => {
    expect(new VigiaClient({ url: 'http://localhost:3000/' }).origin).toBe('http://localhost:3000');
    const url = 'http://vigia.example';
    expect(new VigiaClient({ url, isPlainHttpAllowed: true }).origin).toBe(url);
  });
});
