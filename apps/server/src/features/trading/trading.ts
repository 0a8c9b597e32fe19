import type {
  AccountView,
  Asset,
  CreateOption,
  HistoryQuery,
  MockReset,
  Option,
  TradeEventView,
  TradeFilter,
  TradingHealth,
  TradingPerformance,
  TradingStats,
} from '@vigia/contract';
import type { Result } from '@vigia/core/kernel';
import type { TradingMode } from '@vigia/core/vocabulary';
import { Histogram, type Registry } from 'prom-client';
import type { z } from 'zod';
import type { LeaseHandle } from '#platform/cluster/cluster.ts';
import { SingletonLease } from '#platform/cluster/singleton-lease.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { type Actor, type BrokerVenue, brokerVenueOfMode } from '../accounts/index.ts';
import type { TradingDeps } from './deps.ts';
import { historyFile, type TextFile } from './history/history-csv.ts';
import { readEvents } from './history/read-events.ts';
import { readHistory } from './history/read-history.ts';
import { resetMock } from './mock/reset-mock.ts';
import { createPaperVenue } from './paper/paper-venue.ts';
import { readPerformance } from './performance/read-performance.ts';
import type { PlacementRefusal } from './placement-refusal.ts';
import { type AutomaticOrder, type PlacedAutomatic, placeAutomatic, publishPlaced } from './placing/place-automatic.ts';
import { placeOrder } from './placing/place-order.ts';
import { readHealth } from './read-health.ts';
import { readStats } from './read-stats.ts';
import { SettlementLoop } from './settlement-loop.ts';
import { SettlementPublisher } from './settlement-publisher.ts';
import { findActive, findOne } from './trade.repository.ts';
import { toOption } from './trade-row.ts';
import { type AutomaticVenue, automaticVenue } from './venue/automatic-venue.ts';
import { BrokerOrderSender } from './venue/broker-order-sender.ts';
import { createBrokerVenue } from './venue/broker-venue.ts';
import { venueAssets, venuePayout } from './venue/venue-assets.ts';
import { VenueLoop } from './venue/venue-loop.ts';

/** Places orders and settles trades. A user can reach only their own trades. */
export interface Trading {
  /** Opens a trade or returns the refusal. With a key, repeats of the same request return the same trade. */
  place(actor: Actor, request: CreateOption, idempotencyKey: string | null): Promise<Result<Option, PlacementRefusal>>;
  /**
   * Opens a trade on a signal, in the caller's transaction, with the account locked. The same risk guard as for manual
   * orders checks it. A signal never gets two trades. Publishes nothing: call `publishPlaced` after the commit.
   */
  placeAutomatic(tx: Transaction, order: AutomaticOrder): Promise<Result<PlacedAutomatic, PlacementRefusal>>;
  /**
   * Locks the account for automatic orders of a mode at a broker, in the caller's transaction; null if the account is
   * not connected.
   */
  automaticVenue(tx: Transaction, userId: string, mode: Exclude<TradingMode, 'mock'>): Promise<AutomaticVenue | null>;
  /** Publishes a trade of `placeAutomatic` after its commit, and sends it to its broker if it has one. */
  publishPlaced(placed: PlacedAutomatic): void;
  /** Places an order at a broker the user names, on that account, whatever their mode. */
  placeAt(
    actor: Actor,
    venue: BrokerVenue,
    request: CreateOption,
    idempotencyKey: string | null,
  ): Promise<Result<Option, PlacementRefusal>>;
  /**
   * True if orders in the user's mode go to a broker. Only the process that owns the broker sessions can place those.
   */
  tradesAtBroker(userId: string): Promise<boolean>;
  /** Returns the assets of the account of the user's mode at a broker; null on the paper account. */
  venueAssets(userId: string): Promise<readonly Asset[] | null>;
  /** Returns the payout of a contract on that account, in basis points; null on the paper account. */
  venuePayout(
    userId: string,
    contract: { readonly symbol: string; readonly minutes: number },
  ): Promise<Result<number, PlacementRefusal> | null>;
  /** Sets the free balance of the paper account; open trades keep their stakes. */
  resetMock(userId: string, wanted: MockReset): Promise<Result<AccountView, PlacementRefusal>>;
  active(userId: string): Promise<Option[]>;
  /** Returns a page of ended trades, newest first. */
  history(userId: string, query: HistoryQuery): Promise<Result<Option[], 'trade_not_found'>>;
  /** Returns all ended trades that match the filter as a CSV file generated while it is read. */
  historyFile(userId: string, filter: TradeFilter): TextFile;
  /** Returns the figures of the ended trades that match a filter. */
  performance(userId: string, filter: TradeFilter): Promise<TradingPerformance>;
  /** Returns the events of a trade, in order; null if the trade is not this user's. */
  events(userId: string, tradeId: string): Promise<TradeEventView[] | null>;
  one(userId: string, id: string): Promise<Option | null>;
  stats(userId: string): Promise<TradingStats>;
  health(): Promise<z.infer<typeof TradingHealth>>;
  /** Settles trades that expired while no server ran, then settles on a timer. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Makes this process the one that sends orders to brokers and stores their replies: resolves orders left over by the
   * previous process, then listens. May be called again after `stopVenues`.
   */
  startVenues(held: LeaseHandle): Promise<void>;
  /** True while this process sends orders to brokers. */
  ownsVenues(): boolean;
  /** Waits a limited time for pending replies of brokers. Call it before their sessions end. */
  finishOrders(): Promise<void>;
  /** Stops trading at brokers. Call it after their sessions have ended. */
  stopVenues(): Promise<void>;
}

export function createTrading(given: TradingDeps): Trading {
  const own = { ...given, gatewayLease: new SingletonLease('outside', given) };
  const sender = new BrokerOrderSender(own);
  const deps = { ...own, venues: { paper: createPaperVenue(own), broker: createBrokerVenue(own, sender) } };
  const loop = new SettlementLoop(deps, new SettlementPublisher(deps), settlementLag(deps.metrics));
  const venueLoop = new VenueLoop(deps, sender);
  const { sql } = deps.db;
  return {
    place: (actor, request, key) => placeOrder(deps, { actor, request, named: null }, key),
    placeAutomatic: (tx, order) => placeAutomatic(deps, tx, order),
    automaticVenue: (tx, userId, mode) => automaticVenue(deps, tx, userId, mode),
    publishPlaced: (placed) => publishPlaced(deps, placed),
    placeAt: (actor, named, request, key) => placeOrder(deps, { actor, request, named }, key),
    tradesAtBroker: async (userId) => brokerVenueOfMode(await deps.accounts.mode(sql, userId)) !== null,
    venueAssets: (userId) => venueAssets(deps, userId),
    venuePayout: (userId, contract) => venuePayout(deps, userId, contract),
    resetMock: (userId, wanted) => resetMock(deps, userId, wanted),
    active: async (userId) => (await findActive(sql, userId)).map(toOption),
    history: (userId, query) => readHistory(deps, userId, query),
    historyFile: (userId, filter) => historyFile(deps, userId, filter),
    performance: (userId, filter) => readPerformance(deps, userId, filter),
    events: (userId, tradeId) => readEvents(deps, userId, tradeId),
    one: async (userId, id) => {
      const row = await findOne(sql, userId, id);
      return row && toOption(row);
    },
    stats: (userId) => readStats(deps, userId),
    health: () => readHealth(deps),
    start: () => loop.start(),
    stop: () => loop.stop(),
    startVenues: (held) => {
      deps.gatewayLease.onAcquired(held);
      return venueLoop.start();
    },
    ownsVenues: () => deps.gatewayLease.isHeld,
    finishOrders: () => sender.stop(),
    stopVenues: async () => {
      await sender.stop();
      await venueLoop.stop();
      deps.gatewayLease.onReleased();
    },
  };
}

/** Measures how long after its expiry each trade is settled; the target is 250 ms for 95 % of them. */
function settlementLag(registry: Registry): (lagMs: number) => void {
  const lag = new Histogram({
    name: 'vigia_settlement_lag_seconds',
    help: 'Time from the expiry of a trade to its settlement being committed',
    buckets: [0.05, 0.1, 0.15, 0.25, 0.5, 1, 2, 5, 30, 300],
    registers: [registry],
  });
  return (lagMs) => lag.observe(lagMs / 1_000);
}
