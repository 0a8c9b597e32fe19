import type { TokenPair } from '@vigia/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { settle } from '#shared/test/manual-timers.ts';
import { ApiClient } from './api-client.ts';
import { ApiFailure } from './api-failure.ts';
import { ProofKeeper } from './proof-keeper.ts';

type Call = { readonly url: string; readonly init: RequestInit; readonly headers: Headers };
type Answer = (call: Call) => Response | Promise<Response>;

const Rows = z.array(z.number());
const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const refused = (status: number, code = 'token_expired', message = 'No.') =>
  json({ error: { code, message }, detail: 'literal detail' }, status);

/** A fake API, session and browser that the test controls. */
class Fake {
  readonly calls: Call[] = [];
  readonly ended: string[] = [];
  /** One entry for each end of a session: true if another device or a change of the user account ended it. */
  readonly closedElsewhere: boolean[] = [];
  readonly deadlines: { readonly ms: number; readonly controller: AbortController }[] = [];
  secondFactorAsked = 0;
  releaseSecondFactor: () => void = () => {};
  readonly pauses: number[] = [];
  readonly proofs = new ProofKeeper();
  tokens: TokenPair | null = { access_token: 'old', refresh_token: 'r1' };
  reads = 0;
  /** Number of session reads that fail before a read succeeds. */
  failingReads = 0;
  answer: Answer = () => json({ success: true, data: [1, 2] });

  readonly client = new ApiClient({
    fetch: async (input, init = {}) => {
      const call = { url: String(input), init, headers: new Headers(init.headers) };
      this.calls.push(call);
      return this.answer(call);
    },
    session: {
      read: async () => {
        this.reads += 1;
        if (this.reads <= this.failingReads) throw new Error('not ready');
        return this.tokens;
      },
      store: async (tokens) => {
        this.tokens = tokens;
      },
    },
    pause: async (ms) => {
      this.pauses.push(ms);
    },
    deadline: (ms) => {
      const controller = new AbortController();
      this.deadlines.push({ ms, controller });
      return controller.signal;
    },
    endSession: (message, isClosedElsewhere) => {
      this.ended.push(message);
      this.closedElsewhere.push(isClosedElsewhere);
    },
    proofs: this.proofs,
    askSecondFactor: () => {
      this.secondFactorAsked += 1;
      return new Promise((resolve) => {
        this.releaseSecondFactor = resolve;
      });
    },
  });

  to(path: string): Call[] {
    return this.calls.filter((call) => call.url.startsWith(path));
  }
}

/** A server that never responds. The promise rejects like fetch when its signal aborts. */
const silence: Answer = ({ init }) =>
  new Promise((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
const bearer = (call: Call | undefined): string | null => call?.headers.get('authorization') ?? null;
const isRefresh = (call: Call): boolean => call.url === '/api/v1/auth/refresh';

let fake: Fake;
beforeEach(() => {
  fake = new Fake();
});
afterEach(() => localStorage.clear());

describe('ApiClient', () => {
  it('returns the field `data` of a response', async () => {
    await expect(fake.client.get('/api/x', { schema: Rows })).resolves.toEqual([1, 2]);
  });

  it('accepts a response whose data is not in a field `data`', async () => {
    fake.answer = () => json([3]);
    await expect(fake.client.get('/api/x', { schema: Rows })).resolves.toEqual([3]);
  });

  it('fails as malformed if the response does not match the schema', async () => {
    fake.answer = () => json({ success: true, data: ['one'] });
    await expect(fake.client.get('/api/x', { schema: Rows })).rejects.toMatchObject({
      reason: { kind: 'malformed', status: 200 },
    });
  });

  it('fails with the code, the Spanish message and the details of an error response', async () => {
    fake.answer = () => refused(409, 'feed_stale', 'Sin datos de EURUSD.');
    const failure = await fake.client.get('/api/x', { schema: Rows }).catch((caught: unknown) => caught);
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ code: 'feed_stale', message: 'Sin datos de EURUSD.', detail: 'literal detail' });
  });

  it('fails as unreachable, with a message, if no response arrives', async () => {
    fake.answer = () => Promise.reject(new TypeError('failed'));
    await expect(fake.client.get('/api/x', { schema: Rows })).rejects.toMatchObject({
      reason: { kind: 'unreachable' },
    });
  });
});

describe('a request of ApiClient', () => {
  it('contains the bearer token, the query without undefined values, and the idempotency key', async () => {
    const request = { schema: Rows, query: { limit: 5, before: undefined }, body: { a: 1 }, idempotencyKey: 'k-1' };
    await fake.client.post('/api/x', request);
    const [call] = fake.calls;
    expect(call?.url).toBe('/api/x?limit=5');
    expect(bearer(call)).toBe('Bearer old');
    expect(call?.headers.get('idempotency-key')).toBe('k-1');
    expect(call?.init).toMatchObject({ method: 'POST', body: '{"a":1}' });
  });

  it('reads the session again after 100 ms when the first read fails', async () => {
    fake.failingReads = 1;
    await fake.client.get('/api/x', { schema: Rows });
    expect(fake.pauses).toEqual([100]);
    expect(bearer(fake.calls[0])).toBe('Bearer old');
  });

  it('is sent without a bearer token after two failed reads of the session', async () => {
    fake.tokens = null;
    await fake.client.get('/api/x', { schema: Rows });
    expect(fake.reads).toBe(2);
    expect(bearer(fake.calls[0])).toBeNull();
  });

  it.each(['/api/connection/available-assets', '/api/pcr/setups', '/api/v1/strategies'])(
    'contains the broker token, or else the bot token, instead of the session token on %s',
    async (path) => {
      localStorage.setItem('bot_token', 'bot');
      await fake.client.get(path, { schema: Rows });
      localStorage.setItem('broker_token', 'broker');
      await fake.client.get(path, { schema: Rows });
      expect(fake.calls.map(bearer)).toEqual(['Bearer bot', 'Bearer broker']);
    },
  );

  it('contains the session token on other paths even if a bot token is stored', async () => {
    localStorage.setItem('bot_token', 'bot');
    await fake.client.get('/api/v1/trading/active', { schema: Rows });
    expect(bearer(fake.calls[0])).toBe('Bearer old');
  });
});

describe('a timeout of ApiClient', () => {
  it('makes the request fail with a message after 30 s', async () => {
    fake.answer = silence;
    const asked = fake.client.get('/api/x', { schema: Rows }).catch((failure: unknown) => failure);
    await vi.waitFor(() => expect(fake.calls).toHaveLength(1));
    expect(fake.deadlines.map(({ ms }) => ms)).toEqual([30_000]);
    fake.deadlines[0]?.controller.abort();
    expect(await asked).toMatchObject({ reason: { kind: 'timeout' }, message: expect.stringContaining('30 segundos') });
  });

  it('is not reported if the caller has aborted the request', async () => {
    fake.answer = silence;
    const caller = new AbortController();
    const asked = fake.client
      .get('/api/x', { schema: Rows, signal: caller.signal })
      .catch((failure: unknown) => failure);
    await vi.waitFor(() => expect(fake.calls).toHaveLength(1));
    caller.abort();
    expect(await asked).not.toBeInstanceOf(ApiFailure);
  });
});

describe('an upload of ApiClient', () => {
  it('sends the file unchanged, with its own type and without a timeout, and returns the parsed response', async () => {
    const file = new Blob(['time,open\n'], { type: 'text/plain' });
    const read = await fake.client.upload('/api/data', { schema: Rows, file, contentType: 'text/csv' });
    expect(read).toEqual([1, 2]);
    expect(fake.calls[0]?.headers.get('content-type')).toBe('text/csv');
    expect(fake.calls[0]?.init.body).toBe(file);
    expect(bearer(fake.calls[0])).toBe('Bearer old');
    expect(fake.deadlines).toEqual([]);
  });

  it('fails with the message of the server if the server refuses the file', async () => {
    fake.answer = () => refused(422, 'backtest_csv_invalid', 'Línea 3.');
    const request = { schema: Rows, file: new Blob([]), contentType: 'text/csv' };
    await expect(fake.client.upload('/api/data', request)).rejects.toMatchObject({ message: 'Línea 3.' });
  });
});

describe('a download of ApiClient', () => {
  const streamOf = (start: (controller: ReadableStreamDefaultController) => void) =>
    new Response(new ReadableStream({ start }));

  it('returns the whole file without a timeout, and reports its progress', async () => {
    const received: number[] = [];
    fake.answer = () =>
      streamOf((controller) => {
        controller.enqueue(new Uint8Array(3));
        controller.enqueue(new Uint8Array(4));
        controller.close();
      });
    const query = { symbol: 'EURUSD', mode: undefined };
    const file = await fake.client.download('/api/x.csv', { query, onProgress: (bytes) => received.push(bytes) });
    expect(file.size).toBe(7);
    expect(received).toEqual([3, 7]);
    expect(fake.calls[0]?.url).toBe('/api/x.csv?symbol=EURUSD');
    expect(bearer(fake.calls[0])).toBe('Bearer old');
    expect(fake.deadlines).toEqual([]);
  });

  it('fails when the file is incomplete', async () => {
    fake.answer = () =>
      streamOf((controller) => {
        controller.enqueue(new Uint8Array(3));
        controller.error(new Error('gone'));
      });
    await expect(fake.client.download('/api/x.csv', { onProgress: () => {} })).rejects.toMatchObject({
      reason: { kind: 'unreachable' },
      message: 'La descarga se cortó antes de terminar. Intenta de nuevo.',
    });
  });

  it('is repeated with a new token after a 401, and fails with the server’s message if the server refuses it again', async () => {
    fake.answer = (call) => {
      if (isRefresh(call)) return json({ access_token: 'new', refresh_token: 'r2' });
      return bearer(call) === 'Bearer new' ? new Response('a,b') : refused(401);
    };
    const request = { onProgress: () => {} };
    await expect(fake.client.download('/api/x.csv', request).then((file) => file.text())).resolves.toBe('a,b');
    fake.answer = () => refused(429, 'rate_limited', 'Espera un momento.');
    await expect(fake.client.download('/api/x.csv', request)).rejects.toThrow('Espera un momento.');
  });
});

describe('ApiClient, if the second factor was not passed,', () => {
  it('opens the second-factor step once for several refused requests, and each request fails', async () => {
    fake.answer = () => refused(403, 'second_factor_needed');
    const ask = () => fake.client.get('/api/x', { schema: Rows }).catch((failure: unknown) => failure);
    for (const failure of await Promise.all([ask(), ask(), ask()]))
      expect(failure).toMatchObject({ code: 'second_factor_needed' });
    expect(fake.secondFactorAsked).toBe(1);
    expect(fake.ended).toEqual([]);
    fake.releaseSecondFactor();
    await settle();
    await ask();
    expect(fake.secondFactorAsked).toBe(2);
  });

  it('does not open the second-factor step on other error responses', async () => {
    fake.answer = () => refused(403, 'insufficient_aal');
    await fake.client.get('/api/x', { schema: Rows }).catch(() => {});
    expect(fake.secondFactorAsked).toBe(0);
  });
});

describe('ApiClient, after a response 401,', () => {
  it('refreshes the session once, stores the new tokens and repeats the request', async () => {
    fake.answer = (call) => {
      if (isRefresh(call)) return json({ access_token: 'new', refresh_token: 'r2' });
      return bearer(call) === 'Bearer new' ? json({ success: true, data: [9] }) : refused(401);
    };
    await expect(fake.client.get('/api/x', { schema: Rows })).resolves.toEqual([9]);
    expect(fake.to('/api/v1/auth/refresh')[0]?.init.body).toBe('{"refresh_token":"r1"}');
    expect(fake.tokens).toEqual({ access_token: 'new', refresh_token: 'r2' });
  });

  it('keeps the refresh token if the response of the refresh contains none', async () => {
    fake.answer = (call) => {
      if (isRefresh(call)) return json({ success: true, data: { access_token: 'new' } });
      return bearer(call) === 'Bearer new' ? json([]) : refused(401);
    };
    await fake.client.get('/api/x', { schema: Rows });
    expect(fake.tokens).toEqual({ access_token: 'new', refresh_token: 'r1' });
  });

  it('lets concurrent requests wait for one refresh, and repeats them with the new token', async () => {
    let release: (answer: Response) => void = () => {};
    fake.answer = (call) => {
      if (isRefresh(call))
        return new Promise((resolve) => {
          release = resolve;
        });
      return bearer(call) === 'Bearer new' ? json([1]) : refused(401);
    };
    const all = Promise.all(['/api/a', '/api/b', '/api/c'].map((path) => fake.client.get(path, { schema: Rows })));
    await settle();
    await settle();
    expect(fake.to('/api/v1/auth/refresh')).toHaveLength(1);
    release(json({ access_token: 'new', refresh_token: 'r2' }));
    await expect(all).resolves.toEqual([[1], [1], [1]]);
    expect(fake.calls.filter((call) => bearer(call) === 'Bearer new')).toHaveLength(3);
    expect(fake.to('/api/v1/auth/refresh')).toHaveLength(1);
  });

  it('uses tokens that another tab has refreshed, without another refresh', async () => {
    fake.answer = (call) => {
      if (bearer(call) === 'Bearer newer') return json([7]);
      fake.tokens = { access_token: 'newer', refresh_token: 'r9' };
      return refused(401);
    };
    await expect(fake.client.get('/api/x', { schema: Rows })).resolves.toEqual([7]);
    expect(fake.to('/api/v1/auth/refresh')).toHaveLength(0);
  });

  it('ends the session only once if the refresh fails', async () => {
    fake.answer = (call) => (isRefresh(call) ? refused(400) : refused(401));
    const both = ['/api/a', '/api/b'].map((path) =>
      fake.client.get(path, { schema: Rows }).catch((failure: unknown) => failure),
    );
    for (const failure of await Promise.all(both)) expect(failure).toMatchObject({ reason: { kind: 'no-session' } });
    expect(fake.ended).toEqual(['Sesión expirada. Por favor inicia sesión nuevamente.']);
  });

  it.each([
    ['token_expired', false],
    ['not_authenticated', true],
  ])('reports, after the code %s, whether another device ended the session: %s', async (code, isClosedElsewhere) => {
    fake.answer = (call) => (isRefresh(call) ? refused(401) : refused(401, code));
    await fake.client.get('/api/x', { schema: Rows }).catch(() => null);
    expect(fake.closedElsewhere).toEqual([isClosedElsewhere]);
  });

  it('reports the end of one session only once', async () => {
    fake.answer = (call) => (isRefresh(call) ? refused(400) : refused(401));
    const ask = () => fake.client.get('/api/x', { schema: Rows }).catch(() => null);
    await ask();
    await ask();
    fake.tokens = null;
    await ask();
    expect(fake.ended).toEqual(['Sesión expirada. Por favor inicia sesión nuevamente.']);
  });

  it('reports the end of the next session too', async () => {
    fake.answer = (call) => (isRefresh(call) ? refused(400) : refused(401));
    const ask = () => fake.client.get('/api/x', { schema: Rows }).catch(() => null);
    await ask();
    fake.tokens = { access_token: 'second', refresh_token: 'r2' };
    await ask();
    expect(fake.ended).toHaveLength(2);
  });

  it('ends the session when the refresh takes longer than 5 s', async () => {
    fake.answer = (call) => (isRefresh(call) ? silence(call) : refused(401));
    const asked = fake.client.get('/api/x', { schema: Rows }).catch((failure: unknown) => failure);
    await vi.waitFor(() => expect(fake.deadlines.map(({ ms }) => ms)).toEqual([30_000, 5_000]));
    fake.deadlines[1]?.controller.abort();
    expect(await asked).toMatchObject({ reason: { kind: 'no-session' } });
    expect(fake.ended).toEqual(['Sesión expirada. Por favor inicia sesión nuevamente.']);
  });

  it('keeps the session and fails only this request if the refresh gets no response', async () => {
    fake.answer = (call) => {
      if (isRefresh(call)) throw new TypeError('Failed to fetch');
      return refused(401);
    };
    await expect(fake.client.get('/api/x', { schema: Rows })).rejects.toMatchObject({
      reason: { kind: 'unreachable' },
    });
    expect(fake.ended).toEqual([]);
  });

  it('reports a missing session instead of an expired one if the tokens are removed during the refresh', async () => {
    await fake.client.get('/api/x', { schema: Rows });
    fake.answer = () => {
      fake.tokens = null;
      return refused(401);
    };
    await expect(fake.client.get('/api/x', { schema: Rows })).rejects.toThrow(
      'No hay sesión activa. Por favor inicia sesión.',
    );
  });

  it('repeats a request with the session token, without a refresh, if the server refuses the bot token', async () => {
    localStorage.setItem('bot_token', 'bot');
    fake.answer = (call) => (bearer(call) === 'Bearer old' ? json([4]) : refused(401));
    await expect(fake.client.get('/api/pcr/setups', { schema: Rows })).resolves.toEqual([4]);
    expect(fake.to('/api/v1/auth/refresh')).toHaveLength(0);
  });

  it('reports a missing session when no user is signed in', async () => {
    fake.tokens = null;
    fake.answer = () => refused(401);
    await expect(fake.client.get('/api/x', { schema: Rows })).rejects.toThrow(
      'No hay sesión activa. Por favor inicia sesión.',
    );
    expect(fake.ended).toEqual(['No hay sesión activa. Por favor inicia sesión.']);
  });

  it('fails if the repeated request gets a 401 too', async () => {
    fake.answer = (call) => (isRefresh(call) ? json({ access_token: 'new' }) : refused(401));
    await expect(fake.client.get('/api/x', { schema: Rows })).rejects.toMatchObject({ code: 'token_expired' });
    expect(fake.to('/api/x')).toHaveLength(2);
  });
});
