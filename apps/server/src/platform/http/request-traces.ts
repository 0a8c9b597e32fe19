import type { FastifyRequest } from 'fastify';
import { type TraceStep, within } from '../tracing/trace-step.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { App } from './app-type.ts';

/**
 * Begins a trace for each API request. It names the route's pattern, never the address, which may hold codes and
 * tokens.
 */
export function addRequestTraces(app: App, tracing: Tracing): void {
  const steps = new WeakMap<FastifyRequest, TraceStep>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url;
    // A socket stays open for hours, so its handshake is no step of a trace.
    if (route === undefined || !route.startsWith('/api/') || request.headers.upgrade !== undefined) return done();
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'vigia.request_id': request.id };
    const parent = request.headers['traceparent'];
    const step = tracing.begin(
      `${request.method} ${route}`,
      attributes,
      typeof parent === 'string' ? parent : undefined,
    );
    steps.set(request, step);
    return within(step, done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply;
    steps.get(request)?.end({ failed: statusCode >= 500, attributes: { 'http.response.status_code': statusCode } });
  });
}
