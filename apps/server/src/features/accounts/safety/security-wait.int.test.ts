import { SECURITY_WAIT_REASONS_ES } from '@vigia/contract';
import { epochMs } from '@vigia/core/kernel';
import { SECURITY_WAIT_REASONS } from '@vigia/core/vocabulary';
import { afterAll, describe, expect, it } from 'vitest';
import { writeLimits } from '../limits/testing.ts';
import { startAccountsServer } from '../testing.ts';
import { NO_CONNECTIONS } from './connections.ts';
import { untilText } from './refusal.ts';
import { venueRefusal } from './refuse-account.ts';

const server = await startAccountsServer();
const { db, clock, accounts, call, tokenFor, newPerson, world } = server;
afterAll(() => server.close());

const DAY_MS = 24 * 60 * 60_000;
const CONNECTED = { ...NO_CONNECTIONS, hasVerified: async () => true };
const REAL = { broker: 'iqoption', kind: 'real' } as const;
const PHRASE = 'OPERAR CON DINERO REAL';

const actorOf = (userId: string) => ({ userId, isAnonymous: false, aal: 'aal2', scopes: null }) as const;
const refusalNow = (userId: string) => venueRefusal(CONNECTED, db.sql, actorOf(userId), REAL, clock.now());
const delay = (userId: string, reason: (typeof SECURITY_WAIT_REASONS)[number]) =>
  db.transaction((tx) => accounts.delayRealMoney(tx, userId, reason, clock.now()));

/** Creates a user who meets every condition of real money except the wait after a security change. */
async function readyPerson() {
  const userId = await newPerson();
  const token = tokenFor(userId, { aal: 'aal2' });
  await call(token, 'PUT', '/api/v1/account/declaration', { adult: true, country: 'MX' });
  await writeLimits(db.sql, userId, { daily_loss_limit_minor: 5_000 }, 'real');
  return { userId, token };
}

describe('the 24-hour block of real money after a security change', () => {
  it.each(SECURITY_WAIT_REASONS)(
    'refuses every real-money order for a day after %s, and states its end and its reason',
    async (reason) => {
      const { userId } = await readyPerson();
      expect(await refusalNow(userId)).toBeNull();
      await delay(userId, reason);
      const { code, values } = (await refusalNow(userId)) ?? {};
      expect(code).toBe('security_wait');
      const until = untilText(clock.now() + DAY_MS, 'UTC');
      expect(values).toEqual({ until, why: SECURITY_WAIT_REASONS_ES[reason] });
      clock.advance(DAY_MS - 1);
      expect(await refusalNow(userId)).toMatchObject({ code: 'security_wait' });
      clock.advance(1);
      expect(await refusalNow(userId)).toBeNull();
    },
  );

  it('prevents a switch to a real-money mode, and is listed among the unmet conditions for real money', async () => {
    const { userId, token } = await readyPerson();
    world.isConnected = true;
    await delay(userId, 'password_changed');
    const chosen = { mode: 'iqoption_real', confirm: PHRASE };
    const refused = await call(token, 'POST', '/api/v1/trading/mode/switch', chosen);
    expect([refused.status, refused.error?.code]).toEqual([403, 'security_wait']);
    expect(refused.error?.message).toContain('porque cambió tu contraseña');
    const until = new Date(clock.now() + DAY_MS).toISOString();
    expect((await call(token, 'GET', '/api/v1/account/safety')).data).toMatchObject({
      security_wait: { until, reason: 'password_changed' },
      obstacles: ['security_wait'],
    });
    clock.advance(DAY_MS);
    expect((await call(token, 'POST', '/api/v1/trading/mode/switch', chosen)).status).toBe(200);
    expect((await call(token, 'GET', '/api/v1/account/safety')).data).toMatchObject({ security_wait: null });
    world.isConnected = false;
  });

  it('does not refuse orders on a demo account', async () => {
    const { userId } = await readyPerson();
    await delay(userId, 'not_me');
    const demo = { broker: 'iqoption', kind: 'demo' } as const;
    expect(await venueRefusal(CONNECTED, db.sql, actorOf(userId), demo, clock.now())).toBeNull();
  });

  it('becomes longer after a later change, and no change shortens it', async () => {
    const { userId } = await readyPerson();
    await delay(userId, 'password_changed');
    clock.advance(DAY_MS / 2);
    await delay(userId, 'second_factor_added');
    clock.advance(DAY_MS - 1);
    expect(await refusalNow(userId)).toMatchObject({ values: { why: 'se añadió un segundo factor' } });
    // A change with an earlier time, as after the clock was set back, must not shorten the block.
    const earlierMs = epochMs(clock.now() - DAY_MS);
    await db.transaction((tx) => accounts.delayRealMoney(tx, userId, 'recovery_code_used', earlierMs));
    expect(await refusalNow(userId)).toMatchObject({ values: { why: 'se añadió un segundo factor' } });
  });

  it('is checked for a real-money order without an additional SQL statement', async () => {
    const { userId } = await readyPerson();
    const statements: string[] = [];
    const counted = new Proxy(db.sql, {
      apply(target, self, args: unknown[]) {
        if (Array.isArray(args[0])) statements.push(args[0].join('?'));
        return Reflect.apply(target, self, args);
      },
    });
    await venueRefusal(CONNECTED, counted, actorOf(userId), REAL, clock.now());
    const ofSettings = statements.filter((text) => text.includes('self_excluded_until'));
    expect(ofSettings).toEqual([expect.stringContaining('real_money_waits_until')]);
    expect(statements.filter((text) => text.includes('real_money_waits_until'))).toHaveLength(1);
  });

  it('starts when an account is frozen, which also chooses the paper account and stops all automation', async () => {
    const { userId } = await readyPerson();
    await db.sql`UPDATE user_settings SET chosen_broker = 'iqoption', chosen_kind = 'real' WHERE user_id = ${userId}`;
    const freeze = () => db.transaction((tx) => accounts.freezeAccount(tx, userId, clock.now()));
    expect([await freeze(), await freeze()]).toEqual([true, false]);
    expect(await accounts.choice(db.sql, userId)).toBeNull();
    expect(await refusalNow(userId)).toMatchObject({ code: 'security_wait' });
    expect((await accounts.riskSettings(db.sql, userId, clock.now())).stoppedAtMs).toBe(clock.now());
  });
});

describe('the owner of an account gets a mail', () => {
  it('when a real-money account is chosen, but not when the paper account replaces it', async () => {
    const { token } = await readyPerson();
    server.announced.splice(0);
    world.isConnected = true;
    await call(token, 'POST', '/api/v1/trading/mode/switch', { mode: 'iqoption_real', confirm: PHRASE });
    await call(token, 'POST', '/api/v1/trading/mode/switch', { mode: 'mock' });
    expect(server.announced).toEqual([{ kind: 'real_money_chosen', broker: 'iqoption' }]);
    world.isConnected = false;
  });

  it('when all data of the account are exported', async () => {
    const { token } = await readyPerson();
    server.announced.splice(0);
    await call(token, 'GET', '/api/v1/account/export');
    expect(server.announced).toEqual([{ kind: 'data_exported' }]);
  });
});
