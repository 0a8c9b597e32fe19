import { describe, expect, it } from 'vitest';
import type { Transaction } from '../persistence/database.ts';
import { type LeaseHandle, LeaseLostError, type ShardWork } from './cluster.ts';
import { OwnedShards, type ShardsWork } from './owned-shards.ts';
import { SHARDS, type Shard } from './shards.ts';
import { permanentLease } from './testing-leases.ts';

const [ZERO, ONE, TWO] = SHARDS as readonly [Shard, Shard, Shard];
const NO_TX = {} as Transaction;
const userOf = (shard: Shard): string => `00000000-0000-4000-8000-00000000000${shard}`;

/** Creates OwnedShards on a cluster whose shards the test starts and stops. */
function ownedShards(work: ShardsWork) {
  const fenced: string[] = [];
  let started: ShardWork | null = null;
  const owned = new OwnedShards(
    'engine',
    {
      db: { transaction: (run) => run(NO_TX) },
      cluster: {
        runShards: (_kind, shardWork) => {
          started = shardWork;
          return { started: Promise.resolve(), stop: async () => undefined };
        },
        fence: async (_tx, ...leases) => void fenced.push(...leases.map(({ name }) => name)),
      },
    },
    work,
  );
  void owned.start();
  const cluster = (): ShardWork => {
    if (started === null) throw new Error('runShards was called');
    return started;
  };
  return {
    owned,
    fenced,
    start: (shard: Shard, lease: LeaseHandle = permanentLease(`engine.${shard}`)) => cluster().start(shard, lease),
    stop: (shard: Shard) => cluster().stop(shard),
  };
}

/** Creates work whose batches end when the test ends them. */
function steppedShards() {
  const batches: string[] = [];
  const ends: (() => void)[] = [];
  const step = (kind: string) => (shards: readonly Shard[]) => {
    batches.push(`${kind} ${shards.join('')}`);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const settled = async () => {
    for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
  };
  const endBatch = async () => {
    await settled();
    ends.shift()?.();
    await settled();
  };
  return { ...ownedShards({ start: step('start'), stop: step('stop') }), batches, endBatch };
}

describe('OwnedShards', () => {
  it('starts shards that are assigned at the same moment together, and later shards in the next batch', async () => {
    const { batches, start, stop, endBatch } = steppedShards();
    const first = [start(ZERO), start(ONE)];
    await Promise.resolve();
    const second = [start(TWO), stop(ZERO), stop(ONE)];
    expect(batches).toEqual(['start 01']);
    await endBatch();
    await Promise.all(first);
    expect(batches).toEqual(['start 01', 'start 2']);
    await endBatch();
    expect(batches).toEqual(['start 01', 'start 2', 'stop 01']);
    await endBatch();
    await Promise.all(second);
  });

  it('does not own a shard after its stop begins, but allows writes until the stop has ended', async () => {
    const { owned, fenced, start, stop, endBatch } = steppedShards();
    void start(ONE);
    await endBatch();
    expect([owned.has(userOf(ONE)), owned.has(userOf(TWO)), owned.all]).toEqual([true, false, [ONE]]);
    const stopped = stop(ONE);
    expect([owned.has(userOf(ONE)), owned.all, owned.fresh]).toEqual([false, [], []]);
    expect([owned.ownerOf(userOf(ONE)), owned.isFresh(userOf(ONE))]).toEqual(['other', true]);
    expect(await owned.transaction([userOf(ONE), userOf(ONE)], async () => 'written')).toBe('written');
    expect(fenced).toEqual(['engine.1']);
    await endBatch();
    await stopped;
    await expect(owned.fence(NO_TX, [ONE])).rejects.toThrow(LeaseLostError);
  });

  it('assigns built-in work without a user to the first shard', async () => {
    const { owned, start, endBatch } = steppedShards();
    void start(ZERO);
    await endBatch();
    expect(owned.has(null)).toBe(true);
  });

  it('reports an unknown lease holder if the lease was not renewed recently', async () => {
    const { owned, start, endBatch } = steppedShards();
    void start(ONE, { ...permanentLease('engine.1'), isFresh: () => false });
    void start(TWO);
    await endBatch();
    expect([ZERO, ONE, TWO].map((shard) => owned.ownerOf(userOf(shard)))).toEqual(['other', 'unknown', 'this']);
    expect([owned.all, owned.fresh]).toEqual([[ONE, TWO], [TWO]]);
  });

  it('starts later shards even if the start of a batch failed', async () => {
    const batches: string[] = [];
    const { owned, start, stop } = ownedShards({
      start: async (shards) => {
        batches.push(shards.join(''));
        if (batches.length === 1) throw new Error('the database is away');
      },
      stop: async () => undefined,
    });
    await expect(start(ONE)).rejects.toThrow('away');
    await stop(ONE);
    await start(ONE);
    expect(batches).toEqual(['1', '1']);
    expect(owned.all).toEqual([ONE]);
  });
});
