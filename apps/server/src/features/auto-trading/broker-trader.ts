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

  /**
   * Starts trading. The caller calls this method when this process sends orders to brokers, and may call it again after
   * `stop`.
   */
  start(): void {
    const { work, orders } = this.#deps;
    const executor = new SignalExecutor(this.#deps, {
      ownerOf: () => (orders.ownsVenues() ? 'this' : 'other'),
      // This function checks no fencing token: the write of the order checks it, and the database allows one
      // decision per signal.
      fence: async () => undefined,
    });
    this.#executor = executor;
    this.#cancel = work.work(BROKER_SIGNALS, BROKERS, ({ signalIds }) => executor.decide(signalIds));
  }

  /** Stops trading. The caller awaits this before another process may acquire the broker gateway lease. */
  async stop(): Promise<void> {
    this.#cancel();
    await this.#executor?.stop();
  }
}
