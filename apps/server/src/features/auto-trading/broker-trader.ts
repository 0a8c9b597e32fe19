import type { Cancel } from '@vigia/core/kernel';
import { BROKER_SIGNALS, BROKERS } from './broker-signals.ts';
import type { AutoTradingDeps } from './deps.ts';
import { SignalExecutor } from './signal-executor.ts';

/** Trades signals in the process that holds the broker sessions. `AutoTrader` forwards them from other processes. */
export class BrokerTrader {
  readonly #deps: AutoTradingDeps;
  #executor: SignalExecutor | null = null;
  #cancel: Cancel = () => undefined;

  constructor(deps: AutoTradingDeps) {
    this.#deps = deps;
  }

  /** Starts once this process sends orders to brokers. May be called again after `stop`. */
  start(): void {
    const { work, orders } = this.#deps;
    const executor = new SignalExecutor(this.#deps, {
      ownerOf: () => (orders.ownsVenues() ? 'this' : 'other'),
      // No fencing token is checked here: the write of the order checks it, and the database allows one decision per
      // signal.
      fence: async () => undefined,
    });
    this.#executor = executor;
    this.#cancel = work.work(BROKER_SIGNALS, BROKERS, ({ signalIds }) => executor.decide(signalIds));
  }

  /** Stops before another process acquires the broker gateway lease. */
  async stop(): Promise<void> {
    this.#cancel();
    await this.#executor?.stop();
  }
}
