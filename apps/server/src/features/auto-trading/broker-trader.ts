import type { Cancel } from '@vigia/core/kernel';
import { BROKER_SIGNALS, BROKERS } from './broker-signals.ts';
import { DecisionDesk } from './decision-desk.ts';
import type { AutoTradingDeps } from './deps.ts';

/** Trades signals where people's sessions at brokers are: what `AutoTrader` hands on because it has none of these. */
export class BrokerTrader {
  readonly #deps: AutoTradingDeps;
  #desk: DecisionDesk | null = null;
  #cancel: Cancel = () => undefined;

  constructor(deps: AutoTradingDeps) {
    this.#deps = deps;
  }

  /** Once orders to brokers are this process's to send; again after `stop`. */
  start(): void {
    const { work, trading } = this.#deps;
    const desk = new DecisionDesk(this.#deps, {
      standing: () => (trading.ownsVenues() ? 'ours' : 'theirs'),
      // An order to a broker is fenced where it is written; the database has one decision a signal.
      fence: async () => undefined,
    });
    this.#desk = desk;
    this.#cancel = work.work(BROKER_SIGNALS, BROKERS, ({ signalIds }) => desk.decide(signalIds));
  }

  /** Before orders to brokers are somebody else's. */
  async stop(): Promise<void> {
    this.#cancel();
    await this.#desk?.stop();
  }
}
