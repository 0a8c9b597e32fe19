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
import type { z } from 'zod';
import type { Held } from '#platform/ownership/ownership.ts';
import { Tenure } from '#platform/ownership/tenure.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { type Actor, type MirrorOf, mirrorOfMode } from '../accounts/index.ts';
import { Announcer } from './announcer.ts';
import type { TradingDeps } from './deps.ts';
import { historyFile, type TextFile } from './history/history-csv.ts';
import { readEvents } from './history/read-events.ts';
import { readHistory } from './history/read-history.ts';
import { resetMock } from './mock/reset-mock.ts';
import { readPerformance } from './performance/read-performance.ts';
import {
  type AutomaticOrder,
  type AutomaticVenue,
  automaticVenue,
  type PlacedAutomatic,
  placeAutomatic,
  tellPlaced,
} from './place-automatic.ts';
import { placeTrade } from './place-trade.ts';
import type { PlacementRefusal } from './placement-refusal.ts';
import { readHealth } from './read-health.ts';
import { readStats } from './read-stats.ts';
import { settlementLag } from './settlement-lag.ts';
import { SettlementLoop } from './settlement-loop.ts';
import { findActive, findOne } from './trade.repository.ts';
import { toOption } from './trade-row.ts';
import { OrderDesk } from './venue/order-desk.ts';
import { placeAtBroker } from './venue/place-at-broker.ts';
import { venueAssets, venuePayout } from './venue/venue-assets.ts';
import { VenueLoop } from './venue/venue-loop.ts';

/** Orders in, settled trades out. A user only ever reaches their own trades. */
export interface Trading {
  /** Opens a trade, or says why not; with a key, the same request gets the same trade however often it is sent. */
  place(actor: Actor, request: CreateOption, idempotencyKey: string | null): Promise<Result<Option, PlacementRefusal>>;
  /**
   * Opens a trade on a signal, in the caller's transaction with the account's lock held: by the same guard as a person's own
   * order, never twice for one signal. Nobody is told before `tellPlaced`.
   */
  placeAutomatic(tx: Transaction, order: AutomaticOrder): Promise<Result<PlacedAutomatic, PlacementRefusal>>;
  /** The account automatic orders of a mode at a broker go to, locked in the caller's transaction; null where it is out of reach. */
  automaticVenue(tx: Transaction, userId: string, mode: Exclude<TradingMode, 'mock'>): Promise<AutomaticVenue | null>;
  /** Tells of such a trade once its transaction is committed, and sends it where it goes to a broker. */
  tellPlaced(placed: PlacedAutomatic): void;
  /** Places an order at a broker the person names, on that account of his, whatever his mode. */
  placeAt(
    actor: Actor,
    venue: MirrorOf,
    request: CreateOption,
    idempotencyKey: string | null,
  ): Promise<Result<Option, PlacementRefusal>>;
  /** Whether his orders go to a broker, by his mode: then they are placed by the process that owns the sessions. */
  tradesOutside(userId: string): Promise<boolean>;
  /** What the account of the person's mode offers where that is a broker's; null on the built-in account. */
  venueAssets(userId: string): Promise<readonly Asset[] | null>;
  /** What a contract would pay there, basis points. */
  venuePayout(
    userId: string,
    contract: { readonly symbol: string; readonly minutes: number },
  ): Promise<Result<number, PlacementRefusal> | null>;
  /** Brings the free play money of the mock account to a balance; open trades keep their stakes. */
  resetMock(userId: string, wanted: MockReset): Promise<Result<AccountView, PlacementRefusal>>;
  active(userId: string): Promise<Option[]>;
  /** A page of ended trades, newest first. */
  history(userId: string, query: HistoryQuery): Promise<Result<Option[], 'trade_not_found'>>;
  /** All ended trades the filter means, as a CSV file that is made while it is read. */
  historyFile(userId: string, filter: TradeFilter): TextFile;
  /** What the ended trades the filter means add up to. */
  performance(userId: string, filter: TradeFilter): Promise<TradingPerformance>;
  /** What happened to a trade, in order; null if it is not this user's. */
  events(userId: string, tradeId: string): Promise<TradeEventView[] | null>;
  one(userId: string, id: string): Promise<Option | null>;
  stats(userId: string): Promise<TradingStats>;
  health(): Promise<z.infer<typeof TradingHealth>>;
  /** Settles what expired while the server was down, then goes on by the clock. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Orders to brokers are this process's to send and to book: decides what was left over, then listens. Again after `stopVenues`. */
  startVenues(held: Held): Promise<void>;
  /** Whether they are. */
  ownsVenues(): boolean;
  /** Waits for the replies brokers still owe, for a while: before their sessions end. */
  finishOrders(): Promise<void>;
  /** After their sessions have ended. */
  stopVenues(): Promise<void>;
}

export function createTrading(given: TradingDeps): Trading {
  const deps = { ...given, venues: new Tenure('outside', given) };
  const loop = new SettlementLoop(deps, new Announcer(deps), settlementLag(deps.metrics));
  const desk = new OrderDesk(deps);
  const venueLoop = new VenueLoop(deps, desk);
  const { sql } = deps.db;
  return {
    place: (actor, request, key) => placeTrade(deps, desk, actor, request, key),
    placeAutomatic: (tx, order) => placeAutomatic(deps, tx, order),
    automaticVenue: (tx, userId, mode) => automaticVenue(deps, tx, userId, mode),
    tellPlaced: (placed) => tellPlaced(deps, desk, placed),
    placeAt: (actor, venue, request, key) => placeAtBroker(deps, desk, { actor, venue, mode: null, request, key }),
    tradesOutside: async (userId) => mirrorOfMode(await deps.accounts.mode(sql, userId)) !== null,
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
      deps.venues.begin(held);
      return venueLoop.start();
    },
    ownsVenues: () => deps.venues.isHeld,
    finishOrders: () => desk.stop(),
    stopVenues: async () => {
      await desk.stop();
      await venueLoop.stop();
      deps.venues.end();
    },
  };
}
