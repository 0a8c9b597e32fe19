import type { Cancel } from '@vigia/core/kernel';
import type { Calls } from '#platform/calls/calls.ts';
import type { Shard } from '#platform/cluster/shards.ts';
import { ENGINE_HEALTH, SEQUENCES, SETUP_COUNTERS, SETUP_DEBUG, SETUP_REJECTIONS } from './engine-calls.ts';
import type { RunningSetups } from './running-setups.ts';

/** Answers calls of other processes about the shards that this engine owns. */
export class EngineRpcServer {
  readonly #calls: Pick<Calls, 'serve'>;
  readonly #engine: RunningSetups;
  readonly #served = new Map<Shard, readonly Cancel[]>();

  constructor(calls: Pick<Calls, 'serve'>, engine: RunningSetups) {
    this.#calls = calls;
    this.#engine = engine;
  }

  open(shards: readonly Shard[]): void {
    for (const shard of shards) this.#served.set(shard, this.#serve(shard));
  }

  close(shards: readonly Shard[]): void {
    for (const shard of shards) {
      for (const cancel of this.#served.get(shard) ?? []) cancel();
      this.#served.delete(shard);
    }
  }

  #serve(shard: Shard): readonly Cancel[] {
    const calls = this.#calls;
    const engine = this.#engine;
    return [
      calls.serve(SETUP_COUNTERS, shard, ({ ids }) => Object.fromEntries(ids.flatMap((id) => countersOf(engine, id)))),
      calls.serve(SETUP_REJECTIONS, shard, ({ id }) => engine.rejections(id)),
      calls.serve(SETUP_DEBUG, shard, ({ id, after }) => engine.debug(id, after)),
      calls.serve(SEQUENCES, shard, ({ userId, asset }) =>
        engine.sequences((row) => row.user_id === userId && (asset === null || row.asset === asset)),
      ),
      calls.serve(ENGINE_HEALTH, shard, () => engine.health()),
    ];
  }
}

function countersOf(engine: RunningSetups, id: string) {
  const counters = engine.counters(id);
  return counters === null ? [] : [[id, counters] as const];
}
