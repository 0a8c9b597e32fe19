import { Gauge, type Registry } from 'prom-client';
import { countDueRows } from '#features/notifications/index.ts';
import { registerTradeMetrics } from '#features/trading/index.ts';
import { registerMailMetrics } from '#platform/mail/register-metrics.ts';
import { registerFigures } from '#platform/metrics/register-figures.ts';
import { registerOutboxMetrics } from '#platform/outbox/register-outbox-metrics.ts';
import { VERSION } from '#platform/project-root.ts';
import type { Features } from './features.ts';
import type { Foundation } from './foundation.ts';
import { READINESS_CONDITIONS, unmetConditions } from './readiness.ts';

/**
 * Registers the metrics for operators. They describe this process and, if it settles trades, the whole installation.
 */
export function registerMetrics(base: Foundation, features: Features): void {
  const { registry } = base.metrics;
  registerProcess(registry, base, features);
  registerMarket(registry, features);
  registerSessions(registry, features);
  new Gauge({
    name: 'vigia_stream_sockets',
    help: 'Sockets of browsers that are open here',
    registers: [registry],
    collect() {
      this.set(features.stream.clientCount);
    },
  });
  registerOddities(registry, features);
  // Only settlers read these metrics from the database, so that not every process queries them.
  if (!base.config.cluster.roles.has('settler')) return;
  registerTradeMetrics(registry, base);
  registerMailMetrics(registry, { ...base, worker: features.mailWorker });
  const { clock, db } = base;
  registerOutboxMetrics(registry, 'notification', { clock, read: () => countDueRows(db.sql, clock.now()) });
  registerOwnerless(registry, base);
}

function registerProcess(registry: Registry, base: Foundation, features: Features): void {
  const roles = [...base.config.cluster.roles].join(',');
  new Gauge({
    name: 'vigia_process_info',
    help: 'Always 1: what this process is and does',
    registers: [registry],
    labelNames: ['version', 'roles'] as const,
  }).set({ version: VERSION, roles }, 1);
  new Gauge({
    name: 'vigia_lacking',
    help: '1 for what orders need and this process lacks',
    registers: [registry],
    labelNames: ['need'] as const,
    async collect() {
      const lacked = await unmetConditions(base, features);
      for (const need of READINESS_CONDITIONS) this.set({ need }, Number(lacked.has(need)));
    },
  });
}

/**
 * Registers the number of broker messages that adapters do not understand. If a broker changes its protocol, all its
 * sessions receive such messages.
 */
function registerOddities(registry: Registry, { brokers }: Features): void {
  new Gauge({
    name: 'vigia_broker_oddities',
    help: 'Messages of brokers that their adapters do not know or cannot read, in the open sessions',
    registers: [registry],
    collect() {
      this.set(brokers.oddityFigures().messages);
    },
  });
  new Gauge({
    name: 'vigia_broker_closed_accounts',
    help: 'Connections closed for new orders because of such messages',
    registers: [registry],
    collect() {
      this.set(brokers.oddityFigures().closedAccounts);
    },
  });
}

function registerMarket(registry: Registry, { markets }: Features): void {
  new Gauge({
    name: 'vigia_market_live',
    help: '1 while prices of the own market are fresh here',
    registers: [registry],
    labelNames: ['source'] as const,
    collect() {
      this.set({ source: markets.own.source }, Number(markets.own.status().state === 'live'));
    },
  });
  new Gauge({
    name: 'vigia_market_tick_age_seconds',
    help: 'Age of the last tick of the own market',
    registers: [registry],
    labelNames: ['source'] as const,
    collect() {
      const { lastTickAgeMs } = markets.own.status();
      this.set({ source: markets.own.source }, lastTickAgeMs === null ? Number.NaN : lastTickAgeMs / 1_000);
    },
  });
}

function registerSessions(registry: Registry, { brokers }: Features): void {
  new Gauge({
    name: 'vigia_broker_sessions',
    help: 'Sessions at brokers that this process has, by state',
    registers: [registry],
    labelNames: ['broker', 'state'] as const,
    collect() {
      for (const { broker, all, up } of brokers.sessionCounts()) {
        this.set({ broker, state: 'up' }, up);
        this.set({ broker, state: 'down' }, all - up);
      }
    },
  });
}

/**
 * Pattern of the leases that must always have a holder, by name or shard name. Other leases, such as the lease of a
 * process, end with their holder.
 */
const LASTING_LEASES = '^(outside|reality-checks|(settlement|pcr|strategies|auto-trading|broker-sessions)[.][0-9a-f])$';

/**
 * Registers the number of leases that were released or expired and have no new holder. A single process has no leases,
 * except those that an earlier cluster left.
 */
function registerOwnerless(registry: Registry, { db, config }: Foundation): void {
  const helps = { vigia_leases_ownerless: 'Leases without a holder for 10 s, or released without a new holder' };
  registerFigures(registry, helps, async () => {
    if (config.cluster.natsUrl === null) return { vigia_leases_ownerless: 0 };
    const [row] = await db.sql<[{ count: number }]>`
      SELECT count(*)::int AS count FROM leases
      WHERE name ~ ${LASTING_LEASES} AND expires_at < now() - interval '10 seconds'`;
    return { vigia_leases_ownerless: row.count };
  });
}
