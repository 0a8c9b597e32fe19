import { expect, it } from 'vitest';
import type { Cluster, LeaseHandle, SingletonWork } from './cluster.ts';
import { SHARDS, type Shard } from './shards.ts';

/** Work that records its starts and stops. */
export class RecordedWork implements SingletonWork {
  readonly events: string[] = [];
  lease: LeaseHandle | null = null;
  onStart: () => Promise<void> = async () => undefined;
  onStop: () => Promise<void> = async () => undefined;

  async start(lease: LeaseHandle): Promise<void> {
    this.events.push('start');
    await this.onStart();
    this.lease = lease;
  }

  async stop(): Promise<void> {
    this.events.push('stop');
    await this.onStop();
    this.lease = null;
  }
}

/** Records the running shards of one process. */
export class RecordedShards {
  readonly leases = new Map<Shard, LeaseHandle>();

  readonly start = async (shard: Shard, lease: LeaseHandle): Promise<void> => {
    this.leases.set(shard, lease);
  };
  readonly stop = async (shard: Shard): Promise<void> => {
    this.leases.delete(shard);
  };
}

/** Defines the tests that every cluster with a single process must pass. */
export function describeCluster(open: () => Cluster): void {
  it('runs all work after the first attempt, and none after the stop', async () => {
    const [work, shards] = [new RecordedWork(), new RecordedShards()];
    const cluster = open();
    const runs = [cluster.runSingleton('work', work), cluster.runShards('kind', shards)];
    await Promise.all(runs.map(({ started }) => started));
    expect(work.lease).toMatchObject({ name: 'work' });
    expect(work.lease?.isFresh()).toBe(true);
    expect([...shards.leases.keys()].toSorted()).toEqual(SHARDS);
    expect(shards.leases.get('a' as Shard)).toMatchObject({ name: 'kind.a' });
    await Promise.all(runs.map((run) => run.stop()));
    expect(work.events).toEqual(['start', 'stop']);
    expect(shards.leases.size).toBe(0);
  });

  it('stops work that could not be started, and runs the other work', async () => {
    const [broken, sound] = [new RecordedWork(), new RecordedWork()];
    broken.onStart = () => Promise.reject(new Error('cannot be started'));
    const cluster = open();
    const runs = [cluster.runSingleton('broken', broken), cluster.runSingleton('sound', sound)];
    await Promise.allSettled(runs.map(({ started }) => started));
    expect(sound.lease?.isFresh()).toBe(true);
    await Promise.all(runs.map((run) => run.stop()));
    expect(broken.events).toEqual(['start', 'stop']);
  });

  it('stops work only after its start has ended', async () => {
    const work = new RecordedWork();
    let endStart = (): void => undefined;
    work.onStart = () => new Promise((resolve) => (endStart = resolve));
    const run = open().runSingleton('slow', work);
    const stopped = run.stop();
    endStart();
    await Promise.all([run.started, stopped]);
    expect(work.lease).toBeNull();
    expect(['', 'start,stop']).toContain(work.events.join());
  });
}
