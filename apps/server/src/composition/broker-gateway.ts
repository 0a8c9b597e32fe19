import type { Cancel } from '@vigia/core/kernel';
import type { BrokerTrader } from '#features/auto-trading/index.ts';
import { BROKER_GATEWAY, type Brokers } from '#features/brokers/index.ts';
import type { Settlement } from '#features/trading/index.ts';
import type { SingletonWork } from '#platform/cluster/cluster.ts';
import type { Forwarding } from '#platform/http/forwarding.ts';

export type BrokerGatewayDeps = {
  /** Work that runs the feeds; null if this process has its own feed, whatever leases it holds. */
  readonly gatewayMarkets: SingletonWork | null;
  readonly brokers: Pick<Brokers, 'start' | 'stop'>;
  readonly settlement: Pick<Settlement, 'startVenues' | 'finishOrders' | 'stopVenues'>;
  readonly brokerTrader: Pick<BrokerTrader, 'start' | 'stop'>;
  /** Forwards requests to other processes; null if this process is the only one. */
  readonly forwarding: Forwarding | null;
};

/** Runs prices, broker sessions and orders at brokers in one process, as long as it holds the broker gateway lease. */
export function brokerGatewayWork({
  gatewayMarkets,
  brokers,
  settlement,
  brokerTrader,
  forwarding,
}: BrokerGatewayDeps): SingletonWork {
  let endAnswers: Cancel = () => undefined;
  return {
    async start(held) {
      await gatewayMarkets?.start(held);
      // Trading starts before the sessions, so that it receives their order events.
      await settlement.startVenues(held);
      await brokers.start(held);
      brokerTrader.start();
      endAnswers = forwarding?.serve(BROKER_GATEWAY) ?? endAnswers;
    },
    async stop() {
      endAnswers();
      await brokerTrader.stop();
      // Brokers can respond to orders in flight only until their sessions end.
      await settlement.finishOrders();
      await brokers.stop();
      await settlement.stopVenues();
      await gatewayMarkets?.stop();
    },
  };
}
