import type { Cancel } from '@vigia/core/kernel';
import type { BrokerTrader } from '#features/auto-trading/index.ts';
import { type Brokers, OUTSIDE } from '#features/brokers/index.ts';
import type { Trading } from '#features/trading/index.ts';
import type { Forwarding } from '#platform/http/forwarding.ts';
import type { OwnedWork } from '#platform/ownership/ownership.ts';

export type OutsideDeps = {
  /** Runs the feeds; null: this process has its own, whoever owns what. */
  readonly outsideMarkets: OwnedWork | null;
  readonly brokers: Pick<Brokers, 'start' | 'stop'>;
  readonly trading: Pick<Trading, 'startVenues' | 'finishOrders' | 'stopVenues'>;
  readonly brokerTrader: Pick<BrokerTrader, 'start' | 'stop'>;
  /** null: this process is the only one. */
  readonly forwarding: Forwarding | null;
};

/** Prices, people's sessions at brokers, and what is ordered through them: in one process, for as long as it owns the way outside. */
export function outsideWork({ outsideMarkets, brokers, trading, brokerTrader, forwarding }: OutsideDeps): OwnedWork {
  let endAnswers: Cancel = () => undefined;
  return {
    async take(held) {
      await outsideMarkets?.take(held);
      // Before the sessions, so that it hears what they tell of orders.
      await trading.startVenues(held);
      await brokers.start(held);
      brokerTrader.start();
      endAnswers = forwarding?.serve(OUTSIDE) ?? endAnswers;
    },
    async giveUp() {
      endAnswers();
      await brokerTrader.stop();
      // Before their sessions end, brokers may still answer what is on its way.
      await trading.finishOrders();
      await brokers.stop();
      await trading.stopVenues();
      await outsideMarkets?.giveUp();
    },
  };
}
