import type { CreateOption } from '@vigia/contract';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createHttpApp } from '#platform/http/app.ts';
import type { Principal } from '#platform/http/principal.ts';
import { createSite } from '#platform/http/site.ts';
import { createLogger } from '#platform/logging/logger.ts';
import type { Columns } from '#platform/persistence/database.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { writeLimits } from '../accounts/limits/testing.ts';
import { createTradingWorld, START_MS } from './testing.ts';
import { registerTradingRoutes } from './trading.routes.ts';
import { createTrading } from './trading.ts';

const HOUR_MS = 60 * 60_000;
const URL = '/api/v1/trading/create-option';
const ORDER: CreateOption = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 };
const Answer = z.object({ error: z.object({ code: z.string(), message: z.string() }).optional() });

const database = await createTestDatabase();
const { db } = database;
await db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`;
const world = createTradingWorld({ db });
let principal: Principal;
const app = await createHttpApp({
  log: createLogger('silent'),
  ids: randomIds,
  clock: world.clock,
  site: createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3000 }),
  authenticator: { authenticate: async () => principal },
  trustProxy: false,
});
registerTradingRoutes(app, createTrading(world.deps));
await app.ready();
afterAll(async () => {
  await app.close();
  await database.close();
});

beforeEach(async () => {
  world.market.state = 'live';
  principal = {
    userId: await world.newUser(),
    sessionId: randomIds.next(),
    isAnonymous: false,
    aal: 'aal2',
    scopes: null,
  };
});

/** Sends an order over HTTP, as a bot or the web app does. */
async function send(change: Partial<CreateOption> = {}, key: string | null = null) {
  const { statusCode: status, payload } = await app.inject({
    method: 'POST',
    url: URL,
    headers: { authorization: 'Bearer token', ...(key !== null && { 'idempotency-key': key }) },
    payload: { ...ORDER, ...change },
  });
  return { status, ...Answer.parse(JSON.parse(payload)) };
}

/** Sends an order and expects that the server accepts it. */
const taken = async (change: Partial<CreateOption> = {}, key: string | null = null) =>
  expect((await send(change, key)).status).toBe(201);

const settings = (columns: Columns) =>
  db.sql`UPDATE user_settings SET ${db.sql(columns)} WHERE user_id = ${principal.userId}`;

const atOnce = (count: number) =>
  db.sql`UPDATE users SET max_concurrent_trades = ${count} WHERE id = ${principal.userId}`;

const marketIs = (state: typeof world.market.state) => () => {
  world.market.state = state;
};

/** Places an order and makes its trade lose. */
const lose = async () => {
  await taken();
  await db.sql`
    UPDATE trades SET status = 'lost', profit_minor = -1000, settled_at = ${new Date(START_MS)}
    WHERE user_id = ${principal.userId}`;
};

const asBot = () => {
  principal = { ...principal, scopes: ['trade'] };
};

const limits = (columns: Columns) => writeLimits(db.sql, principal.userId, columns);

/** Creates a user who fulfils every condition for real money, except those that `columns` remove. */
const withRealMoney = (columns: Columns, dailyLossMinor: number | null = 5_000) =>
  settings({
    chosen_broker: 'iqoption',
    chosen_kind: 'real',
    adult_declared_at: new Date(START_MS),
    country: 'MX',
    country_declared_at: new Date(START_MS),
    ...columns,
  }).then(() => writeLimits(db.sql, principal.userId, { daily_loss_limit_minor: dailyLossMinor }, 'real'));

const stakes = async () => {
  const [row] = await db.sql<[{ trades: number; heldMinor: number }]>`
    SELECT (SELECT count(*)::int FROM trades WHERE user_id = ${principal.userId}) AS trades,
           coalesce(sum(t.user_hold_minor), 0)::int AS "heldMinor"
    FROM ledger_transfers t JOIN accounts a ON a.id = t.account_id WHERE a.user_id = ${principal.userId}`;
  return row;
};

type Refused = [
  code: string,
  status: number,
  words: RegExp,
  change?: Partial<CreateOption>,
  prepare?: () => PromiseLike<unknown> | void,
  key?: string,
];

const REFUSED: Refused[] = [
  ['idempotency_key_reused', 409, /otros datos/, { amount: 11 }, () => taken({}, 'key')],
  ['idempotency_key_invalid', 422, /visibles/, {}, () => undefined, 'two words'],
  ['market_closed', 409, /está cerrado/, {}, marketIs('closed')],
  ['feed_stale', 409, /desde hace 7 s/, {}, marketIs('stale')],
  ['feed_ahead', 409, /por delante/, {}, marketIs('ahead')],
  ['feed_frozen', 409, /no se mueve/, {}, marketIs('frozen')],
  ['feed_skewed', 409, /no coinciden/, {}, marketIs('skewed')],
  [
    'cool_down',
    409,
    /tras 1 pérdidas/,
    {},
    () => lose().then(() => limits({ cool_down_losses: 1, cool_down_minutes: 90 })),
  ],
  ['order_expired', 409, /demasiado tarde/, { valid_until: new Date(START_MS - 1).toISOString() }],
  [
    'order_valid_too_long',
    422,
    /24 horas como mucho/,
    { valid_until: new Date(START_MS + 24 * HOUR_MS + 1).toISOString() },
  ],
  ['payout_changed', 409, /de 88 % a 85 %/, { shown_payout: 0.88 }],
  ['mode_changed', 409, /No se envió nada/, { mode: 'iqoption_demo' }],
  ['account_changed', 409, /otra de tus cuentas/, { account_id: '00000000-0000-4000-8000-000000000000' }],
  [
    'balance_too_low',
    409,
    /tienes \$0[.]00 y la operación cuesta \$10[.]00/,
    {},
    () => taken({ amount: 5_000 }).then(() => taken({ amount: 5_000 })),
  ],
  ['too_many_active', 409, /máximo de 1 /, {}, () => atOnce(1).then(() => taken())],
  ['stake_limit', 409, /\$9[.]99/, {}, () => limits({ max_stake_minor: 999 })],
  ['daily_loss_limit', 409, /diaria de \$9[.]99/, {}, () => limits({ daily_loss_limit_minor: 999 })],
  ['weekly_loss_limit', 409, /semanal de \$9[.]99/, {}, () => limits({ weekly_loss_limit_minor: 999 })],
  ['daily_trade_limit', 409, /máximo de 1 /, {}, () => limits({ daily_trade_limit: 1 }).then(() => taken())],
  [
    'kill_switch',
    409,
    /Todo está detenido/,
    {},
    () => {
      asBot();
      return settings({ kill_switch_at: new Date(START_MS) });
    },
  ],

  [
    'self_excluded',
    403,
    /autoexcluiste/,
    {},
    () => withRealMoney({ self_excluded_until: new Date(START_MS + HOUR_MS) }),
  ],
  ['declaration_missing', 403, /mayoría de edad/, {}, () => withRealMoney({ country_declared_at: null })],
  ['daily_loss_limit_missing', 409, /pérdida diaria/, {}, () => withRealMoney({}, null)],
  [
    'bot_real_money',
    403,
    /token de bot/,
    {},
    () => {
      asBot();
      return withRealMoney({});
    },
  ],
];

it.each(REFUSED)(
  'a refused order gets the code %s, status %i and a Spanish sentence, and moves no money',
  async (code, status, words, change, prepare, key = 'key') => {
    await prepare?.();
    const before = await stakes();
    const answer = await send(change, key);
    expect(answer).toMatchObject({ status, error: { code } });
    expect(answer.error?.message).toMatch(words);
    expect(await stakes()).toEqual(before);
  },
);

it('`valid_until` of an order may have a UTC offset, and equal instants are the same request', async () => {
  const inMadrid = (ms: number) => new Date(ms + HOUR_MS).toISOString().replace('Z', '+01:00');
  expect(await send({ valid_until: inMadrid(START_MS - 1) })).toMatchObject({ error: { code: 'order_expired' } });
  await taken({ valid_until: inMadrid(START_MS + 15_000) }, 'key');
  await taken({ valid_until: new Date(START_MS + 15_000).toISOString() }, 'key');
  expect((await stakes()).trades).toBe(1);
});
