import { ok } from '@vigia/core/kernel';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LeaseLostError } from '#platform/cluster/cluster.ts';
import { scriptedCluster } from '#platform/cluster/testing-leases.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { SESSION_ENDED } from '#platform/http/session-ended.ts';
import type { Caller } from '../../accounts/index.ts';
import { BROKER_SESSIONS } from '../brokers.ts';
import { fault, startBrokersServer } from '../testing.ts';
import { BROKER_CONNECTED } from '../topics.ts';

const LOGIN = { email: 'ana@example.com', password: 'clave de ana' };
const server = await startBrokersServer();
const { db, newPerson, call, iqoption, quotex, clock, bus, background } = server;
afterAll(() => server.close());

/** A second server process on the same database. */
let next = server.make();
beforeEach(async () => {
  await db.sql`DELETE FROM broker_connections`;
  next = server.make();
  iqoption.onConnect = () => ok(null);
  quotex.onConnect = () => ok(null);
});
afterEach(() => next.end());

async function connected(email = LOGIN.email) {
  const person = await newPerson();
  clock.advance(3_600_000);
  await call(person.token, 'POST', 'connect/iqoption', { ...LOGIN, email });
  return person;
}
const callerOf = (userId: string): Caller => ({
  principal: { userId, sessionId: randomIds.next(), isAnonymous: false, aal: 'aal1', scopes: null },
  ip: '127.0.0.1',
  userAgent: null,
});
/** Advances the clock and runs all due work. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await background.idle();
}

describe('after a restart', () => {
  it('stored connections are reopened, each at its own time', async () => {
    const people = [];
    for (let n = 0; n < 20; n += 1) people.push(await connected(`ana${n}@example.com`));
    const before = iqoption.sessions.length;
    const heard = new Set<string>();
    const cancel = bus.subscribe(BROKER_CONNECTED, ({ userId }) => heard.add(userId));
    await next.run();
    await background.idle();
    expect(iqoption.sessions.length - before).toBeLessThan(5);
    await pass(250);
    const halfway = iqoption.sessions.length - before;
    expect(halfway).toBeGreaterThan(3);
    expect(halfway).toBeLessThan(17);
    await pass(250);
    cancel();
    expect(iqoption.sessions.length - before).toBe(20);
    expect(heard).toEqual(new Set(people.map(({ userId }) => userId)));
    for (const { userId } of people) expect(next.isConnected(userId, 'iqoption')).toBe(true);
    const logins = iqoption.sessions
      .slice(before)
      .map(({ credentials }) => credentials.kind === 'password' && credentials.email);
    expect(new Set(logins).size).toBe(20);
  });

  it('connections that the user has disconnected stay closed', async () => {
    const { token, userId } = await connected();
    await call(token, 'POST', 'disconnect/iqoption');
    await next.run();
    await pass(60_000);
    expect(next.connectionOf(userId, 'iqoption')).toBeNull();
  });

  it('a broker that does not answer is retried with growing delays, never earlier than it requires', async () => {
    const { userId } = await connected();
    const before = iqoption.sessions.length;
    iqoption.onConnect = () => fault('network');
    await next.run();
    await pass(1_000);
    expect(iqoption.sessions.length - before).toBe(1);
    const tries: number[] = [];
    for (let second = 0; second < 300; second += 1) {
      const had = iqoption.sessions.length;
      await pass(1_000);
      if (iqoption.sessions.length > had) tries.push(second);
    }
    const gaps = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
    expect(tries.length).toBeGreaterThan(5);
    expect(tries.length).toBeLessThan(12);
    expect(Math.max(...gaps)).toBeGreaterThan(60);
    iqoption.onConnect = () => fault('rate_limited', { retryAfterMs: 900_000 });
    await pass(300_000);
    const count = iqoption.sessions.length;
    iqoption.onConnect = () => ok(null);
    await pass(890_000);
    expect(iqoption.sessions.length).toBe(count);
    await pass(15_000);
    expect(next.isConnected(userId, 'iqoption')).toBe(true);
  });

  it('a reopening that fails because of the database is retried', async () => {
    const { userId } = await connected();
    const database = { isAway: true };
    next = server.make(
      scriptedCluster({
        fence: async () => {
          if (database.isAway) throw new Error('the database is away');
        },
      }),
    );
    const heard: string[] = [];
    const cancel = bus.subscribe(BROKER_CONNECTED, (message) => heard.push(message.userId));
    await next.run();
    await pass(1_000);
    expect(heard).toEqual([]);
    database.isAway = false;
    for (let second = 0; second < 10; second += 1) await pass(1_000);
    cancel();
    expect(heard).toEqual([userId]);
    expect(next.isConnected(userId, 'iqoption')).toBe(true);
  });

  it('a refused login is not retried, because retries would lock the account', async () => {
    const { userId } = await connected();
    iqoption.onConnect = () => fault('auth_invalid');
    const before = iqoption.sessions.length;
    await next.run();
    await pass(3_600_000);
    expect(iqoption.sessions.length - before).toBe(1);
    const statuses = await next.statuses(userId);
    expect(statuses[0]).toMatchObject({ connection_status: 'error', has_valid_credentials: false });
  });

  it('credentials that cannot be decrypted are reported, and no broker is contacted', async () => {
    const { userId } = await connected();
    await db.sql`UPDATE broker_credentials SET sealed = '\\x00' WHERE user_id = ${userId}`;
    const before = iqoption.sessions.length;
    await next.run();
    await pass(60_000);
    expect(iqoption.sessions.length).toBe(before);
    expect(server.log()).toContain('cannot decrypt the stored credentials');
    expect((await next.statuses(userId))[0]).toMatchObject({ has_valid_credentials: false });
  });
});

describe('a session that ends by itself', () => {
  it('is reopened if its fault is temporary', async () => {
    const { userId } = await connected();
    const before = iqoption.sessions.length;
    iqoption.last.turn({ status: 'failed', fault: { kind: 'unknown', detail: 'strange' } });
    await background.idle();
    await pass(1_000);
    expect(iqoption.sessions.length - before).toBe(1);
    expect(server.brokers.isConnected(userId, 'iqoption')).toBe(true);
  });
});

describe('ending a connection', () => {
  const isWanted = async (userId: string) =>
    (await db.sql`SELECT 1 FROM broker_connections WHERE user_id = ${userId} AND is_wanted`).length > 0;

  it.each(['disconnect', 'forget'] as const)('by %s is final, even if a reopening is about to start', async (act) => {
    const { userId } = await connected();
    await next.run();
    const before = iqoption.sessions.length;
    clock.advance(30_000);
    await next[act](callerOf(userId), iqoption);
    await background.idle();
    expect(iqoption.sessions.length).toBe(before);
    expect(next.connectionOf(userId, 'iqoption')).toBeNull();
    expect(await isWanted(userId)).toBe(false);
  });

  it('is final, even while a new session waits for the previous one to end', async () => {
    const { token, userId } = await connected();
    const session = iqoption.last;
    session.turn({ status: 'connecting', fault: null });
    let isClosing: () => void = () => undefined;
    let end: () => void = () => undefined;
    const closing = new Promise<void>((resolve) => (isClosing = resolve));
    const ended = new Promise<void>((resolve) => (end = resolve));
    session.close = () => {
      isClosing();
      return ended;
    };
    const asked = call(token, 'POST', 'connect/iqoption');
    await closing;
    await server.brokers.disconnect(callerOf(userId), iqoption);
    end();
    expect((await asked).error?.code).toBe('broker_unreachable');
    expect(iqoption.last).toBe(session);
    expect(await isWanted(userId)).toBe(false);
  });

  it('is final, even if its session fails at the same moment', async () => {
    const { userId } = await connected();
    const before = iqoption.sessions.length;
    iqoption.last.turn({ status: 'failed', fault: { kind: 'unknown', detail: 'strange' } });
    await server.brokers.disconnect(callerOf(userId), iqoption);
    await pass(60_000);
    expect(iqoption.sessions.length).toBe(before);
  });

  it('by a new login cancels the pending reopening of the stored login', async () => {
    const { userId } = await connected();
    await next.run();
    clock.advance(30_000);
    const given = { kind: 'password', email: 'otra@example.com', password: 'clave nueva' } as const;
    expect(await next.connect(callerOf(userId), iqoption, given)).toEqual(ok(null));
    await background.idle();
    expect(iqoption.last.credentials).toEqual(given);
    expect(next.isConnected(userId, 'iqoption')).toBe(true);
  });
});

describe('the deletion of a user account', () => {
  it('ends the user’s connections at once and signs out at the broker', async () => {
    const { userId } = await connected();
    const session = iqoption.last;
    await db.sql`DELETE FROM auth_users WHERE id = ${userId}`;
    bus.publish(SESSION_ENDED, { sessionId: 'any' });
    await background.idle();
    expect(session.closed).toBe('forget');
    expect(server.brokers.connectionOf(userId, 'iqoption')).toBeNull();
  });

  it('stops a sign-in that is in progress', async () => {
    const { token, userId } = await newPerson();
    iqoption.onConnect = async () => {
      await db.sql`DELETE FROM auth_users WHERE id = ${userId}`;
      return ok(null);
    };
    expect((await call(token, 'POST', 'connect/iqoption', LOGIN)).error?.code).toBe('not_authenticated');
    expect(iqoption.last.closed).toBe('forget');
  });
});

describe('sessions of a process that lost a shard', () => {
  it('are reopened once the process acquires the shard again', async () => {
    const { userId } = await connected();
    for (let turn = 0; turn < 2; turn += 1) {
      await next.run();
      await pass(1_000);
      expect(next.isConnected(userId, 'iqoption')).toBe(true);
      await next.end();
      expect([next.connectionOf(userId, 'iqoption'), iqoption.last.closed]).toEqual([null, 'keep']);
    }
  });

  it('are opened only while the lease of the shard was renewed recently', async () => {
    const { userId } = await connected();
    const before = iqoption.sessions.length;
    const held = { isSure: false };
    next = server.make(scriptedCluster({ isFresh: () => held.isSure }));
    await next.run();
    await pass(5_000);
    const given = { kind: 'password', ...LOGIN } as const;
    expect(await next.connect(callerOf(userId), iqoption, given)).toMatchObject({ ok: false });
    expect(iqoption.sessions.length).toBe(before);
    held.isSure = true;
    await pass(1_000);
    expect(next.isConnected(userId, 'iqoption')).toBe(true);
  });

  it('do not overwrite rows that the next lease holder may have changed', async () => {
    const { userId } = await connected();
    const cluster = { ...server.cluster };
    const old = server.make(cluster);
    await old.run();
    await pass(1_000);
    const session = iqoption.last;
    cluster.fence = async () => {
      throw new LeaseLostError(BROKER_SESSIONS);
    };
    session.listener.onResumable('of the former owner');
    await background.idle();
    expect(await old.disconnect(callerOf(userId), iqoption).catch((error: unknown) => error)).toBeInstanceOf(
      LeaseLostError,
    );
    await old.end();
    const [row] = await db.sql`
      SELECT n.is_wanted, c.resume_sealed FROM broker_connections n JOIN broker_credentials c USING (user_id, broker)
      WHERE n.user_id = ${userId}`;
    expect(row).toEqual({ is_wanted: true, resume_sealed: null });
  });
});

it('closed broker sessions call no listener', async () => {
  const { token, userId } = await connected();
  const session = iqoption.last;
  await call(token, 'POST', 'disconnect/iqoption');
  const heard: unknown[] = [];
  const cancel = bus.subscribe(BROKER_CONNECTED, (message) => heard.push(message));
  session.turn({ status: 'connecting', fault: null });
  session.turn({ status: 'connected' });
  session.listener.onResumable('late');
  await background.idle();
  cancel();
  expect(heard).toEqual([]);
  expect(await db.sql`SELECT resume_sealed FROM broker_credentials WHERE user_id = ${userId}`).toEqual([
    { resume_sealed: null },
  ]);
});
