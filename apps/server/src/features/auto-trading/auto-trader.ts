import type { Cancel } from '@vigia/core/kernel';
import { OwnedShards } from '#platform/ownership/owned-shards.ts';
import type { Shard } from '#platform/ownership/shard.ts';
import { SIGNALS_SEALED } from '../signals/index.ts';
import { DecisionDesk } from './decision-desk.ts';
import type { AutoTradingDeps } from './deps.ts';

/** What was sealed longer ago than that is history, whoever trades by himself. */
const LOOK_BACK_MS = 24 * 60 * 60_000;

/**
 * Trades signals for whoever switched that on and is in a shard this process owns. A message only wakes it: whoever takes a
 * shard looks into the database for what was left undecided, so that nothing is lost, and nothing is done twice.
 */
export class AutoTrader {
  readonly #deps: AutoTradingDeps;
  readonly #owned: OwnedShards;
  readonly #desk: DecisionDesk;
  readonly #told = new Map<Shard, Cancel>();

  constructor(deps: AutoTradingDeps) {
    const owned = new OwnedShards('auto-trading', deps.ownership, {
      take: (shards) => this.#take(shards),
      giveUp: (shards) => this.#giveUp(shards),
    });
    this.#deps = deps;
    this.#owned = owned;
    this.#desk = new DecisionDesk(deps, {
      standing: (userId) => (!owned.has(userId) ? 'theirs' : owned.isSure(userId) ? 'ours' : 'unsure'),
      fence: (tx, userId) => owned.fence(tx, [userId]),
    });
  }

  /** Seeks its shards from now on: of each it decides what was left undecided, then every signal as it is sealed. */
  start(): Promise<void> {
    return this.#owned.start();
  }

  /** Ends what is under way; the rest waits in the database for whoever is next. */
  async stop(): Promise<void> {
    for (const cancel of this.#told.values()) cancel();
    await this.#desk.stop();
    await this.#owned.stop();
  }

  /** Resolves once nothing waits any more. */
  async idle(): Promise<void> {
    await this.#owned.settled();
    await this.#desk.idle();
  }

  async #take(shards: readonly Shard[]): Promise<void> {
    const { work, clock } = this.#deps;
    for (const shard of shards)
      this.#told.set(
        shard,
        work.work(SIGNALS_SEALED, shard, ({ signalIds }) => this.#desk.decide(signalIds)),
      );
    void this.#desk.look({ kind: 'since', sinceMs: clock.now() - LOOK_BACK_MS, shards });
  }

  async #giveUp(shards: readonly Shard[]): Promise<void> {
    for (const shard of shards) {
      this.#told.get(shard)?.();
      this.#told.delete(shard);
    }
    await this.#desk.left();
  }
}
