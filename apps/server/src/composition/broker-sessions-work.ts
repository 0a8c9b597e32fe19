import type { Cancel } from '@vigia/core/kernel';
import type { BrokerTrader } from '#features/auto-trading/index.ts';
import { type Brokers, sessionsLease } from '#features/brokers/index.ts';
import type { HistoryFetches } from '#features/history-fetches/index.ts';
import type { PriceCarrier } from '#features/market-data/index.ts';
import type { Settlement } from '#features/trading/index.ts';
import type { ShardsWork } from '#platform/cluster/owned-shards.ts';
import type { Shard } from '#platform/cluster/shards.ts';
import type { Forwarding } from '#platform/http/forwarding.ts';
import type { ChatOrders } from './chat-orders.ts';

export type BrokerSessionsDeps = {
  readonly brokers: Pick<Brokers, 'start' | 'stop'>;
  readonly settlement: Pick<Settlement, 'startVenues' | 'finishOrders' | 'stopVenues'>;
  readonly brokerTrader: Pick<BrokerTrader, 'start' | 'stop'>;
  readonly historyFetches: Pick<HistoryFetches, 'startShards' | 'stopShards'>;
  /** Places orders from chats on accounts at brokers. */
  readonly chatOrders: Pick<ChatOrders, 'serve'>;
  /** Carries prices of the sessions to the market log; null if this process is the only one. */
  readonly priceCarrier: Pick<PriceCarrier, 'start' | 'stop'> | null;
  /** Forwards requests to other processes; null if this process is the only one. */
  readonly forwarding: Pick<Forwarding, 'serve'> | null;
};

/** Runs the broker sessions of the shards that this process holds, with the orders of their users and their prices. */
export function brokerSessionsWork({
  brokers,
  settlement,
  brokerTrader,
  historyFetches,
  chatOrders,
  priceCarrier,
  forwarding,
}: BrokerSessionsDeps): ShardsWork {
  const endAnswers = new Map<Shard, readonly Cancel[]>();
  return {
    async start(shards) {
      // Trading starts before the sessions, so that it receives their order events.
      await settlement.startVenues(shards);
      await brokers.start(shards);
      brokerTrader.start(shards);
      priceCarrier?.start(shards);
      historyFetches.startShards(shards);
      for (const shard of shards) {
        const answers = forwarding === null ? [] : [forwarding.serve(sessionsLease(shard))];
        endAnswers.set(shard, [...answers, chatOrders.serve(shard)]);
      }
    },
    async stop(shards) {
      for (const shard of shards) {
        for (const end of endAnswers.get(shard) ?? []) end();
        endAnswers.delete(shard);
      }
      priceCarrier?.stop(shards);
      await historyFetches.stopShards(shards);
      await brokerTrader.stop(shards);
      // Brokers can respond to pending orders only until their sessions end.
      await settlement.finishOrders(shards);
      await brokers.stop(shards);
      await settlement.stopVenues(shards);
    },
  };
}
