import type { TradingHealth } from '@vigia/contract';
import { Histogram, type Registry } from 'prom-client';
import type { z } from 'zod';
import type { Shard } from '#platform/cluster/shards.ts';
import type { VenueDeps } from './deps.ts';
import type { PaperFills } from './paper/paper-fills.ts';
import { readHealth } from './read-health.ts';
import { SettlementCheckLoop } from './settlement-checks/check-loop.ts';
import { SettlementLoop } from './settlement-loop.ts';
import { SettlementPublisher } from './settlement-publisher.ts';
import type { BrokerOrderSender } from './venue/broker-order-sender.ts';
import type { SaleSender } from './venue/sale-sender.ts';
import { VenueLoop } from './venue/venue-loop.ts';

/** Ends trades: paper trades by prices, trades at brokers by the reports of the brokers. */
export interface Settlement {
  health(): Promise<z.infer<typeof TradingHealth>>;
  /**
   * Settles trades that expired while no server ran, then settles on a timer and checks settlements against the
   * recorded prices.
   */
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Makes this process send the orders of these shards to brokers and store their replies. It first resolves the orders
   * that the previous process left unresolved, then subscribes to the sessions. May be called again after `stopVenues`.
   */
  startVenues(shards: readonly Shard[]): Promise<void>;
  /** Waits a limited time for pending replies of brokers. Must be called before the broker sessions end. */
  finishOrders(shards: readonly Shard[]): Promise<void>;
  /** Stops trading at brokers for these shards. Must be called after their broker sessions have ended. */
  stopVenues(shards: readonly Shard[]): Promise<void>;
}

/** Creates the settlement of paper trades and of trades at brokers; nothing runs before `start` and `startVenues`. */
export function createSettlement(
  deps: VenueDeps,
  {
    orders,
    sales,
    fills,
  }: { readonly orders: BrokerOrderSender; readonly sales: SaleSender; readonly fills: PaperFills },
): Settlement {
  const finish = async (shards: readonly Shard[]) =>
    void (await Promise.all([orders.finish(shards), sales.finish(shards)]));
  const loop = new SettlementLoop(deps, new SettlementPublisher(deps), settlementLag(deps.metrics));
  const checkLoop = new SettlementCheckLoop(deps);
  const venueLoop = new VenueLoop(deps, orders, sales);
  return {
    health: () => readHealth(deps),
    start: async () => {
      await fills.start();
      await loop.start();
      await checkLoop.start();
    },
    stop: async () => {
      await checkLoop.stop();
      await loop.stop();
      await fills.stop();
    },
    startVenues: (shards) => venueLoop.start(shards),
    finishOrders: finish,
    stopVenues: async (shards) => {
      await finish(shards);
      await venueLoop.stop(shards);
    },
  };
}

/**
 * Returns a function that records the lag of a settlement, measured from the expiry of the trade. The target is 250 ms
 * for 95 % of the trades.
 */
function settlementLag(registry: Registry): (lagMs: number) => void {
  const lag = new Histogram({
    name: 'vigia_settlement_lag_seconds',
    help: 'Time from the expiry of a trade to its settlement being committed',
    buckets: [0.05, 0.1, 0.15, 0.25, 0.5, 1, 2, 5, 30, 300],
    registers: [registry],
  });
  return (lagMs) => lag.observe(lagMs / 1_000);
}
