import helmet from '@fastify/helmet';
import { ApiError } from './api-error.ts';
import type { App } from './app-type.ts';
import type { SiteAddresses } from './site.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const ONE_YEAR_S = 31_536_000;

const CORS_ANSWER = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'accept, authorization, apikey, content-type, idempotency-key, x-client-info, x-supabase-api-version, accept-profile, content-profile, prefer, range, range-unit, x-retry-count, x-vigia-proof',
  'access-control-max-age': '600',
};
/** Names of the response headers that supabase-js reads. */
const EXPOSED =
  'X-Supabase-Api-Version, Content-Range, X-Total-Count, Link, Retry-After, X-Request-Id, X-Vigia-Recovery-Codes';

const NO_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * Adds security headers to every response and refuses requests of other sites.
 * @param alsoCalled additional origins that our pages may call
 */
export async function addBrowserGuards(app: App, site: SiteAddresses, alsoCalled: readonly string[]): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        // The component library sets style attributes.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        // In older browsers 'self' does not include a WebSocket to the same host.
        'connect-src': ["'self'", () => socketOrigins(site), ...alsoCalled],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    hsts: false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });

  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    reply.header('permissions-policy', NO_FEATURES);
    if (site.isTls()) reply.header('strict-transport-security', `max-age=${ONE_YEAR_S}`);
    if (/^\/(?:api|auth|rest|dev)(?:\/|$)/.test(request.url)) reply.header('cache-control', 'no-store');
    if (origin === undefined) return;
    reply.header('vary', 'origin');
    if (!site.isOurs(origin)) {
      // All authentication uses bearer tokens, so a page of another site could not act for a user. Its requests are
      // refused nevertheless.
      if (!SAFE_METHODS.has(request.method) || isPreflight(request)) throw new ApiError('forbidden');
      return;
    }
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED });
    if (isPreflight(request)) return reply.headers(CORS_ANSWER).status(204).send();
  });
}

const isPreflight = (request: { method: string; headers: Record<string, unknown> }): boolean =>
  request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;

/**
 * Returns the origins with ws: or wss:. It leaves out [::1], because a policy cannot contain an IPv6 address, and
 * browsers then report an error.
 */
function socketOrigins(site: SiteAddresses): string {
  return site
    .origins()
    .filter((origin) => !origin.includes('['))
    .map((origin) => origin.replace(/^http/, 'ws'))
    .join(' ');
}
