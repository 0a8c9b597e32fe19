import { timingSafeEqual } from 'node:crypto';
import { Health, Liveness, PublicConfig, Readiness } from '@vigia/contract';
import type { FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { ApiError } from './api-error.ts';
import type { App } from './app.ts';
import { bearerToken } from './authentication.ts';
import { textResponse } from './response-docs.ts';

export type ServiceRoutes = {
  readonly publicConfig: PublicConfig;
  readonly health: () => Promise<Health>;
  /** Returns the conditions for orders that this process does not meet. An empty list means ready. */
  readonly waitingFor: () => Promise<readonly string[]>;
  /** Returns true after a stop of the process was requested, when it should receive no new requests. */
  readonly isStopping: () => boolean;
  readonly metrics: Registry;
  /**
   * Bearer token for requests of /metrics that do not come from loopback; null if only loopback may read the metrics.
   */
  readonly metricsToken: string | null;
};

/**
 * Routes without a limit, because supervisors and monitors must reach the process especially when it is overloaded. The
 * responses are small, and concurrent requests share one check of the database.
 */
const UNLIMITED = { requestCost: 0 };

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;
const docs = (summary: string) => ({ tags: ['Servicio'], summary });

/** Registers the routes about the process itself, for browsers, monitors and load balancers. */
export function registerServiceRoutes(app: App, deps: ServiceRoutes): void {
  app.get(
    '/config.json',
    { schema: { ...docs('Lo que el navegador necesita antes de entrar'), response: { 200: PublicConfig } } },
    async (_request, reply) => reply.header('cache-control', 'no-cache').send(deps.publicConfig),
  );

  app.get(
    '/health',
    { config: UNLIMITED, schema: { ...docs('Estado de cada parte'), response: { 200: Health } } },
    async (_request, reply) => reply.header('cache-control', 'no-store').send(await deps.health()),
  );

  app.get(
    '/health/live',
    {
      config: UNLIMITED,
      schema: { ...docs('200 mientras el proceso responde, le falte lo que le falte'), response: { 200: Liveness } },
    },
    async (_request, reply) => reply.header('cache-control', 'no-store').send({ live: true }),
  );

  for (const url of ['/ready', '/health/ready']) registerReadiness(app, url, deps);

  app.get(
    '/metrics',
    {
      config: UNLIMITED,
      schema: { ...docs('Cifras del proceso para Prometheus'), response: { 200: textResponse('text/plain') } },
    },
    async (request, reply) => {
      if (asksForPage(request)) return reply.callNotFound();
      if (!mayReadMetrics(request, deps.metricsToken)) throw new ApiError('forbidden');
      const { contentType } = deps.metrics;
      return reply
        .header('cache-control', 'no-store')
        .type(contentType)
        .send(await deps.metrics.metrics());
    },
  );
}

function registerReadiness(app: App, url: string, { waitingFor, isStopping }: ServiceRoutes): void {
  app.get(
    url,
    {
      config: UNLIMITED,
      schema: {
        ...docs('200 cuando se pueden tomar órdenes, si no 503; «stopping» cuando el proceso se despide'),
        response: { 200: Readiness, 503: Readiness },
      },
    },
    async (_request, reply) => {
      const waiting = [...(isStopping() ? ['stopping'] : []), ...(await waitingFor())];
      return reply
        .header('cache-control', 'no-store')
        .status(waiting.length === 0 ? 200 : 503)
        .send({ ready: waiting.length === 0, waiting_for: waiting });
    },
  );
}

/**
 * Returns true for a browser, which accepts HTML and gets the page of the web app at the same address. A metrics
 * collector never accepts HTML.
 */
const asksForPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false;

/**
 * Returns true if the caller may read the metrics. A configured token is required from every address, because requests
 * of a proxy come from loopback too.
 */
function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return LOOPBACK.test(request.ip) && request.headers['x-forwarded-for'] === undefined;
  const given = Buffer.from(bearerToken(request.headers.authorization) ?? '');
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
