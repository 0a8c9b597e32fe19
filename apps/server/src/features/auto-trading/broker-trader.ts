import type { Cancel } from '@vigia/core/kernel';
import type { Shard } from '#platform/cluster/shards.ts';
import { BROKER_SIGNALS } from './broker-signals.ts';
import type { AutoTradingDeps } from './deps.ts';
import { SignalExecutor } from './signal-executor.ts';

/**
 * Trades signals in the process that runs their users' broker sessions. `AutoTrader` forwards the signals to it from
 * other processes.
 */
export class BrokerTrader {
  readonly #deps: AutoTradingDeps;
  /** Decides the signals; null while this process has no shard. */
  #executor: SignalExecutor | null = null;
  /** Functions that stop the work of a shard, by shard. */
  readonly #cancels = new Map<Shard, Cancel>();

  constructor(deps: AutoTradingDeps) {
    this.#deps = deps;
  }

  /**
   * Starts trading for these shards. Must be called once this process runs their broker sessions; may be called again
   * after `stop`.
   */
  start(shards: readonly Shard[]): void {
    const { work, orders } = this.#deps;
    this.#executor ??= new SignalExecutor(this.#deps, {
      ownerOf: (userId) => (orders.ownsVenues(userId) ? 'this' : 'other'),
      // No fencing token is checked here: the write of the order checks it, and the database allows one decision per
      // signal.
      fence: async () => undefined,
    });
    const executor = this.#executor;
    for (const shard of shards)
      this.#cancels.set(
        shard,
        work.work(BROKER_SIGNALS, shard, ({ signalIds }) => executor.decide(signalIds)),
      );
  }

  /** Stops trading for these shards. The caller awaits this before another process may run their broker sessions. */
  async stop(shards: readonly Shard[]): Promise<void> {
    for (const shard of shards) {
      this.#cancels.get(shard)?.();
      this.#cancels.delete(shard);
    }
    if (this.#cancels.size > 0) return this.#executor?.left();
    const executor = this.#executor;
    this.#executor = null;
    await executor?.stop();
  }
}
