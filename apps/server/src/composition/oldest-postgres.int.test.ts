import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import {
  hasOldestPostgres,
  type OldestPostgres,
  startOldestPostgres,
} from '#platform/persistence/testing-debian-postgres.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson, type TestPerson } from './testing-person.ts';
import { ORDER_BODY } from './testing-requests.ts';

const PATIENCE = { timeout: 30_000, interval: 50 };

describe.skipIf(!hasOldestPostgres)('a server on PostgreSQL 15', () => {
  let server: OldestPostgres;
  let app: TestApp;
  let ana: TestPerson;
  beforeAll(async () => {
    server = await startOldestPostgres();
    const databaseUrl = await withConnection(server.admin, async (sql) => {
      await sql`CREATE ROLE owner_login LOGIN CREATEROLE PASSWORD 'secret'`;
      await sql`CREATE DATABASE vigia OWNER owner_login`;
      return toDatabaseUrl({ ...server.admin, database: 'vigia', user: 'owner_login', password: 'secret' });
    });
    app = await startTestApp({ databaseUrl });
    ana = await newPerson(app);
  }, 120_000);
  afterAll(async () => {
    await app?.stop();
    await server?.stop();
  });

  const call = (path: string, init: RequestInit = {}) =>
    fetch(app.url + path, { ...init, headers: { authorization: `Bearer ${ana.access}`, ...init.headers } });

  it('accepts an order, settles it once at its price, and keeps the ledger balanced', async () => {
    const placed = await call('/api/v1/trading/create-option', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ORDER_BODY),
    });
    expect(placed.status).toBe(201);
    // The expiry is moved to the past, so that the settlement loop finds the trade.
    await withConnection(
      { ...server.admin, database: 'vigia' },
      (sql) => sql`
      UPDATE trades SET entry_time = entry_time - interval '1 hour', expiry_time = date_trunc('milliseconds', now())`,
    );
    const { sql } = app.db;
    await expect.poll(() => sql`SELECT 1 FROM trades WHERE status <> 'active'`, PATIENCE).toHaveLength(1);
    const [books] = await sql`
      SELECT a.held_minor, a.cash_minor = sum(t.user_cash_minor) AS is_balanced,
        max(trades.settle_price) IS NOT NULL AS is_priced
      FROM accounts a JOIN ledger_transfers t ON t.account_id = a.id JOIN trades ON trades.account_id = a.id
      WHERE a.user_id = ${ana.principal.userId} GROUP BY a.id`;
    expect(books).toEqual({ held_minor: 0, is_balanced: true, is_priced: true });
  });
});
