import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import websocket from '@fastify/websocket';
import { STREAM_MAX_MESSAGE_BYTES, validationMessage } from '@vigia/contract';
import type { Clock, IdSource } from '@vigia/core/kernel';
import { type FastifyBaseLogger, type FastifyRequest, fastify, LogController, type RouteOptions } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Logger } from '../logging/logger.ts';
import { errorCode } from '../startup-error.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { refuseAmbiguousRequests } from './ambiguous-requests.ts';
import { ApiError } from './api-error.ts';
import type { App } from './app-type.ts';
import { addAuthentication } from './authentication.ts';
import { addBrowserGuards } from './browser-guards.ts';
import { closeAtStop, limitPerAddress, limitQueues } from './connection-limits.ts';
import { type IsDeleted, refuseDeletedUsers } from './deleted-accounts.ts';
import { addErrorHandling } from './error-handling.ts';
import type { Forwarding } from './forwarding.ts';
import { addFreshProofs, type FreshProofs } from './fresh-proof.ts';
import { jsonBodyParser } from './json-body.ts';
import { exemptLongBodies } from './long-bodies.ts';
import type { Authenticator } from './principal.ts';
import type { RateExchange } from './rate-exchange.ts';
import { type RateSharing, RequestLimits, type RequestRates } from './request-limits.ts';
import { addRequestTraces } from './request-traces.ts';
import type { SiteAddresses } from './site.ts';

export type { App } from './app-type.ts';

/** Called with a route when it is registered. */
export type RouteListener = (route: RouteOptions) => void;

export type AppOptions = {
  readonly log: Logger;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly site: SiteAddresses;
  readonly authenticator: Authenticator;
  /** Checks re-authentication proofs. Without this function, no proof is valid. */
  readonly proofs?: FreshProofs;
  /** Proxies whose X-Forwarded-For header is trusted, separated by commas; false: none. */
  readonly trustProxy: string | false;
  /** Traces requests; null or absent if tracing is off. */
  readonly tracing?: Tracing | null;
  /** Forwards requests to other processes; absent if this process answers every request itself. */
  readonly forwarding?: Forwarding;
  /** Returns true after a stop of the process was requested. The server then refuses requests that change anything. */
  readonly isStopping?: () => boolean;
  /**
   * Returns true if the account of the user was deleted. It is called only when a request fails. Omit it if no account
   * can be deleted while the server runs.
   */
  readonly isDeleted?: IsDeleted;
  readonly rates?: RequestRates;
  /** Counts requests together with other processes. Undefined if this process is the only one. */
  readonly rateExchange?: RateExchange;
  readonly timeouts?: Timeouts;
  /** Called for each route when it is registered. */
  readonly onRoute?: RouteListener;
  /** Further origins that our pages may call, such as a hosted auth service. */
  readonly alsoCalled?: readonly string[];
  /** Called for each finished request. `route` is the pattern of the route, not the address with its values. */
  readonly onFinished?: (request: { method: string; route: string; status: number; durationMs: number }) => void;
};

const BODY_LIMIT_BYTES = 1_048_576;

/** Time limits for a connection to send its headers and its whole request, checked every `checkMs`. */
type Timeouts = { readonly headersMs: number; readonly requestMs: number; readonly checkMs: number };
const DEFAULT_TIMEOUTS: Timeouts = { headersMs: 10_000, requestMs: 30_000, checkMs: 5_000 };

/** Creates the web server with everything that routes need, but without routes. */
export async function createHttpApp(options: AppOptions): Promise<App> {
  // Zod uses this Spanish sentence for an invalid field if its schema contains none.
  z.config({ localeError: validationMessage });
  const timeouts = options.timeouts ?? DEFAULT_TIMEOUTS;
  const loggerInstance: FastifyBaseLogger = options.log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (request) => options.forwarding?.requestId(request) ?? options.ids.next(),
    trustProxy: options.trustProxy,
    // Requests that arrive during the close get our own response from the isStopping hook below.
    return503OnClosing: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: timeouts.requestMs,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.checkMs },
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: (request) => canonical(request.url ?? '/'),
  }).withTypeProvider<ZodTypeProvider>();
  // No route accepts text, and a form on another site can send text without a preflight.
  app.removeContentTypeParser('text/plain');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, jsonBodyParser(app));
  app.setValidatorCompiler(depthSafeCompiler);
  app.setSerializerCompiler(serializerCompiler);
  limitQueues(app);
  closeAtStop(app, { clock: options.clock, withinMs: timeouts.requestMs });
  exemptLongBodies(app);
  if (options.trustProxy === false) limitPerAddress(app.server);
  const { onRoute } = options;
  if (onRoute) app.addHook('onRoute', (route) => onRoute(route));
  options.forwarding?.attach(app);
  if (options.tracing) addRequestTraces(app, options.tracing);
  addErrorHandling(app);
  await addBrowserGuards(app, options.site, options.alsoCalled ?? []);
  const limits = new RequestLimits({ clock: options.clock, rates: options.rates, sharing: sharingOf(options) });
  const stopCounting = limits.start();
  app.addHook('onClose', async () => stopCounting());
  app.addHook('onRequest', async (request, reply) => limits.countAddress(request, reply));
  await app.register(compress, {
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    // The default quality, 11, is meant for files that are compressed once.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(websocket, { options: { maxPayload: STREAM_MAX_MESSAGE_BYTES }, errorHandler: onSocketError });
  refuseAmbiguousRequests(app);
  if (options.isDeleted) refuseDeletedUsers(app, options.isDeleted);
  app.addHook('onRequest', async (request) => {
    if (options.isStopping?.() && request.method !== 'GET') throw new ApiError('service_unavailable');
  });
  // A kept-alive connection would keep the process running until the connection times out.
  app.addHook('onSend', async (_request, reply) => {
    if (options.isStopping?.()) reply.header('connection', 'close');
  });
  addAuthentication(app, options.authenticator, limits);
  addFreshProofs(app, options.proofs ?? null);
  addRequestRecords(app, options.onFinished);
  return app;
}

function sharingOf({ rateExchange: exchange, forwarding }: AppOptions): RateSharing | null {
  if (exchange === undefined) return null;
  return { exchange, isForwarded: ({ raw }) => (forwarding?.requestId(raw) ?? null) !== null };
}

/** Reports a stack overflow during validation as invalid input: the client sent thousands of nested levels. */
const depthSafeCompiler: typeof validatorCompiler = (route) => {
  const validate = validatorCompiler(route);
  return (data) => {
    try {
      return validate(data);
    } catch (error) {
      throw error instanceof RangeError ? new ApiError('validation_failed') : error;
    }
  };
};

/** Ignores errors of clients and broken connections, because the ws library closes the socket by itself. */
function onSocketError(error: Error, socket: { terminate(): void }, request: FastifyRequest): void {
  const code = errorCode(error);
  if (/^(?:WS_ERR_|ECONN|EPIPE$)/.test(code)) return request.log.debug({ reason: code }, 'socket closed on a fault');
  request.log.error({ err: error }, 'socket failed');
  socket.terminate();
}

/**
 * Logs one line per request at debug level, with the path but never the query string, which may contain codes and
 * tokens. If the path itself contains a secret, its route is logged instead.
 */
function addRequestRecords(app: App, onFinished: AppOptions['onFinished']): void {
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  app.addHook('onResponse', async (request, reply) => {
    const durationMs = Math.round(reply.elapsedTime * 10) / 10;
    const { method } = request;
    const status = reply.statusCode;
    const { url: route = '' } = request.routeOptions;
    const path = route.includes('/:secret') ? route : request.url.split('?', 1)[0];
    request.log.debug({ method, path, status, durationMs }, 'request');
    onFinished?.({ method, route: request.routeOptions.url ?? 'unknown', status, durationMs });
  });
}

/**
 * Normalises an address, so that checks by address see the same form as the router. It decodes unnecessary escapes (RFC
 * 3986, 6.2.2.2). An address with invalid percent-encoding gets an ordinary 404.
 */
function canonical(url: string): string {
  try {
    decodeURI(url);
  } catch {
    return '/api/malformed-address';
  }
  const [path = '/', ...query] = url.split('?');
  const spelt = path.replace(/%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi, (escaped) => decodeURIComponent(escaped));
  return [spelt, ...query].join('?');
}
