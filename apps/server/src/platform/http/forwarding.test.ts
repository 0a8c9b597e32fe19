import { err } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import type { FastifyRequest } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createInProcessBus } from '../bus/in-process-bus.ts';
import type { CallFault, Calls } from '../calls/calls.ts';
import { createInProcessCalls } from '../calls/in-process-calls.ts';
import { LeaseLostError } from '../cluster/cluster.ts';
import { randomIds } from '../crypto/random-ids.ts';
import { createSealer } from '../crypto/sealer.ts';
import { createLogger } from '../logging/logger.ts';
import { runWithinStep, type TraceStep } from '../tracing/trace-step.ts';
import { ApiError } from './api-error.ts';
import { type App, type AppOptions, createHttpApp } from './app.ts';
import { FORWARDED_REQUEST, ForwardedMessages, type SealedMessage } from './forwarded-messages.ts';
import { Forwarding } from './forwarding.ts';
import { RateExchange } from './rate-exchange.ts';
import { DEFAULT_RATES } from './request-limits.ts';
import { createSite } from './site.ts';

const LEASE = 'outside';
const PRINCIPAL = { userId: 'ana', sessionId: 's1', isAnonymous: false, aal: 'aal1', scopes: null } as const;
const Body = z.object({ amount: z.string().transform(Number) });

const clock = new ManualClock(1_000_000);
const sealer = createSealer(Buffer.alloc(32, 3));
const opened: App[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

/** Opens one of several processes, which has its own web server and uses the shared parts. */
async function openProcess(calls: Calls, name: string, port: number, more: Partial<AppOptions> = {}) {
  let written = '';
  const log = createLogger('debug', { write: (line) => void (written += line) });
  const forwarding = new Forwarding({ calls, sealer, clock, ids: randomIds });
  const app = await createHttpApp({
    log,
    clock,
    forwarding,
    ids: randomIds,
    trustProxy: 'loopback',
    site: createSite({ siteUrl: null, host: '127.0.0.1', port: () => port }),
    authenticator: { authenticate: async (token: string) => (token === 'good' ? PRINCIPAL : 'not_authenticated') },
    ...more,
  });
  const routedTo = { lease: LEASE };
  const preHandler = app.authenticate;
  const seen: object[] = [];
  app.post(
    '/api/order/:symbol',
    { preHandler, schema: { body: Body }, config: { routedTo, fallback: 'create_option' } },
    async ({ params, query, body, ip, principal, headers, id }, reply) => {
      const { traceparent, 'idempotency-key': key } = headers;
      seen.push({ params, query, body, ip, id, userId: principal.userId, key, traceparent });
      return reply.status(201).header('retry-after', '7').send({ by: name });
    },
  );
  app.get('/api/state', { preHandler, config: { routedTo } }, async () => ({ by: name }));
  app.get('/api/maybe', { preHandler, config: { routedTo: { ...routedTo, when: async () => false } } }, async () => ({
    by: name,
  }));
  const ofPerson = ({ principal }: FastifyRequest) => `lease of ${principal.userId}`;
  app.get('/api/own', { preHandler, config: { routedTo: { lease: ofPerson } } }, async () => ({ by: name }));
  app.get(
    '/api/thing/:id',
    { preHandler, config: { routedTo: { leaseOf: ({ params }) => (params as { readonly id: string }).id } } },
    async () => ({ by: name }),
  );
  app.get('/api/refused', { preHandler, config: { routedTo } }, async () => {
    throw new ApiError('asset_unknown', { symbol: 'XYZ' });
  });
  app.route({
    method: ['GET', 'POST'],
    url: '/api/lost',
    preHandler,
    config: { routedTo },
    handler: async () => {
      throw new LeaseLostError(LEASE);
    },
  });
  await app.ready();
  opened.push(app);
  const order = (headers: Readonly<Record<string, string>> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/order/EURUSD?a=1&b=%20',
      payload: { amount: '10' },
      remoteAddress: '127.0.0.1',
      headers: { authorization: 'Bearer good', ...headers },
    });
  const get = (url: string, token = 'good') => app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  return { app, forwarding, seen, order, get, log: () => written };
}

/** Creates calls that record every message, as an eavesdropper could. */
function recordedCalls() {
  const calls = createInProcessCalls(createLogger('silent'));
  const messages: SealedMessage[] = [];
  const listening: Calls = {
    serve: (...served) => calls.serve(...served),
    async ask(call, key, question, timeoutMs) {
      const answer = await calls.ask(call, key, question, timeoutMs);
      messages.push(
        question as unknown as SealedMessage,
        ...(answer.ok ? [answer.value as unknown as SealedMessage] : []),
      );
      return answer;
    },
  };
  return { calls: listening, messages };
}

async function openTwo(calls: Calls = createInProcessCalls(createLogger('silent')), more: Partial<AppOptions> = {}) {
  const called = await openProcess(calls, 'called', 3000, more);
  const owner = await openProcess(calls, 'owner', 4000, more);
  return { called, owner, calls, end: owner.forwarding.serve(LEASE) };
}

describe('a request that another process of the server must answer', () => {
  it('is answered by the lease holder exactly as if the client had sent it to this process', async () => {
    const { called, owner } = await openTwo();
    const answer = await called.order({ 'idempotency-key': 'k1', 'x-forwarded-for': '203.0.113.9' });
    expect([answer.statusCode, answer.json(), answer.headers['retry-after']]).toEqual([201, { by: 'owner' }, '7']);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(called.seen).toEqual([]);
    expect(owner.seen).toEqual([
      expect.objectContaining({
        params: { symbol: 'EURUSD' },
        query: { a: '1', b: ' ' },
        body: { amount: 10 },
        ip: '203.0.113.9',
        userId: 'ana',
        key: 'k1',
      }),
    ]);
  });

  it('is answered by the lease holder of its own user, if each user has a separate lease', async () => {
    const { called, owner } = await openTwo();
    expect((await called.get('/api/own')).json()).toMatchObject({ error: { code: 'owner_unreachable' } });
    owner.forwarding.serve('lease of ana');
    expect((await called.get('/api/own')).json()).toEqual({ by: 'owner' });
  });

  it('counts against the limits of its client only in the process that received it', async () => {
    const bus = createInProcessBus(createLogger('silent'));
    const rateExchange = new RateExchange({ bus, clock, self: 'one' });
    const rates = { ...DEFAULT_RATES, address: { burst: 3, windowMs: 60_000 } };
    const { called, owner } = await openTwo(undefined, { rateExchange, rates });
    const client = { 'x-forwarded-for': '203.0.113.7' };
    for (const { order } of [called, owner]) {
      for (let count = 0; count < 3; count += 1) expect((await order(client)).statusCode).toBe(201);
      expect((await order(client)).statusCode).toBe(429);
    }
  });

  it('has the same id in the logs of both processes', async () => {
    const { called, owner } = await openTwo();
    const answer = await called.order();
    expect(owner.seen).toEqual([expect.objectContaining({ id: answer.headers['x-request-id'] })]);
  });

  it('continues the trace of the receiving process in the lease holder', async () => {
    const { called, owner } = await openTwo();
    const step: TraceStep = { traceId: 't', traceparent: '00-t-s-01', begin: () => step, end: () => undefined };
    await runWithinStep(step, async () => await called.order({ traceparent: '00-of-the-client' }));
    expect(owner.seen).toEqual([expect.objectContaining({ traceparent: '00-t-s-01' })]);
  });

  it('has its origin checked only in the receiving process', async () => {
    const { called } = await openTwo();
    expect((await called.order({ origin: 'http://127.0.0.1:3000' })).statusCode).toBe(201);
    expect((await called.order({ origin: 'http://127.0.0.1:4000' })).statusCode).toBe(403);
  });

  it('gets a refusal by the lease holder as its response', async () => {
    const { called } = await openTwo();
    const answer = await called.get('/api/refused');
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'asset_unknown']);
  });

  it('is not forwarded if the lease holder receives it, or if any process can answer it', async () => {
    const { called, owner } = await openTwo();
    expect((await owner.get('/api/state')).json()).toEqual({ by: 'owner' });
    expect((await called.get('/api/maybe')).json()).toEqual({ by: 'called' });
    expect((await called.get('/api/state')).json()).toEqual({ by: 'owner' });
  });

  it('is forwarded to the lease holder of the named resource, and answered locally if there is none', async () => {
    const { called, owner } = await openTwo();
    const end = owner.forwarding.serve('one');
    expect((await called.get('/api/thing/one')).json()).toEqual({ by: 'owner' });
    expect((await called.get('/api/thing/two')).json()).toEqual({ by: 'called' });
    end();
    expect((await called.get('/api/thing/one')).json()).toEqual({ by: 'called' });
  });

  it('is not forwarded without a valid token', async () => {
    const { calls, messages } = recordedCalls();
    const { called } = await openTwo(calls);
    expect((await called.get('/api/state', 'bad')).statusCode).toBe(401);
    expect(messages).toEqual([]);
  });

  it('is reported as not executed if no process holds the lease', async () => {
    const { called, end } = await openTwo();
    end();
    const answer = await called.order();
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'owner_unreachable']);
    expect(answer.json().error.message).toContain('No se hizo nada');
  });

  it.each<[CallFault, 'order' | 'read', number, string]>([
    ['too_late', 'order', 504, 'outcome_unknown'],
    ['failed', 'order', 504, 'outcome_unknown'],
    ['too_late', 'read', 503, 'owner_unreachable'],
  ])('fails with %s: a forwarded %s gets the status %i and the code %s', async (fault, what, status, code) => {
    const calls: Calls = { serve: () => () => undefined, ask: async () => err(fault) };
    const called = await openProcess(calls, 'called', 3000);
    const answer = await (what === 'order' ? called.order() : called.get('/api/state'));
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code]);
    if (what === 'order') expect(JSON.stringify(answer.json())).not.toMatch(/No pudimos|Failed/);
  });

  it('is reported with an unknown outcome if the response of the lease holder cannot be parsed', async () => {
    const calls: Calls = {
      serve: () => () => undefined,
      ask: async () => ({ ok: true, value: { id: 'x', sealed: 'AAAA' } as never }),
    };
    const called = await openProcess(calls, 'called', 3000);
    expect((await called.order()).json().error.code).toBe('outcome_unknown');
  });

  it('is not forwarded a second time if the lease holder changes before the request arrives', async () => {
    const local = createInProcessCalls(createLogger('silent'));
    let asked = 0;
    let end = () => {};
    const calls: Calls = {
      serve: (...served) => local.serve(...served),
      async ask(...question) {
        asked += 1;
        const answer = local.ask(...question);
        end();
        return answer;
      },
    };
    const two = await openTwo(calls);
    ({ end } = two);
    expect((await two.called.order()).json().error.code).toBe('outcome_unknown');
    expect([asked, two.owner.seen]).toEqual([1, []]);
  });

  it('has an unknown outcome if a former lease holder received it, because the next one may have received it too', async () => {
    const { called, owner } = await openTwo();
    expect((await owner.get('/api/lost')).json().error.code).toBe('owner_unreachable');
    const lost = { method: 'POST', url: '/api/lost', headers: { authorization: 'Bearer good' } } as const;
    expect((await called.app.inject(lost)).json().error.code).toBe('outcome_unknown');
  });

  it('is not treated as forwarded if it only claims to come from another process of this server', async () => {
    const { called, owner } = await openTwo();
    const answer = await called.order({ 'x-vigia-forwarded': 'guess the-id' });
    expect([answer.statusCode, owner.seen.length]).toEqual([201, 1]);
    expect(answer.headers['x-request-id']).not.toBe('the-id');
  });
});

describe('an encrypted message between processes', () => {
  it('reveals neither the request nor its response', async () => {
    const { calls, messages } = recordedCalls();
    const { called } = await openTwo(calls);
    await called.order({ 'idempotency-key': 'CANARY' });
    expect(messages).toHaveLength(2);
    const bytes = messages.map(({ sealed }) => Buffer.from(sealed, 'base64').toString('latin1')).join();
    for (const secret of ['good', 'CANARY', 'EURUSD', 'owner']) expect(bytes).not.toContain(secret);
  });

  it('is refused if it is replayed, too old or altered', async () => {
    const { calls, messages } = recordedCalls();
    const { called, owner } = await openTwo(calls);
    await called.order();
    const [message] = messages;
    if (message === undefined) throw new Error('nothing was sent');
    expect(await calls.ask(FORWARDED_REQUEST, LEASE, message)).toEqual(err('failed'));
    expect(await calls.ask(FORWARDED_REQUEST, LEASE, { ...message, id: randomIds.next() })).toEqual(err('failed'));
    expect(owner.seen).toHaveLength(1);
    const [sender, receiver] = [0, 1].map(() => new ForwardedMessages({ sealer, clock, ids: randomIds }));
    const kept = sender?.seal('an order') ?? message;
    clock.advance(60_001);
    expect(() => receiver?.open(kept)).toThrow('too old');
  });

  it('is refused if it is a response to another request', () => {
    const sealing = new ForwardedMessages({ sealer, clock, ids: randomIds });
    const [one, other] = [sealing.seal('one'), sealing.seal('other')];
    expect(sealing.openAnswer(one, sealing.sealAnswer(one, 'yes'))).toBe('yes');
    expect(() => sealing.openAnswer(one, sealing.sealAnswer(other, 'yes'))).toThrow();
  });

  it('stays within the size limit of messages', async () => {
    const { called, owner } = await openTwo();
    const answer = await called.app.inject({
      method: 'POST',
      url: '/api/order/EURUSD',
      payload: { amount: '1'.repeat(800_000) },
      headers: { authorization: 'Bearer good' },
    });
    expect([answer.statusCode, owner.seen]).toEqual([413, []]);
  });
});
