import { err, ok } from '@vigia/core/kernel';
import { SIMULATED_ASSETS, simulatedAsset } from '@vigia/core/market-model';
import type { TradeLength } from '@vigia/core/trades';
import type { PriceSource } from '@vigia/core/vocabulary';
import { ManualClock } from '@vigia/testkit';
import { Registry } from 'prom-client';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { createSingleProcessCluster } from '#platform/cluster/single-process-cluster.ts';
import { permanentShards } from '#platform/cluster/testing-leases.ts';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import { type Actor, type Connections, createAccounts, NO_CONNECTIONS } from '../accounts/index.ts';
import { readAutomationActor as userWithoutSession } from '../auth/users/read-automation-actor.ts';
import { BROKER_SESSIONS } from '../brokers/index.ts';
import { createEvidence } from '../evidence/index.ts';
import { createRealMoneyGate } from '../graduation/index.ts';
import type { MarketCondition, MarketData, PricePoint } from '../market-data/index.ts';
import { paperSeconds } from '../market-data/paper-lengths.ts';
import { singleMarket } from '../market-data/testing.ts';
import type { TradingDeps, VenueDeps } from './deps.ts';

export const START_MS = Date.parse('2026-11-20T14:00:00.000Z');

/** A market whose ticks the test sets. */
export class ScriptedMarket
  implements
    Pick<
      MarketData,
      | 'source'
      | 'assets'
      | 'asset'
      | 'latest'
      | 'firstAfter'
      | 'condition'
      | 'payoutBp'
      | 'knownThroughMs'
      | 'historyFloor'
      | 'priceBefore'
    >
{
  source: PriceSource = 'simulated';
  isUnreachable = false;
  /** Payout in basis points: constant, or computed from the time (epoch ms) at which it is offered. */
  payout: number | null | ((atMs: number) => number) = 8_500;
  state: MarketCondition['state'] = 'live';
  #ticks: (PricePoint & { symbol: string })[] = [];
  floor = 0;
  /** Time in milliseconds up to which all ticks are stored; null for the time of the last tick. */
  knownMs: number | null = null;

  tick(timeMs: number, price: number, symbol = 'EURUSD'): void {
    this.#ticks.push({ timeMs, price, symbol });
  }
  assets() {
    return SIMULATED_ASSETS;
  }
  asset(symbol: string) {
    return simulatedAsset(symbol);
  }
  /**
   * True: every order has a tick with the current price one millisecond after it, so that it is filled at once. False:
   * only the ticks of the test count.
   */
  repeatsPrice = true;
  firstAfter(symbol: string, timeMs: number) {
    const next = this.#ticks.find((tick) => tick.symbol === symbol && tick.timeMs > timeMs) ?? null;
    const last = this.#ticks.findLast((tick) => tick.timeMs <= timeMs) ?? null;
    return this.repeatsPrice && last !== null ? { timeMs: timeMs + 1, price: last.price } : next;
  }
  latest() {
    return this.#ticks.at(-1) ?? null;
  }
  condition() {
    return { state: this.state, ageMs: 7_000 };
  }
  payoutBp(_symbol: string, length: TradeLength, atMs: number) {
    if (paperSeconds('simulated', length) === null) return null;
    return typeof this.payout === 'function' ? this.payout(atMs) : this.payout;
  }
  knownThroughMs(source: PriceSource) {
    return source === this.source ? (this.knownMs ?? this.#ticks.at(-1)?.timeMs ?? null) : Infinity;
  }
  historyFloor() {
    return this.floor;
  }
  async priceBefore(source: PriceSource, symbol: string, timeMs: number) {
    if (this.isUnreachable) return err('unreachable' as const);
    if (source !== this.source) return ok(null);
    return ok(this.#ticks.findLast((tick) => tick.symbol === symbol && tick.timeMs < timeMs) ?? null);
  }
}

/** Returns the actor of a user who is signed in to the web app. */
export const actorOf = (userId: string): Actor => ({ userId, isAnonymous: true, aal: 'aal1', scopes: null });

/**
 * Deletes all users. Settlement processes all due trades of the database, so a test that counts trades must start
 * without other users.
 */
export const deleteAllUsers = ({ ownerUrl }: TestDatabase) =>
  withConnection(parseDatabaseUrl(ownerUrl), (sql) => sql`DELETE FROM auth_users`);

/** Brokers to which no user is connected. */
const NO_BROKERS: TradingDeps['brokers'] = { catalog: () => [], connectionOf: () => null };

/** Returns the dependencies of trading on the test's own database. The test sets time, prices and brokers. */
export function createTradingWorld(
  { db }: { readonly db: Database },
  {
    brokers = NO_BROKERS,
    connections = NO_CONNECTIONS,
  }: { readonly brokers?: TradingDeps['brokers']; readonly connections?: Connections } = {},
) {
  const clock = new ManualClock(START_MS);
  const market = new ScriptedMarket();
  market.tick(START_MS - 400, 1.1);
  const log = createLogger('silent');
  const bus = createInProcessBus(log);
  const keyedHash = createKeyedHash(Buffer.alloc(32, 7));
  const accounts = createAccounts({ ids: randomIds, keyedHash, connections });
  const cluster = createSingleProcessCluster(log);
  const evidence = createEvidence({ db, clock });
  const gate = createRealMoneyGate({
    clock,
    accounts,
    evidence,
    personOf: userWithoutSession,
    securityLog: createSecurityLog({ clock, keyedHash }),
    get catalog() {
      return brokers.catalog();
    },
  });
  const deps: VenueDeps = {
    db,
    bus,
    clock,
    ids: randomIds,
    log,
    accounts,
    evidence,
    gate,
    brokers,
    cluster,
    sessionShards: permanentShards(BROKER_SESSIONS, db),
    finishOrdersWithinMs: 10_000,
    metrics: new Registry(),
    tracing: null,
    settlesAtOnce: 2,
    // The cast is safe, because trading calls only the methods that ScriptedMarket has.
    markets: singleMarket(market as unknown as MarketData),
  };

  async function newUser(): Promise<string> {
    const userId = randomIds.next();
    const now = new Date(START_MS);
    await db.transaction(async (tx) => {
      await tx`INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${userId}, true, ${now}, ${now})`;
      const account = { userId, email: null, phone: null, metadata: {}, isAnonymous: true, nowMs: clock.now() };
      await accounts.openAccount(tx, account);
    });
    return userId;
  }
  return { clock, market, bus, accounts, deps, gate, newUser };
}
