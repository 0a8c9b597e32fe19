import type { BrokerTraits } from '@vigia/broker-kit/port';
import type { BrokerRules, Health } from '@vigia/contract';
import { isDeletedUser } from '#features/accounts/index.ts';
import type { ClockJump } from '#platform/clock/clock-monitor.ts';
import { type App, createHttpApp, type RouteListener } from '#platform/http/app.ts';
import { addDocumentation } from '#platform/http/documentation.ts';
import { serveMembersOnly } from '#platform/http/members-only.ts';
import { RateExchange } from '#platform/http/rate-exchange.ts';

import { registerSecurityTxt } from '#platform/http/security-txt.ts';
import { registerServiceRoutes } from '#platform/http/service.routes.ts';
import { addWebApp, isWebBuilt } from '#platform/http/web-app.ts';
import { VERSION, WEB_ROOT } from '#platform/project-root.ts';
import { registerFeatureRoutes } from './feature-routes.ts';
import type { Features } from './features.ts';
import type { Foundation } from './foundation.ts';
import { listenError } from './port.ts';
import { type ReadinessCondition, unmetConditions } from './readiness.ts';
import type { UndoStack } from './undo-stack.ts';

export type Http = {
  /**
   * Starts to listen.
   * @returns the port, which the system may have chosen
   */
  listen(): Promise<number>;
  /** Makes /health/ready answer 503 from now on. All other requests are still served. */
  reportStopping(): void;
  /** Makes the server answer 503 to every request that would change data from now on. */
  drain(): void;
};

/** Creates the web server with every route, without listening. */
export async function buildHttp(
  base: Foundation,
  features: Features,
  { webRoot = WEB_ROOT, onRoute }: { readonly webRoot?: string; readonly onRoute?: RouteListener },
  undo: UndoStack,
): Promise<Http> {
  const { config, db, forwarding, bus, log, ids, clock, site, metrics, tracing } = base;
  let isStopping = false;
  let isDraining = false;
  const app = await createHttpApp({
    log,
    ids,
    clock,
    site,
    authenticator: features.auth.authenticator,
    proofs: features.auth.proofs,
    alsoCalled: hostedOrigins(features.auth.client.url),
    trustProxy: config.trustProxy,
    tracing,
    isStopping: () => isDraining,
    isDeleted: (userId) => isDeletedUser(db.sql, userId),
    onFinished: metrics.observeRequest,
    ...(onRoute && { onRoute }),
    ...(forwarding && { forwarding, rateExchange: new RateExchange({ bus, clock, self: ids.next() }) }),
  });
  undo.push(() => app.close());
  if (forwarding !== null && !config.cluster.roles.has('api')) serveMembersOnly(app, forwarding);
  await addDocumentation(app, VERSION);
  registerFeatureRoutes(app, features, base);
  registerSecurityTxt(app, { contact: config.securityContact, site, clock });
  registerServiceRoutes(app, { ...serviceDeps(base, features), isStopping: () => isStopping });
  await addWebApp(app, webRoot);
  if (!isWebBuilt(webRoot)) log.warn({ webRoot }, 'the web app is not built: npm run build');
  return {
    listen: () => listen(app, config),
    reportStopping: () => void (isStopping = true),
    drain: () => void (isDraining = true),
  };
}

const rulesOf = ({ onEqualPrices, priceTimes }: BrokerTraits): BrokerRules => ({
  on_equal_prices: onEqualPrices,
  price_times: priceTimes,
});

/** Returns the origins of the hosted project that the web app calls, for HTTP and for sockets. */
const hostedOrigins = (url: string): readonly string[] => (url === '' ? [] : [url, url.replace(/^http/, 'ws')]);

function serviceDeps(base: Foundation, { auth, markets, push }: Features) {
  const { config, clock, clockMonitor, ownMarket, metrics, catalog } = base;
  const fallbackFrom = ownMarket.kind === 'here' ? ownMarket.fallbackFrom : null;
  const market = markets.own;
  const startedMs = clock.monotonicMs();
  let checking: Promise<ReadonlySet<ReadinessCondition>> | null = null;
  // Concurrent requests share one check, because these routes have no rate limit.
  const check = () => {
    checking ??= unmetConditions(base, { markets }).finally(() => {
      checking = null;
    });
    return checking;
  };
  return {
    publicConfig: {
      supabaseUrl: auth.client.url,
      supabaseAnonKey: auth.client.key,
      version: VERSION,
      feedFallback: fallbackFrom,
      brokerNames: Object.fromEntries(catalog.map(({ id, traits }) => [id, traits.displayName])),
      brokerRules: Object.fromEntries(catalog.map(({ id, traits }) => [id, rulesOf(traits)])),
      pushKey: push.publicKey,
    },
    async health() {
      const lacks = await check();
      const { state, lastTickAgeMs } = market.status();
      return {
        status: lacks.size === 0 ? ('ok' as const) : ('degraded' as const),
        version: VERSION,
        uptime_seconds: Math.floor((clock.monotonicMs() - startedMs) / 1_000),
        database: lacks.has('database') ? ('down' as const) : ('up' as const),
        disk: lacks.has('disk') ? ('full' as const) : ('ok' as const),
        clock_jump: jumpView(clockMonitor.last),
        feed: {
          state,
          source: market.source,
          fallback_from: fallbackFrom,
          symbols: market.assets().length,
          last_tick_age_ms: lastTickAgeMs,
        },
      };
    },
    waitingFor: async () => [...(await check())],
    metrics: metrics.registry,
    metricsToken: config.metricsToken,
  };
}

const jumpView = (jump: ClockJump | null): Health['clock_jump'] =>
  jump && { at: new Date(jump.atMs).toISOString(), ms: jump.jumpMs };

async function listen(app: App, { port, host }: Foundation['config']): Promise<number> {
  try {
    await app.listen({ port, host });
    return portOf(app);
  } catch (cause) {
    throw listenError(cause, { port, host });
  }
}

function portOf(app: App): number {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}
