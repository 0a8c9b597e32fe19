import type { Clock } from '@vigia/core/kernel';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { stopwatchMs } from '../clock/stopwatch.ts';
import { systemClock } from '../clock/system-clock.ts';
import { randomIds } from '../crypto/random-ids.ts';
import { createLogger } from '../logging/logger.ts';
import { parseDatabaseUrl, withConnection } from '../persistence/connection.ts';
import type { Database } from '../persistence/database.ts';
import { openDatabase } from '../persistence/postgres-database.ts';
import { createTestDatabase, type TestDatabase } from '../persistence/testing.ts';
import { LeasedOwnership } from './leased-ownership.ts';
import { LostOwnership, type Seeking } from './ownership.ts';
import { SHARDS } from './shard.ts';
import { describeOwnership, NotedShards, NotedWork } from './testing-contract.ts';
import { Member } from './testing-member.ts';

const WITHIN = { timeout: 30_000, interval: 5 };
/** Two thirds of a lease's life: after that it is not sure any more. */
const TRUST_MS = 40_000;

let test: TestDatabase;
let own: Database;
let seekings: Seeking[] = [];
beforeAll(async () => {
  test = await createTestDatabase();
  own = openDatabase(parseDatabaseUrl(test.appUrl), { poolSize: 2 });
});
afterAll(async () => {
  await own.close();
  await test.close();
});
afterEach(async () => {
  await setAway(false);
  await Promise.all(seekings.map((seeking) => seeking.stop()));
  seekings = [];
});

const begin = (seeking: Seeking): Promise<void> => {
  seekings.push(seeking);
  return seeking.firstRound;
};
const seek = (member: Member, name: string, work: NotedWork) => begin(member.ownership.seek(name, work));
const seekShards = (member: Member, kind: string, work: NotedShards) => begin(member.ownership.seekShards(kind, work));

/** As after so long that every lease and every seeker's place has run out. */
const runOut = () => test.db.sql`
  WITH gone AS (UPDATE members SET expires_at = '-infinity') UPDATE leases SET expires_at = '-infinity'`;

/**
 * As after so long without a beat of whoever does not own what is kept; what was lost runs out as long as it is still his. Once may be
 * too early: his last beat may be on its way.
 */
const runOutBesides = (kept: readonly string[], lost: readonly string[]) => test.db.sql`
  WITH stays AS (SELECT owner FROM leases WHERE name = ${kept[0] ?? ''}),
  gone AS (UPDATE members SET expires_at = '-infinity' WHERE id <> (SELECT owner FROM stays))
  UPDATE leases SET expires_at = '-infinity' WHERE name = ANY(${[...lost]}::text[]) AND owner <> (SELECT owner FROM stays)`;

/** Beats of these until it is so. */
async function untilBeats(members: readonly Member[], isSo: () => boolean): Promise<void> {
  await expect
    .poll(() => {
      for (const member of members) member.beat();
      return isSo();
    }, WITHIN)
    .toBe(true);
}

/** More than enough for what these would do to be done. */
async function beatsWithoutEffect(members: readonly Member[]): Promise<void> {
  for (let beat = 0; beat < 20; beat += 1) {
    for (const member of members) member.beat();
    await test.db.sql`SELECT 1`;
  }
}

async function ownedBy(work: NotedWork, name: string) {
  const member = new Member(own);
  await seek(member, name, work);
  const { held } = work;
  if (held === null) throw new Error(`${name} was not to be had`);
  return { member, held };
}

const endOfLong = async () => (await test.db.sql`SELECT expires_at FROM leases WHERE name = 'long'`)[0];

describe('ownership among several processes', () => {
  describeOwnership(() => new Member(own).ownership);

  it('has one owner at a time; the next one comes when he leaves', async () => {
    const [first, second] = [new NotedWork(), new NotedWork()];
    const [a, b] = [new Member(own), new Member(own)];
    await seek(a, 'feed', first);
    await seek(b, 'feed', second);
    expect([first.held?.fence, second.held]).toEqual([1n, null]);
    await seekings[0]?.stop();
    await untilBeats([b], () => second.held !== null);
    expect([first.held, second.held?.fence]).toEqual([null, 2n]);
  });

  it('holds on for as long as it beats, however its clock is set', async () => {
    const work = new NotedWork();
    const { member, held } = await ownedBy(work, 'long');
    for (let beat = 0; beat < 5; beat += 1) {
      member.setClock(beat % 2 === 0 ? 3_600_000 : -7_200_000);
      const before = await endOfLong();
      await expect
        .poll(() => {
          member.beat();
          return endOfLong();
        }, WITHIN)
        .not.toEqual(before);
      expect(held.isTrusted()).toBe(true);
    }
    expect(work.notes).toEqual(['take']);
  });
});

describe('a process that stands still', () => {
  it('is not sure any more, loses its work to another, and what it still writes is refused', async () => {
    const [old, young] = [new NotedWork(), new NotedWork()];
    const { member, held } = await ownedBy(old, 'stalled');
    const other = new Member(own);
    await seek(other, 'stalled', young);
    await runOut();
    await untilBeats([other], () => young.held !== null);
    const late = test.db.transaction((tx) => member.ownership.fence(tx, held));
    await expect(late).rejects.toBeInstanceOf(LostOwnership);
    await test.db.transaction((tx) => other.ownership.fence(tx, young.held ?? held));
    member.standStill(TRUST_MS);
    expect(held.isTrusted()).toBe(false);
    member.beat();
    await expect.poll(() => old.notes, WITHIN).toEqual(['take', 'give up']);
    expect(member.ownership.losses).toBe(1);
  });

  it('gives up at its first beat without asking anybody', async () => {
    const work = new NotedWork();
    const { member } = await ownedBy(work, 'asleep');
    member.standStill(TRUST_MS);
    member.beat();
    expect(member.ownership.held).toEqual([]);
  });

  it('learns from a refused write, before its next beat, that it has lost', async () => {
    const work = new NotedWork();
    const { member, held } = await ownedBy(work, 'unaware');
    await test.db.sql`UPDATE leases SET fence = fence + 1, owner = 'somebody else' WHERE name = 'unaware'`;
    await expect(test.db.transaction((tx) => member.ownership.fence(tx, held))).rejects.toThrow('unaware');
    await expect.poll(() => work.held, WITHIN).toBeNull();
    expect(held.isTrusted()).toBe(false);
  });

  it('is waited for while a write of his is under way', async () => {
    const [old, young] = [new NotedWork(), new NotedWork()];
    const { member, held } = await ownedBy(old, 'writing');
    const other = new Member(own);
    await seek(other, 'writing', young);
    await test.db.transaction(async (tx) => {
      await member.ownership.fence(tx, held);
      await runOut();
      await beatsWithoutEffect([other]);
      expect(young.held).toBeNull();
    });
    await untilBeats([other], () => young.held !== null);
  });

  it('has several pieces in one write refused when it has lost one of them', async () => {
    const [kept, lost] = [new NotedWork(), new NotedWork()];
    const { member, held } = await ownedBy(kept, 'kept');
    await seek(member, 'lost', lost);
    const both = [held, lost.held ?? held] as const;
    await test.db.transaction((tx) => member.ownership.fence(tx, ...both));
    await test.db.sql`UPDATE leases SET fence = fence + 1 WHERE name = 'lost'`;
    await expect(test.db.transaction((tx) => member.ownership.fence(tx, ...both))).rejects.toThrow(LostOwnership);
  });
});

describe('by the real clock', () => {
  it('the work of a process that stands still is another’s within 5 s, and never both’s in good faith', async () => {
    const [old, young] = [new NotedWork(), new NotedWork()];
    const { clock, pause } = pausable();
    const open = (time: Clock) =>
      new LeasedOwnership({ db: own, ids: randomIds, clock: time, stopwatchMs, log: createLogger('silent') });
    await begin(open(clock).seek('now', old));
    const { held } = old;
    await begin(open(systemClock).seek('now', young));
    const pausedAtMs = stopwatchMs();
    pause();
    await expect.poll(() => young.held?.fence, WITHIN).toBe(2n);
    expect(stopwatchMs() - pausedAtMs).toBeLessThan(5_000);
    expect(held?.isTrusted()).toBe(false);
  });
});

/** The real clock, whose timers can be kept from going off. */
function pausable(): { readonly clock: Clock; readonly pause: () => void } {
  let isPaused = false;
  const unlessPaused = (task: () => void) => () => {
    if (!isPaused) task();
  };
  const clock: Clock = {
    now: () => systemClock.now(),
    after: (delay, task) => systemClock.after(delay, unlessPaused(task)),
    every: (interval, task) => systemClock.every(interval, unlessPaused(task)),
  };
  return { clock, pause: () => (isPaused = true) };
}

describe('a database that is away', () => {
  it('leaves nobody sure; once it is back each piece has one owner again', async () => {
    const works = [new NotedWork(), new NotedWork()] as const;
    const members = works.map(() => new Member(own)) as [Member, Member];
    await seek(members[0], 'north', works[0]);
    await seek(members[1], 'south', works[1]);
    await setAway(true);
    for (const member of members) {
      member.standStill(TRUST_MS);
      member.beat();
    }
    expect(members.flatMap((member) => member.ownership.held)).toEqual([]);
    await expect.poll(() => works.map(({ held }) => held), WITHIN).toEqual([null, null]);
    await untilBeats(members, () => members[0].said.join('').includes('neither be had nor renewed'));
    let beats = 0;
    await untilBeats(members, () => (beats += 1) > 20);
    await setAway(false);
    await runOut();
    await untilBeats(members, () => works.every(({ held }) => held?.isTrusted()));
    expect(works.map(({ held }) => held?.fence)).toEqual([2n, 2n]);
    expect(members[0].said.filter((line) => line.includes('neither be had'))).toHaveLength(1);
    expect(members[0].said.filter((line) => line.includes('can be had again'))).toHaveLength(1);
  });
});

/** Whether the database takes nobody in, and has sent everybody away. */
async function setAway(isAway: boolean): Promise<void> {
  const { database } = parseDatabaseUrl(test.appUrl);
  await withConnection(parseDatabaseUrl(inject('postgres').adminUrl), async (sql) => {
    await sql.unsafe(`ALTER DATABASE ${database} WITH ALLOW_CONNECTIONS ${!isAway}`);
    if (isAway) await sql`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = ${database}`;
  });
}

describe('what cannot be begun', () => {
  it('is tried again after a while, and may be somebody else’s meanwhile', async () => {
    const [broken, sound] = [new NotedWork(), new NotedWork()];
    broken.onTake = () => Promise.reject(new Error('not here'));
    const [a, b] = [new Member(own), new Member(own)];
    await seek(a, 'hard', broken);
    await expect.poll(() => broken.notes, WITHIN).toEqual(['take', 'give up']);
    await beatsWithoutEffect([a]);
    expect(broken.notes).toEqual(['take', 'give up']);
    await seek(b, 'other', new NotedWork());
    const seeking = b.ownership.seek('hard', sound);
    await untilBeats([b], () => sound.held !== null);
    await seeking.stop();
    broken.onTake = async () => undefined;
    a.standStill(2_000);
    await untilBeats([a], () => broken.held !== null);
  });
});

describe('what cannot be ended', () => {
  it('is told of, and left to whoever comes next, whose fence is higher', async () => {
    const [hung, next] = [new NotedWork(), new NotedWork()];
    const { member } = await ownedBy(hung, 'hung');
    let end = (): void => undefined;
    hung.onGiveUp = () => new Promise((resolve) => (end = resolve));
    const stopped = seekings.pop()?.stop();
    expect(member.ownership.held).toEqual(['hung']);
    for (let beat = 0; beat < 10; beat += 1) member.beat();
    expect(member.said.join('')).toContain('does not end');
    expect(member.ownership.held).toEqual([]);
    await runOut();
    const other = new Member(own);
    await seek(other, 'hung', next);
    await untilBeats([other], () => next.held?.fence === 2n);
    end();
    await stopped;
    await test.db.transaction((tx) => other.ownership.fence(tx, next.held ?? { name: 'hung', fence: 0n }));
  });
});

describe('shards', () => {
  const shareOf = (shards: readonly NotedShards[]) => shards.map(({ held }) => held.size);
  const isWhole = (shards: readonly NotedShards[]) =>
    shards
      .flatMap(({ held }) => [...held.keys()])
      .toSorted()
      .join('') === SHARDS.join('');

  it('are shared evenly among all, and a newcomer gets his part', async () => {
    const shards = Array.from({ length: 3 }, () => new NotedShards());
    const members = shards.map(() => new Member(own));
    for (const [index, member] of members.entries()) {
      await seekShards(member, 'even', shards[index] ?? new NotedShards());
      const here = shards.slice(0, index + 1);
      await untilBeats(
        members.slice(0, index + 1),
        () => isWhole(here) && Math.min(...shareOf(here)) >= 16 / (index + 1) - 1,
      );
    }
    expect(shareOf(shards).toSorted()).toEqual([5, 5, 6]);
  });

  it('stay where they are while nobody comes or goes', async () => {
    const shards = [new NotedShards(), new NotedShards(), new NotedShards()] as const;
    const members = shards.map(() => new Member(own));
    await Promise.all(members.map((member, index) => seekShards(member, 'calm', shards[index] ?? shards[0])));
    await untilBeats(members, () => isWhole(shards) && shareOf(shards).toSorted().join() === '5,5,6');
    const before = shards.map(({ held }) => [...held.values()]);
    await beatsWithoutEffect(members);
    expect(shards.map(({ held }) => [...held.values()])).toEqual(before);
  });

  it('of who leaves, and of who dies, go to those who stay', async () => {
    const shards = [new NotedShards(), new NotedShards(), new NotedShards()] as const;
    const members = shards.map(() => new Member(own)) as [Member, Member, Member];
    for (const [index, member] of members.entries()) await seekShards(member, 'left', shards[index] ?? shards[0]);
    await untilBeats(members, () => isWhole(shards));
    await seekings[1]?.stop();
    const [stays, , dies] = shards;
    await untilBeats([members[0], members[2]], () => isWhole([stays, dies]) && stays.held.size === 8);
    const [kept, lost] = [stays, dies].map(({ held }) => [...held.values()].map(({ name }) => name));
    await expect
      .poll(async () => {
        await runOutBesides(kept ?? [], lost ?? []);
        members[0].beat();
        return stays.held.size;
      }, WITHIN)
      .toBe(16);
    expect(isWhole([stays])).toBe(true);
  });
});
