import { describe, expect, it } from 'vitest';
import type { Transaction } from '../persistence/database.ts';
import { OwnedShards } from './owned-shards.ts';
import { type Held, LostOwnership, type ShardedWork } from './ownership.ts';
import { SHARDS, type Shard } from './shard.ts';
import { heldForGood } from './testing-held.ts';

const [ZERO, ONE, TWO] = SHARDS as readonly [Shard, Shard, Shard];
const NO_TX = {} as Transaction;
const userOf = (shard: Shard): string => `00000000-0000-4000-8000-00000000000${shard}`;

/** Work whose every turn ends when it is told to, and an ownership whose hand is the test's. */
function world() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const fenced: string[] = [];
  let hand: ShardedWork | null = null;
  const turn = (kind: string) => (shards: readonly Shard[]) => {
    begun.push(`${kind} ${shards.join('')}`);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const owned = new OwnedShards(
    'engine',
    {
      seekShards: (_kind, work) => {
        hand = work;
        return { firstRound: Promise.resolve(), stop: async () => undefined };
      },
      fence: async (_tx, ...held) => void fenced.push(...held.map(({ name }) => name)),
    },
    { take: turn('take'), giveUp: turn('give up') },
  );
  void owned.start();
  const handOf = (): ShardedWork => {
    if (hand === null) throw new Error('it seeks');
    return hand;
  };
  const take = (shard: Shard, held: Held = heldForGood(`engine.${shard}`)) => handOf().take(shard, held);
  const giveUp = (shard: Shard) => handOf().giveUp(shard);
  const settled = async () => {
    for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
  };
  const endTurn = async () => {
    await settled();
    ends.shift()?.();
    await settled();
  };
  return { owned, begun, fenced, take, giveUp, endTurn };
}

describe('owned shards', () => {
  it('that come at one moment are taken together, and what comes meanwhile is the next turn', async () => {
    const { begun, take, giveUp, endTurn } = world();
    const first = [take(ZERO), take(ONE)];
    await Promise.resolve();
    const second = [take(TWO), giveUp(ZERO), giveUp(ONE)];
    expect(begun).toEqual(['take 01']);
    await endTurn();
    await Promise.all(first);
    expect(begun).toEqual(['take 01', 'take 2']);
    await endTurn();
    expect(begun).toEqual(['take 01', 'take 2', 'give up 01']);
    await endTurn();
    await Promise.all(second);
  });

  it('are nobody’s to begin with once they are to go, but may be written until they have gone', async () => {
    const { owned, fenced, take, giveUp, endTurn } = world();
    void take(ONE);
    await endTurn();
    expect([owned.has(userOf(ONE)), owned.has(userOf(TWO)), owned.all]).toEqual([true, false, [ONE]]);
    const gone = giveUp(ONE);
    expect([owned.has(userOf(ONE)), owned.all]).toEqual([false, []]);
    await owned.fence(NO_TX, [userOf(ONE), userOf(ONE)]);
    expect(fenced).toEqual(['engine.1']);
    await endTurn();
    await gone;
    await expect(owned.fence(NO_TX, [userOf(ONE)])).rejects.toThrow(LostOwnership);
  });

  it('of the house are the first', async () => {
    const { owned, take, endTurn } = world();
    void take(ZERO);
    await endTurn();
    expect(owned.has(null)).toBe(true);
  });

  it('are not sure while their owner is not', async () => {
    const { owned, take, endTurn } = world();
    void take(ONE, { ...heldForGood('engine.1'), isTrusted: () => false });
    await endTurn();
    expect([owned.has(userOf(ONE)), owned.isSure(userOf(ONE))]).toEqual([true, false]);
  });

  it('go on changing hands after a turn that failed', async () => {
    const begun: string[] = [];
    let hand: ShardedWork | null = null;
    const owned = new OwnedShards(
      'engine',
      {
        seekShards: (_kind, work) => {
          hand = work;
          return { firstRound: Promise.resolve(), stop: async () => undefined };
        },
        fence: async () => undefined,
      },
      {
        take: async (shards) => {
          begun.push(shards.join(''));
          if (begun.length === 1) throw new Error('the database is away');
        },
        giveUp: async () => undefined,
      },
    );
    await owned.start();
    const work = hand as ShardedWork | null;
    await expect(work?.take(ONE, heldForGood('engine.1'))).rejects.toThrow('away');
    await work?.giveUp(ONE);
    await work?.take(ONE, heldForGood('engine.1'));
    expect(begun).toEqual(['1', '1']);
    expect(owned.all).toEqual([ONE]);
  });
});
