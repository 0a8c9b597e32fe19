import { minorUnits } from '@vigia/core/kernel';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Columns } from '#platform/persistence/database.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { writeLimits } from '../../accounts/limits/testing.ts';
import { actorOf, START_MS } from '../testing.ts';
import { createVenueWorld } from '../venue/testing.ts';

const database = await createTestDatabase();
const { sql } = database.db;
await sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`;
afterAll(() => database.close());

let world: Awaited<ReturnType<typeof createVenueWorld>>;
beforeEach(async () => {
  world = await createVenueWorld(database);
  await sql`
    UPDATE user_settings SET chosen_broker = 'iqoption', chosen_kind = 'real', adult_declared_at = now(), country = 'MX',
           country_declared_at = now() WHERE user_id = ${world.userId}`;
  await limitReal({ daily_loss_limit_minor: 500 });
  world.broker.more = [{ accountId: 'login-real', kind: 'real', currency: 'USD', balanceMinor: minorUnits(1_000_000) }];
});

afterEach(() => world.stop());

const limitReal = (columns: Columns) => writeLimits(sql, world.userId, columns, 'real');
const placeReal = (amount: number) =>
  world.place({ amount }, null, { ...actorOf(world.userId), isAnonymous: false, aal: 'aal2' });

/** Writes a trade on the paper account that ended a minute ago. */
async function endOnPaper(status: 'won' | 'lost', profitMinor: number): Promise<void> {
  const { accountId } = await world.accounts.mockAccount(sql, world.userId);
  const at = new Date(START_MS - 60_000);
  await sql`
    INSERT INTO trades (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction, stake_minor,
                        payout_bp, duration_min, entry_price, entry_tick_ms, entry_time, expiry_time, status, execution,
                        profit_minor, settled_at, created_at)
    VALUES (${world.deps.ids.next()}, ${world.userId}, ${accountId}, 'mock', 'mock', 'mock', 'manual', 'EURUSD',
            'simulated', 'CALL', 1000, 8500, 1, 1.1, 1, ${at}, ${new Date(START_MS)}, ${status}, 'confirmed', ${profitMinor},
            ${new Date(START_MS)}, ${at})`;
}

describe('limits of real money', () => {
  it('refuse 40 $ of real money at a daily limit of 5 $, even after a win of 69 $ on paper', async () => {
    expect(await placeReal(40)).toMatchObject({ ok: false, error: { code: 'daily_loss_limit' } });
    await endOnPaper('won', 6_900);
    expect(await placeReal(40)).toMatchObject({ ok: false, error: { code: 'daily_loss_limit' } });
    expect(await placeReal(5)).toMatchObject({ ok: true });
  });

  it('are separate from the limits of practice and of real money in another currency', async () => {
    await writeLimits(sql, world.userId, { daily_loss_limit_minor: 100, max_stake_minor: 100 });
    expect(await placeReal(5)).toMatchObject({ ok: true });
    world.broker.more = [{ accountId: 'euros', kind: 'real', currency: 'EUR', balanceMinor: minorUnits(1_000_000) }];
    const euros = { broker: 'iqoption', kind: 'real', currency: 'EUR', brokerAccount: 'euros' } as const;
    const { accounts, userId, clock } = world;
    await database.db.transaction((tx) => accounts.useBrokerAccount(tx, userId, euros, clock.now()));
    expect(await placeReal(5)).toMatchObject({
      ok: false,
      error: { code: 'daily_loss_limit_missing', values: { currency: 'EUR' } },
    });
    await sql`
      INSERT INTO limit_books (user_id, scope, currency, daily_loss_limit_minor, updated_at)
      VALUES (${world.userId}, 'real', 'EUR', 700, now())`;
    expect(await placeReal(7.01)).toMatchObject({ ok: false, error: { code: 'daily_loss_limit' } });
    expect(await placeReal(7)).toMatchObject({ ok: true });
  });

  it('allow an order with real money after a loss on paper', async () => {
    await endOnPaper('lost', -1_000);
    expect(await placeReal(5)).toMatchObject({ ok: true });
  });

  it('keep the pause after real losses, even if a trade on paper is won', async () => {
    await limitReal({ cool_down_losses: 1, cool_down_minutes: 60, daily_loss_limit_minor: 100_000 });
    await world.start();
    await placeReal(5);
    await world.pass(60_000);
    world.broker.end('c1', 'lost', -500);
    await world.settle();
    expect(await placeReal(5)).toMatchObject({ ok: false, error: { code: 'cool_down' } });
    await endOnPaper('won', 850);
    expect(await placeReal(5)).toMatchObject({ ok: false, error: { code: 'cool_down' } });
  });
});
