import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { CountingIds, ManualClock } from '@vigia/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpApp } from '../http/app.ts';
import { createSite } from '../http/site.ts';
import { createLogger } from '../logging/logger.ts';
import { openOtlpTracing } from './otlp-tracing.ts';
import { startCollector } from './testing-collector.ts';
import { currentTraceStep, runTraced, runWithinStep } from './trace-step.ts';
import type { Tracing } from './tracing.ts';

const PARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

describe('traces', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let tracing: Tracing;
  const open = (ratio = 1, endpoint = collector.url) =>
    openOtlpTracing({ endpoint, headers: { 'x-team': 'ops' }, ratio }, { 'service.name': 'vigia' });
  beforeEach(async () => {
    collector = await startCollector();
    tracing = open();
  });
  afterEach(() => collector.close());
  const named = (name: string) => collector.spans.find((span) => span.name === name);

  it('contain nested spans, mark failed spans, and are sent to the collector with the configured headers', async () => {
    const root = tracing.begin('request', { route: '/x' });
    await runWithinStep(root, () => runTraced('place', { n: 1 }, async () => await Promise.resolve()));
    const failing = runWithinStep(root, () => runTraced('fail', {}, () => Promise.reject(new Error('CANARY'))));
    await expect(failing).rejects.toThrow('CANARY');
    root.end({ failed: false, attributes: { status: 201 } });
    await tracing.close();
    expect(named('place')).toMatchObject({ traceId: root.traceId, parentSpanId: named('request')?.spanId });
    expect(named('place')).toMatchObject({ hasFailed: false, attributes: { n: 1 } });
    expect(named('fail')).toMatchObject({ parentSpanId: named('request')?.spanId, hasFailed: true });
    expect(named('request')?.attributes).toEqual({ route: '/x', status: 201 });
    expect(named('request')?.process).toMatchObject({ 'service.name': 'vigia' });
    expect(collector.headers[0]).toMatchObject({ 'x-team': 'ops' });
    expect(collector.text()).not.toContain('CANARY');
  });

  it('continue from a stored traceparent, and contain the actual times of the span', async () => {
    tracing.record('settle', PARENT, { fromMs: 1_000, untilMs: 1_080 }, { outcome: 'won' });
    await tracing.close();
    expect(named('settle')).toMatchObject({
      traceId: 'a'.repeat(32),
      parentSpanId: 'b'.repeat(16),
      durationMs: 80,
      attributes: { outcome: 'won' },
    });
  });

  it('start a new trace if the parent is invalid', async () => {
    tracing.begin('x', {}, 'not-a-parent').end({ failed: false });
    await tracing.close();
    expect(named('x')?.parentSpanId).toBeUndefined();
  });

  it('have no traceparent if they are not sampled', async () => {
    const none = open(0);
    const step = none.begin('x', {});
    step.end({ failed: false });
    await none.close();
    expect([step.traceparent, collector.spans]).toEqual([null, []]);
  });

  it('do not delay the traced work if the collector does not respond', async () => {
    const lost = open(1, 'http://127.0.0.1:9');
    lost.begin('x', {}).end({ failed: false });
    await expect(lost.close()).resolves.toBeUndefined();
  });

  it('contain no span for work outside a trace', async () => {
    expect(currentTraceStep()).toBeNull();
    expect(await runTraced('x', {}, async () => currentTraceStep())).toBeNull();
  });

  it('cover a request including its body, and appear in its log lines', async () => {
    let log = '';
    const site = createSite({ siteUrl: null, host: '127.0.0.1', port: () => 80 });
    const app = await createHttpApp({
      log: createLogger('info', { write: (line) => void (log += line) }),
      ids: new CountingIds(),
      clock: new ManualClock(0),
      site,
      trustProxy: false,
      tracing,
      authenticator: { authenticate: async () => 'not_authenticated' },
    });
    app.post('/api/orders/:id', async (request) => {
      request.log.info('written');
      return { parent: currentTraceStep()?.traceparent };
    });
    let begun = (): void => undefined;
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    app.addHook('onRequest', async () => begun());
    const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const headers = { 'content-type': 'application/json', traceparent: PARENT };
    const sending = httpRequest(new URL('/api/orders/7?token=CANARY', url), { method: 'POST', headers });
    sending.write('{"text":');
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    await isBegun;
    sending.end('""}');
    const { parent } = (await json((await answered)[0])) as { parent: string };
    await app.close();
    await tracing.close();
    const request = named('POST /api/orders/:id');
    expect(request).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16) });
    expect(parent).toBe(`00-${request?.traceId}-${request?.spanId}-01`);
    expect(request?.attributes).toMatchObject({ 'http.response.status_code': 200, 'http.route': '/api/orders/:id' });
    expect(JSON.parse(log.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      msg: 'written',
      traceId: 'a'.repeat(32),
      pid: process.pid,
    });
    expect(collector.text()).not.toContain('CANARY');
  });
});
