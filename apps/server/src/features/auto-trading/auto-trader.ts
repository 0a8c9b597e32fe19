import type { Cancel } from '@vigia/core/kernel';
import { OwnedShards } from '#platform/cluster/owned-shards.ts';
import { type Shard, shardOf } from '#platform/cluster/shards.ts';
import { SIGNALS_SEALED } from '../signals/index.ts';
import type { AutoTradingDeps } from './deps.ts';
import { SignalExecutor } from './signal-executor.ts';

/** Age in milliseconds from which a hash-chained signal without a decision is not decided any more. */
const LOOK_BACK_MS = 24 * 60 * 60_000;

/**
 * Trades the signals of setups and strategies with auto-trading on, for the users of the shards that this process owns.
 * A message only triggers a search for undecided signals in the database. The same search runs when a shard is
 * acquired, so no signal is lost and none is traded twice.
 */
export class AutoTrader {
  readonly #deps: AutoTradingDeps;
  readonly #owned: OwnedShards;
  readonly #executor: SignalExecutor;
  readonly #received = new Map<Shard, Cancel>();

  constructor(deps: AutoTradingDeps) {
    const owned = new OwnedShards('auto-trading', deps, {
      start: (shards) => this.#onAcquired(shards),
      stop: (shards) => this.#giveUp(shards),
    });
    this.#deps = deps;
    this.#owned = owned;
    this.#executor = new SignalExecutor(deps, {
      ownerOf: (userId) => owned.ownerOf(userId),
      fence: (tx, userId) => owned.fence(tx, [shardOf(userId)]),
    });
  }

  /** Starts acquiring shards. In each acquired shard it first decides the undecided signals, then every new one. */
  start(): Promise<void> {
    return this.#owned.start();
  }

  /** Stops trading after the running decisions. All other signals wait in the database for the next lease holder. */
  async stop(): Promise<void> {
    for (const cancel of this.#received.values()) cancel();
    await this.#executor.stop();
    await this.#owned.stop();
  }

  /** Resolves when no decision is running or pending. */
  async idle(): Promise<void> {
    await this.#owned.settled();
    await this.#executor.idle();
  }

  async #onAcquired(shards: readonly Shard[]): Promise<void> {
    const { work, clock } = this.#deps;
    for (const shard of shards)
      this.#received.set(
        shard,
        work.work(SIGNALS_SEALED, shard, ({ signalIds }) => this.#executor.decide(signalIds)),
      );
    void this.#executor.look({ kind: 'since', sinceMs: clock.now() - LOOK_BACK_MS, shards });
  }

  async #giveUp(shards: readonly Shard[]): Promise<void> {
    for (const shard of shards) {
      this.#received.get(shard)?.();
      this.#received.delete(shard);
    }
    await this.#executor.left();
  }
}
