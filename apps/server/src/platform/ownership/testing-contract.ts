import { expect, it } from 'vitest';
import type { Held, OwnedWork, Ownership } from './ownership.ts';
import { SHARDS, type Shard } from './shard.ts';

/** What is done of a piece, noted as it happens. */
export class NotedWork implements OwnedWork {
  readonly notes: string[] = [];
  held: Held | null = null;
  /** What `take` comes to. */
  onTake: () => Promise<void> = async () => undefined;
  onGiveUp: () => Promise<void> = async () => undefined;

  async take(held: Held): Promise<void> {
    this.notes.push('take');
    await this.onTake();
    this.held = held;
  }

  async giveUp(): Promise<void> {
    this.notes.push('give up');
    await this.onGiveUp();
    this.held = null;
  }
}

/** Shards as they come and go. */
export class NotedShards {
  readonly held = new Map<Shard, Held>();

  readonly take = async (shard: Shard, held: Held): Promise<void> => {
    this.held.set(shard, held);
  };
  readonly giveUp = async (shard: Shard): Promise<void> => {
    this.held.delete(shard);
  };
}

/** What every ownership does for a process that is alone. */
export function describeOwnership(open: () => Ownership): void {
  it('has all there is after the first round, and nothing after the stop', async () => {
    const [work, shards] = [new NotedWork(), new NotedShards()];
    const ownership = open();
    const seekings = [ownership.seek('piece', work), ownership.seekShards('kind', shards)];
    await Promise.all(seekings.map(({ firstRound }) => firstRound));
    expect(work.held).toMatchObject({ name: 'piece' });
    expect(work.held?.isTrusted()).toBe(true);
    expect([...shards.held.keys()].toSorted()).toEqual(SHARDS);
    expect(shards.held.get('a' as Shard)).toMatchObject({ name: 'kind.a' });
    await Promise.all(seekings.map((seeking) => seeking.stop()));
    expect(work.notes).toEqual(['take', 'give up']);
    expect(shards.held.size).toBe(0);
  });

  it('ends what could not be begun, and lets the others go on', async () => {
    const [broken, sound] = [new NotedWork(), new NotedWork()];
    broken.onTake = () => Promise.reject(new Error('cannot be begun'));
    const ownership = open();
    const seekings = [ownership.seek('broken', broken), ownership.seek('sound', sound)];
    await Promise.allSettled(seekings.map(({ firstRound }) => firstRound));
    expect(sound.held?.isTrusted()).toBe(true);
    await Promise.all(seekings.map((seeking) => seeking.stop()));
    expect(broken.notes).toEqual(['take', 'give up']);
  });

  it('gives up only after what was being begun', async () => {
    const work = new NotedWork();
    let goOn = (): void => undefined;
    work.onTake = () => new Promise((resolve) => (goOn = resolve));
    const seeking = open().seek('slow', work);
    const stopped = seeking.stop();
    goOn();
    await Promise.all([seeking.firstRound, stopped]);
    expect(work.held).toBeNull();
    expect(['', 'take,give up']).toContain(work.notes.join());
  });
}
