import { durationMs, epochMs, minorUnits } from '@vigia/core/kernel';
import { deposit } from '@vigia/core/trades';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EXPORT_PAGE_ROWS, type ExportSection } from '#platform/export/export-section.ts';
import { startAccountsServer } from '../testing.ts';
import { exportFile } from './export-file.ts';
import { ACCOUNT_SECTIONS } from './export-sections.ts';

const Ledger = z.object({
  ledger: z.array(
    z.object({ created_at: z.string(), entries: z.array(z.object({ book: z.string(), amount: z.number() })) }),
  ),
});
const EXPORT = '/api/v1/account/export';
const server = await startAccountsServer();
const { db, call, tokenFor, newPerson, accounts, clock, logged } = server;
afterAll(() => server.close());

describe('the data export', () => {
  it('is refused to a bot token, and to a user who has exported five times within an hour', async () => {
    const userId = await newPerson();
    const token = tokenFor(userId);
    for (let time = 0; time < 5; time += 1) expect((await call(token, 'GET', EXPORT)).status).toBe(200);
    const sixth = await call(token, 'GET', EXPORT);
    expect(sixth).toMatchObject({ status: 429, error: { code: 'rate_limited' } });
    expect(Number(sixth.headers['retry-after'])).toBe(720);
    expect((await logged(userId)).map((entry) => entry.kind)).toEqual(Array(5).fill('data_exported'));
    clock.advance(durationMs(12 * 60_000));
    expect((await call(token, 'GET', EXPORT)).status).toBe(200);
    const bot = tokenFor(userId, { scopes: ['read'] });
    expect(await call(bot, 'GET', EXPORT)).toMatchObject({ error: { code: 'insufficient_scope' } });
  });

  it('contains every ledger transfer exactly once and in order, across many pages', async () => {
    const userId = await newPerson();
    const { accountId } = await accounts.mockAccount(db.sql, userId);
    const amounts = Array.from({ length: 2 * EXPORT_PAGE_ROWS }, (_, index) => index + 1);
    // Two transfers share each millisecond, so a page may end between two transfers of the same time.
    await db.transaction(async (tx) => {
      for (let at = 0; at < amounts.length; at += 2) {
        const pair = amounts.slice(at, at + 2);
        const bookings = pair.map((amount) => ({ accountId, tradeId: null, transfer: deposit(minorUnits(amount)) }));
        await accounts.book(tx, bookings, epochMs(clock.now() + 1 + at));
      }
    });
    const { ledger } = Ledger.parse(JSON.parse((await call(tokenFor(userId), 'GET', EXPORT)).text));
    const booked = ledger.slice(1).map(({ entries }) => entries.find((entry) => entry.book === 'user_cash')?.amount);
    expect(booked.toSorted((a = 0, b = 0) => a - b)).toEqual(amounts.map((amount) => amount / 100));
    expect(ledger.map((transfer) => transfer.created_at)).toEqual(
      ledger.map((transfer) => transfer.created_at).toSorted(),
    );
  });

  it('reads one page of rows at a time, and the next page only when the client continues to read', async () => {
    let pages = 0;
    const endless: ExportSection = {
      name: 'endless',
      shape: 'many',
      async *pages() {
        for (;;) {
          pages += 1;
          yield [{ page: pages }];
        }
      },
    };
    const file = exportFile([endless], db.sql, 'user', new Date(0));
    for (let chunk = 0; chunk < 5; chunk += 1) await file.next();
    await file.return(undefined);
    expect(pages).toBe(3);
  });

  it('is a complete JSON object even if some sections have no rows', async () => {
    const empty: ExportSection = { name: 'empty', shape: 'many', pages: async function* () {} };
    const none: ExportSection = { name: 'none', shape: 'one', pages: async function* () {} };
    let text = '';
    for await (const chunk of exportFile([empty, none, ...ACCOUNT_SECTIONS], db.sql, await newPerson(), new Date(0))) {
      text += chunk;
    }
    expect(JSON.parse(text)).toMatchObject({ empty: [], none: null, profile: {}, settings: {}, ledger: [{}] });
  });
});
