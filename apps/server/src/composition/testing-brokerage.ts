import { randomBytes } from 'node:crypto';
import { iqOptionBroker } from '@vigia/broker-iqoption';
import { SIMULATED_PASSWORD, startSimulator } from '@vigia/broker-iqoption/simulator';
import type { Broker } from '@vigia/broker-kit/port';
import { PROOF_HEADER } from '@vigia/contract';
import { type Clock, durationMs, type MonotonicMs } from '@vigia/core/kernel';
import { SeededRng } from '@vigia/testkit';
import { Registry } from 'prom-client';
import { createAccounts, NO_CONNECTIONS, NO_NOTICES } from '#features/accounts/index.ts';
import { BROKER_SESSIONS, BrokerConnections, registerBrokerRoutes } from '#features/brokers/index.ts';
import { createEvidence } from '#features/evidence/index.ts';
import type { MarketData } from '#features/market-data/index.ts';
import { singleMarket } from '#features/market-data/testing.ts';
import { createTrading, registerBrokerOrderRoute, registerTradingRoutes } from '#features/trading/index.ts';
import { ScriptedMarket } from '#features/trading/testing.ts';
import { BackgroundWork } from '#platform/background-work.ts';
import { NatsBus } from '#platform/bus/nats-bus.ts';
import { NatsCalls } from '#platform/calls/nats-calls.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { LeasedCluster } from '#platform/cluster/leased-cluster.ts';
import { OwnedShards } from '#platform/cluster/owned-shards.ts';
import { writeSealedKeys } from '#platform/crypto/installation-keys.ts';
import { createKeyRing, keyIdOf } from '#platform/crypto/key-ring.ts';
import { createKeyedHash, hashKeyOf } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createSealer, sealerKeyOf } from '#platform/crypto/sealer.ts';
import { timeOrderedIds } from '#platform/crypto/time-ordered-ids.ts';
import { createHttpApp } from '#platform/http/app.ts';
import { Forwarding } from '#platform/http/forwarding.ts';
import { createFreshProofs } from '#platform/http/fresh-proof.ts';
import type { Principal } from '#platform/http/principal.ts';
import { createSite } from '#platform/http/site.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { NatsLink } from '#platform/nats/nats-link.ts';
import { startTestNats } from '#platform/nats/testing-nats.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import { brokerSessionsWork } from './broker-sessions-work.ts';

const MASTER_KEY = Buffer.alloc(32, 5);
const SEED = 20_261_122;

/** Opens the shared parts of several processes: a database, NATS, a broker, and signed-in users. */
export async function openBrokerCluster() {
  const [database, nats, broker] = await Promise.all([
    createTestDatabase(),
    startTestNats(),
    startSimulator(systemClock, SEED),
  ]);
  const { db } = database;
  await db.sql`SELECT ensure_day_partitions((now() - interval '1 day')::date, (now() + interval '1 day')::date)`;
  const keyRing = createKeyRing(() => [MASTER_KEY]);
  const keys = { sealerKey: sealerKeyOf(MASTER_KEY), hashKey: hashKeyOf(MASTER_KEY) };
  await writeSealedKeys(db.sql, keyRing, keyIdOf(MASTER_KEY), keys);
  const keyedHash = createKeyedHash(MASTER_KEY);
  const principals = new Map<string, Principal>();
  const proofs = createFreshProofs(keyedHash, systemClock);
  const ends: (() => Promise<unknown>)[] = [() => broker.stop(), () => nats.stop(), () => database.close()];

  /** Opens a process with one role. It has only the parts for brokers. */
  async function openProcess(role: 'api' | 'feed') {
    const log = createLogger('silent');
    const halt = new Halt();
    const link = new NatsLink({ url: nats.url, name: role, clock: systemClock, log });
    const tie = { link, space: 'test', log };
    const [bus, calls] = [new NatsBus({ ...tie, clock: systemClock }), new NatsCalls(tie)];
    const leases = { db, ids: timeOrderedIds, clock: halt.clock, log };
    const cluster = new LeasedCluster(leases);
    const background = new BackgroundWork(log);
    const common = { db, bus, calls, cluster, clock: systemClock, log };
    const connections = {
      ...NO_CONNECTIONS,
      hasVerified: async (userId: string, id: string) => (await brokers.connectedBrokers(userId)).includes(id),
    };
    const accounts = createAccounts({ ids: randomIds, keyedHash, connections });
    const catalog: readonly Broker[] = [iqOptionBroker];
    const sessionShards: OwnedShards = new OwnedShards(BROKER_SESSIONS, common, {
      start: (shards) => work.start(shards),
      stop: (shards) => work.stop(shards),
    });
    const brokers: BrokerConnections = new BrokerConnections({
      ...common,
      sessionShards,
      ids: randomIds,
      rng: new SeededRng(7),
      background,
      keyRing,
      accounts,
      catalog,
      notices: NO_NOTICES,
      securityLog: createSecurityLog({ clock: systemClock, keyedHash }),
      origins: { iqoption: broker.origins },
      consentClients: { clientIds: {}, siteUrl: () => 'http://127.0.0.1:3000', randomBytes },
    });
    const market = new ScriptedMarket();
    market.tick(systemClock.now(), 1.1);
    const trading = createTrading({
      ...common,
      evidence: createEvidence({ db: common.db, clock: systemClock }),
      gate: { admit: () => Promise.reject(new Error('no automation trades here')) },
      ids: timeOrderedIds,
      accounts,
      brokers,
      metrics: new Registry(),
      tracing: null,
      settlesAtOnce: 2,
      sessionShards,
      finishOrdersWithinMs: 3_000,
      markets: singleMarket(market as unknown as MarketData),
    });
    const forwarding = new Forwarding({ calls, sealer: createSealer(MASTER_KEY), clock: systemClock, ids: randomIds });
    const app = await createHttpApp({
      log,
      forwarding,
      clock: systemClock,
      ids: randomIds,
      trustProxy: false,
      site: createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3000 }),
      authenticator: { authenticate: async (token: string) => principals.get(token) ?? 'not_authenticated' },
      proofs,
    });
    registerBrokerRoutes(app, brokers);
    registerTradingRoutes(app, trading);
    registerBrokerOrderRoute(app, { orders: trading.orders, brokers });
    await app.ready();
    const idle = { start: () => undefined, stop: async () => undefined };
    const historyFetches = { startShards: () => undefined, stopShards: async () => undefined };
    const work = brokerSessionsWork({
      priceCarrier: null,
      historyFetches,
      brokerTrader: idle,
      brokers,
      ...trading,
      chatOrders: { serve: () => () => undefined },
      forwarding,
    });
    let isSeeking = false;
    const stop = async () => {
      await sessionShards.stop();
      isSeeking = false;
    };
    ends.unshift(async () => {
      halt.goOn();
      await stop();
      await app.close();
      await background.idle();
      await link.close();
    });
    return {
      app,
      brokers,
      trading,
      bus,
      halt,
      stop,
      seek(): void {
        if (!isSeeking) void sessionShards.start();
        isSeeking = true;
      },
      sessions: () => brokers.sessionsAt('iqoption').length,
      /** Returns true if the process has the user's shard. */
      has: (userId: string) => sessionShards.has(userId),
      async call(token: string, method: 'GET' | 'POST', url: string, payload?: object, key?: string) {
        const principal = principals.get(token);
        const proof = principal ? proofs.issue(principal).proof : '';
        const headers = {
          authorization: `Bearer ${token}`,
          [PROOF_HEADER]: proof,
          ...(key !== undefined && { 'idempotency-key': key }),
        };
        const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
        return { status: answer.statusCode, body: answer.json() };
      },
    };
  }

  const opener = createAccounts({ ids: randomIds, keyedHash, connections: NO_CONNECTIONS });
  /**
   * Creates a user who is signed in at every process and whose orders go to a demo account at the broker or to paper.
   */
  async function newPerson(mode: 'mock' | 'iqoption_demo') {
    const [userId, token] = [randomIds.next(), randomIds.next()];
    const email = `${userId}@example.com`;
    await db.transaction(async (tx) => {
      await tx`
        INSERT INTO auth_users (id, email, is_anonymous, created_at, updated_at)
        VALUES (${userId}, ${email}, false, now(), now())`;
      await opener.openAccount(tx, {
        userId,
        email,
        phone: null,
        metadata: {},
        isAnonymous: false,
        nowMs: systemClock.now(),
      });
    });
    if (mode === 'iqoption_demo') {
      await db.sql`
        UPDATE user_settings SET chosen_broker = 'iqoption', chosen_kind = 'demo' WHERE user_id = ${userId}`;
    }
    principals.set(token, { userId, sessionId: randomIds.next(), isAnonymous: false, aal: 'aal1', scopes: null });
    return { userId, token, login: { email, password: SIMULATED_PASSWORD } };
  }

  return {
    db,
    broker,
    openProcess,
    newPerson,
    async close(): Promise<void> {
      for (const end of ends) await end();
    },
  };
}

/** Stops the clock of a process. The process then renews no lease, but still considers itself the lease holder. */
class Halt {
  #haltedAtMs: MonotonicMs | null = null;
  readonly clock: Clock = {
    ...systemClock,
    monotonicMs: () => this.#haltedAtMs ?? systemClock.monotonicMs(),
    every: (everyMs, task) => systemClock.every(durationMs(everyMs), () => this.#haltedAtMs === null && task()),
  };

  stand(): void {
    this.#haltedAtMs = systemClock.monotonicMs();
  }

  goOn(): void {
    this.#haltedAtMs = null;
  }
}
