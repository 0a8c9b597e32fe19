import type { Option } from '@vigia/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTradingWorld, START_MS } from '#features/trading/testing.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { type BotWorld, createBotWorld } from './testing.ts';
import { textUpdate } from './testing-bot-api.ts';

const CHAT = 2001;
const HOUR_MS = 60 * 60_000;

let database: TestDatabase;
let people: ReturnType<typeof createTradingWorld>;
let bot: BotWorld;
let ana: string;
let reconsidered: string[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM auth_users`);
  people = createTradingWorld(database);
  await database.db.sql`DELETE FROM throttle`;
  reconsidered = [];
  const reconsider = async (receiverId: string) => void reconsidered.push(receiverId);
  bot = await createBotWorld({ db: database.db, clock: people.clock, reconsider });
  ana = await people.newUser();
  await bot.link(ana, CHAT);
  return () => bot.stop();
});

const trade = (expiry: string, change: Partial<Option> = {}): Option => ({
  id: '018f4a6e-0000-7000-8000-000000000001',
  asset_symbol: 'EURUSD',
  option_type: 'CALL',
  amount: 10,
  payout: 0.85,
  duration: 5,
  duration_seconds: 300,
  duration_ticks: null,
  ticks_passed: null,
  entry_price: 1.1,
  entry_time: '2026-11-20T13:59:00.000Z',
  entry_tick_time: null,
  expiry_time: expiry,
  status: 'active',
  execution: 'confirmed',
  broker: 'mock',
  account: 'mock',
  currency: 'USD',
  mode: 'mock',
  origin: 'manual',
  source: 'simulated',
  profit: null,
  settlement: null,
  ...change,
});

describe('a command in a connected chat', () => {
  it('/estado states automation, open trades and connections', async () => {
    bot.ports.trades = [trade('2026-11-20T14:01:00.000Z')];
    bot.ports.brokers = ['Deriv', 'A & B'];
    expect(await bot.say(CHAT, '/estado')).toEqual([
      '<b>Estado</b>\nOperan solas 2 automatizaciones.\n1 operación abierta.\nConectado a Deriv, A &amp; B.',
    ]);
  });

  it('/estado states in the time zone of the user since when everything is stopped', async () => {
    Object.assign(bot.ports, { stoppedAt: '2026-11-20T14:05:00.000Z', running: 0 });
    expect((await bot.say(CHAT, '/Estado@vigia_prueba_bot'))[0]).toContain('detenido desde el 20/11 09:05.');
  });

  it('/hoy states the result of each account', async () => {
    const today = { won: 3, lost: 1, tied: 0 };
    bot.ports.results = [
      { purse: { kind: 'mock', currency: 'USD' }, profit_today: 15.5, today },
      { purse: { kind: 'demo', currency: 'EUR' }, profit_today: -2, today: { won: 0, lost: 1, tied: 1 } },
      { purse: { kind: 'real', currency: 'USD' }, profit_today: 0, today: { won: 0, lost: 0, tied: 0 } },
    ];
    expect(await bot.say(CHAT, '/hoy')).toEqual([
      [
        '<b>Hoy</b>',
        'Papel USD: <b>+$15.50</b> · 3 ganadas, 1 perdida',
        'Demo EUR: <b>−2.00 EUR</b> · 0 ganadas, 1 perdida, 1 empate',
        'Real USD: sin operaciones terminadas',
      ].join('\n'),
    ]);
  });

  it('/activas states how long each trade still runs', async () => {
    bot.ports.trades = [
      trade('2026-11-20T13:59:59.000Z'),
      trade('2026-11-20T14:01:05.000Z', { option_type: 'PUT', account: 'demo' }),
      trade('2026-11-20T14:02:00.000Z', { duration: null, duration_ticks: 5, asset_symbol: 'R_100' }),
    ];
    expect(await bot.say(CHAT, '/activas')).toEqual([
      [
        '<b>Operaciones abiertas</b>',
        'EURUSD CALL · Papel · liquidando',
        'EURUSD PUT · Demo · quedan 1:05',
        'R_100 CALL · Papel · termina por ticks',
      ].join('\n'),
    ]);
    bot.ports.trades = [];
    expect(await bot.say(CHAT, '/activas')).toEqual(['No hay operaciones abiertas.']);
  });

  it('/senales states the last signals', async () => {
    const [symbol, direction, name] = ['EURUSD', 'PUT', 'Racha <3'];
    bot.ports.found = [{ symbol, direction, name, entryMs: START_MS, outcome: 'won' }];
    expect(await bot.say(CHAT, '/senales')).toEqual([
      '<b>Últimas señales</b>\n20/11 09:00 EURUSD PUT · Racha &lt;3 · ganada',
    ]);
  });

  it('/ayuda lists the commands, and an unknown command is answered with a sentence', async () => {
    expect((await bot.say(CHAT, '/ayuda'))[0]).toContain('/detener · Detiene todo lo que opera solo');
    expect(await bot.say(CHAT, '/comprar EURUSD')).toEqual([expect.stringMatching(/^No conozco esa orden/)]);
    expect(await bot.say(CHAT, 'hola')).toEqual([expect.stringMatching(/^No conozco esa orden/)]);
  });

  it('is ignored after twenty in a minute', async () => {
    for (let count = 0; count < 25; count += 1) await bot.say(CHAT, '/ayuda');
    expect(bot.api.textsOf(CHAT)).toHaveLength(20);
    people.clock.advance(60_000);
    expect(await bot.say(CHAT, '/ayuda')).toHaveLength(1);
  });

  it('is answered with a sentence if it fails, and the failure is logged', async () => {
    bot.ports.activeTrades = () => Promise.reject(new Error(`https://api.telegram.org/bot${bot.api.url}`));
    expect(await bot.say(CHAT, '/activas')).toEqual(['No pude hacerlo ahora. Intenta de nuevo en un minuto.']);
    expect(bot.lines.join('')).toContain('a message to the bot could not be handled');
  });
});

describe('/detener', () => {
  const ask = async (): Promise<string> => {
    await bot.say(CHAT, '/detener');
    return bot.api.sent.at(-1)?.button ?? '';
  };

  it('asks first, and stops everything when its button is pressed', async () => {
    const data = await ask();
    expect(bot.ports.stops).toEqual([]);
    await bot.press(CHAT, data);
    expect(bot.ports.stops).toEqual([{ userId: ana, receiverId: expect.any(String) }]);
    expect([bot.api.notices, bot.api.edits]).toEqual([
      ['Detenido'],
      ['Todo lo automático quedó detenido. Solo se reanuda en la app.'],
    ]);
  });

  it('stops nothing if the button is pressed after 60 seconds', async () => {
    const data = await ask();
    people.clock.advance(60_000);
    await bot.press(CHAT, data);
    expect(bot.ports.stops).toEqual([]);
    expect(bot.api.edits).toEqual([expect.stringMatching(/^El botón caducó/)]);
  });

  it('states, if its button is pressed after 60 seconds, that an earlier press has stopped everything', async () => {
    const data = await ask();
    bot.ports.stoppedMs.push(people.clock.now() + 5_000);
    people.clock.advance(90_000);
    await bot.press(CHAT, data);
    expect(bot.ports.stops).toEqual([]);
    expect(bot.api.edits).toEqual(['Este botón ya detuvo todo lo automático. Solo se reanuda en la app.']);
  });

  it('does not report a stop at another time as a stop by its own button', async () => {
    bot.ports.stoppedMs.push(people.clock.now() - 5_000);
    const data = await ask();
    bot.ports.stoppedMs.push(people.clock.now() + 61_000);
    people.clock.advance(90_000);
    await bot.press(CHAT, data);
    expect(bot.api.edits).toEqual([expect.stringMatching(/^El botón caducó/)]);
  });

  it('stops nothing if its button is from another chat, from the future, or malformed', async () => {
    const data = await ask();
    const bruno = await people.newUser();
    await bot.link(bruno, 2002);
    await bot.press(2002, data);
    const [, until, receiver] = data.split(':');
    await bot.press(CHAT, `stop:${Number(until) + 1}:${receiver}`);
    await bot.press(CHAT, 'stop');
    await bot.press(9_999, data);
    expect(bot.ports.stops).toEqual([]);
  });
});

describe('/silencio', () => {
  const mutedUntil = async () => (await bot.telegram.view(ana)).chat?.muted_until ?? null;

  it('mutes the chat for eight hours or the given hours, and decides about the waiting messages again', async () => {
    expect((await bot.say(CHAT, '/silencio'))[0]).toContain('Los avisos callan hasta 20/11 17:00');
    expect(await mutedUntil()).toBe('2026-11-20T22:00:00.000Z');
    await bot.say(CHAT, '/silencio 2');
    expect(await mutedUntil()).toBe('2026-11-20T16:00:00.000Z');
    expect((await bot.say(CHAT, '/estado'))[0]).toContain('callan hasta 20/11 11:00');
    people.clock.advance(2 * HOUR_MS);
    expect(await mutedUntil()).toBeNull();
    expect(reconsidered).toHaveLength(2);
  });

  it('ends the silence with the argument 0', async () => {
    await bot.say(CHAT, '/silencio 5');
    expect(await bot.say(CHAT, '/silencio 0')).toEqual(['Los avisos llegan de nuevo.']);
    expect([await mutedUntil(), reconsidered.length]).toEqual([null, 2]);
  });

  it.each(['-1', '73', '1.5', 'mucho', '1e9'])('is refused with %s', async (hours) => {
    expect(await bot.say(CHAT, `/silencio ${hours}`)).toEqual([expect.stringMatching(/^Escribe las horas/)]);
    expect(await mutedUntil()).toBeNull();
  });
});

it('a chat without a user gets one sentence for every command, and nothing happens', async () => {
  for (const text of [
    '/estado',
    '/hoy',
    '/activas',
    '/senales',
    '/detener',
    '/orden EURUSD CALL 10 1m',
    '/silencio 3',
    '/desconectar',
    '/start',
    'x',
  ])
    expect(await bot.say(3_001, text)).toEqual([expect.stringMatching(/^Este chat no está conectado a una cuenta/)]);
  expect([bot.ports.stops, (await bot.telegram.view(ana)).chat?.name]).toEqual([[], '@ana2001']);
});

it('a group gets no response to commands', async () => {
  for (const text of ['/estado', '/detener', 'hola']) await bot.post(textUpdate(-CHAT, text, 'group'));
  expect(bot.api.textsOf(-CHAT)).toEqual([]);
});
