import type { Option } from '@vigia/contract';
import { err, ok } from '@vigia/core/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#features/accounts/index.ts';
import { createTradingWorld } from '#features/trading/testing.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { type BotWorld, createBotWorld } from './testing.ts';

const CHAT = 4001;
const ORDER = '/orden EURUSD CALL 10 1m';

let database: TestDatabase;
let people: ReturnType<typeof createTradingWorld>;
let bot: BotWorld;
let ana: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM auth_users`);
  await database.db.sql`DELETE FROM throttle`;
  people = createTradingWorld(database);
  bot = await createBotWorld({ db: database.db, clock: people.clock });
  ana = await people.newUser();
  await bot.link(ana, CHAT);
  bot.ports.outcome = ok(placed());
  return () => bot.stop();
});

const callerOf = (userId: string, isAnonymous = false): Caller => ({
  principal: { userId, sessionId: '018f4a6e-0000-7000-8000-00000000000a', isAnonymous, aal: 'aal1', scopes: null },
  ip: '10.0.0.1',
  userAgent: 'test',
});
const allow = (isAllowed = true) => bot.telegram.allowOrders(callerOf(ana), isAllowed);
const placed = (change: Partial<Option> = {}): Option => ({
  id: '018f4a6e-0000-7000-8000-000000000001',
  asset_symbol: 'EURUSD',
  option_type: 'CALL',
  amount: 10,
  payout: 0.85,
  duration: 1,
  duration_seconds: 60,
  duration_ticks: null,
  ticks_passed: null,
  entry_price: 1.1,
  entry_time: '2026-11-20T14:00:00.000Z',
  entry_tick_time: null,
  expiry_time: '2026-11-20T14:01:00.000Z',
  status: 'active',
  execution: 'confirmed',
  broker: 'mock',
  account: 'mock',
  currency: 'USD',
  mode: 'mock',
  origin: 'api',
  source: 'simulated',
  profit: null,
  settlement: null,
  ...change,
});
async function ask(text = ORDER): Promise<string> {
  await bot.say(CHAT, text);
  return bot.api.sent.at(-1)?.button ?? '';
}

describe('orders from a chat', () => {
  it('are off until the user allows them, and off in a chat that is connected later', async () => {
    expect(await bot.say(CHAT, ORDER)).toEqual([expect.stringMatching(/^Las órdenes desde este chat están apagadas/)]);
    expect(await allow()).toMatchObject({ ok: true, value: { chat: { allows_orders: true } } });
    expect(await ask()).toMatch(/^order:/);
    await bot.link(ana, CHAT + 1);
    expect((await bot.telegram.view(ana)).chat?.allows_orders).toBe(false);
  });

  it('are allowed only by a user with an account and a chat, and the security log names both changes', async () => {
    expect(await bot.telegram.allowOrders(callerOf(ana, true), true)).toEqual(err('anonymous_not_allowed'));
    const bruno = await people.newUser();
    expect(await bot.telegram.allowOrders(callerOf(bruno), true)).toEqual(err('telegram_chat_not_found'));
    await allow();
    await allow();
    await allow(false);
    expect((await bot.events(ana)).filter((event) => event.startsWith('telegram_orders'))).toEqual([
      `telegram_orders_on @ana${CHAT}`,
      `telegram_orders_off @ana${CHAT}`,
    ]);
  });

  it('state account, amount, length and payout first, and send nothing before the button', async () => {
    await allow();
    expect(await bot.say(CHAT, '/orden eurusd put 12,5 30s')).toEqual([
      [
        '<b>Orden de práctica</b>',
        'EURUSD PUT · 30 s',
        'Monto: $12.50 · cuenta Papel',
        'Pago si acierta: 85.5 %',
        'Nada se envía hasta que pulses el botón. Vale 30 segundos y una sola vez.',
      ].join('\n'),
    ]);
    expect(bot.ports.placed).toEqual([]);
  });

  it('are sent with the payout, the mode and the end that the message states', async () => {
    await allow();
    await bot.press(CHAT, await ask());
    expect(bot.ports.placed).toEqual([
      {
        userId: ana,
        key: expect.stringMatching(/^[0-9a-f-]{36}$/),
        order: {
          request: {
            asset_symbol: 'EURUSD',
            option_type: 'CALL',
            amount: 10,
            duration: 1,
            shown_payout: 0.855,
            valid_until: new Date(people.clock.now() + 30_000).toISOString(),
            mode: 'mock',
          },
          named: null,
        },
      },
    ]);
    expect(bot.api.edits).toEqual(['Orden enviada: EURUSD CALL · Papel. Vence a las 09:01.']);
  });

  it('name the demo account at a broker', async () => {
    await allow();
    bot.ports.terms = ok({ account: 'demo', broker: 'deriv', venue: 'Deriv', currency: 'EUR', payout: 0.9 });
    expect((await bot.say(CHAT, ORDER))[0]).toContain('Monto: 10.00 EUR · cuenta Demo Deriv');
    await bot.press(CHAT, bot.api.sent.at(-1)?.button ?? '');
    expect(bot.ports.placed[0]?.order).toMatchObject({ named: { broker: 'deriv', kind: 'demo' } });
    expect(bot.ports.placed[0]?.order.request).not.toHaveProperty('mode');
  });

  it.each([
    ['EURUSD CALL 10'],
    ['EURUSD CALL 10 1m ya'],
    ['EURUSD SUBE 10 1m'],
    ['EURUSD CALL -5 1m'],
    ['EURUSD CALL 1e3 1m'],
    ['EURUSD CALL 10 1d'],
    ['EURUSD CALL 10 0m'],
    ['EURUSD CALL 10.001 1m'],
    [''],
  ])('are not understood as %j', async (given) => {
    await allow();
    expect(await bot.say(CHAT, `/orden ${given}`)).toEqual([expect.stringMatching(/^Escribe activo, dirección/)]);
  });

  it('are refused with a sentence, both at the command and at the press of the button', async () => {
    await allow();
    bot.ports.terms = err({ code: 'bot_real_money', values: {} });
    expect((await bot.say(CHAT, ORDER))[0]).toMatch(/^No se envió: la cuenta que usas ahora es real\./);
    bot.ports.terms = ok({ account: 'mock', broker: null, venue: null, currency: 'USD', payout: 0.85 });
    bot.ports.outcome = err({ code: 'stake_limit', values: { limit: '$5.00' } });
    await bot.press(CHAT, await ask());
    expect(bot.api.edits.at(-1)).toMatch(/^No se envió: .*\$5\.00/);
    bot.ports.outcome = err({ code: 'balance_too_low', values: { balance: '$3.00', amount: '$10.00' } });
    await bot.press(CHAT, await ask());
    expect(bot.api.edits.at(-1)).toBe('No se envió: el saldo de esa cuenta no alcanza.');
  });
});

describe('the button of an order', () => {
  beforeEach(async () => void (await allow()));

  it('is used once: a later press gets the first reply, also after its end', async () => {
    bot.ports.outcome = err({ code: 'too_many_active', values: { maximum: 3 } });
    const data = await ask();
    await bot.press(CHAT, data);
    bot.ports.outcome = ok(placed());
    people.clock.advance(40_000);
    await bot.press(CHAT, data);
    expect(bot.ports.placed).toHaveLength(1);
    expect(bot.api.edits.every((text) => text.startsWith('No se envió: '))).toBe(true);
  });

  it('states that it has expired, if the order is refused as too late', async () => {
    const data = await ask();
    bot.ports.outcome = err({ code: 'order_expired', values: {} });
    await bot.press(CHAT, data);
    expect(bot.api.edits).toEqual([expect.stringMatching(/^El botón caducó y no se envió nada/)]);
  });

  it('stays after an unknown outcome, and sends the same key again', async () => {
    bot.ports.outcome = 'unknown';
    const data = await ask();
    await bot.press(CHAT, data);
    expect([bot.api.edits, bot.api.notices]).toEqual([[], [expect.stringMatching(/^No sabemos si la orden llegó/)]]);
    bot.ports.outcome = ok(placed({ execution: 'unknown' }));
    await bot.press(CHAT, data);
    expect(bot.ports.placed[1]?.key).toBe(bot.ports.placed[0]?.key);
    expect(bot.api.edits).toEqual([expect.stringMatching(/^El bróker no contestó todavía/)]);
  });

  it('sends nothing if it belongs to another chat, is malformed, or is pressed after orders were switched off', async () => {
    const data = await ask();
    const bruno = await people.newUser();
    await bot.link(bruno, CHAT + 2);
    await bot.telegram.allowOrders(callerOf(bruno), true);
    await bot.press(CHAT + 2, data);
    await bot.press(CHAT, 'order:x');
    await bot.press(9_998, data);
    await allow(false);
    await bot.press(CHAT, data);
    expect(bot.ports.placed).toEqual([]);
    expect(bot.api.notices, 'each press is answered').toHaveLength(4);
    expect(bot.api.edits).toEqual([
      expect.stringMatching(/^El botón caducó y no se envió nada/),
      expect.stringMatching(/^Las órdenes desde este chat están apagadas/),
    ]);
  });
});
