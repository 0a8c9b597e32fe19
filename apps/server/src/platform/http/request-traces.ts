import type { FastifyRequest } from 'fastify';
import { runWithinStep, type TraceStep } from '../tracing/trace-step.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { App } from './app-type.ts';

/**
 * Starts a trace for each API request. The trace contains the pattern of the route, not the address, which may contain
 * codes and tokens.
 */
export function addRequestTraces(app: App, tracing: Tracing): void {
  const steps = new WeakMap<FastifyRequest, TraceStep>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url;
    // A socket stays open for hours, so its handshake is not traced.
    if (route === undefined || !route.startsWith('/api/') || request.headers.upgrade !== undefined) return done();
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'vigia.request_id': request.id };
    const parent = request.headers['traceparent'];
    const step = tracing.begin(
      `${request.method} ${route}`,
      attributes,
      typeof parent === 'string' ? parent : undefined,
    );
    steps.set(request, step);
    return runWithinStep(step, done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply;
    steps.get(request)?.end({ failed: statusCode >= 500, attributes: { 'http.response.status_code': statusCode } });
  });
}
