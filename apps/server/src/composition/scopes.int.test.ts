import { randomUUID } from 'node:crypto';
import { allowsEffect, BOT_SCOPES, type BotScope, type Effect } from '@vigia/core/vocabulary';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { embeddedAuth, startTestApp, type TestApp } from './testing.ts';
import { newPerson, type TestPerson } from './testing-person.ts';

type Declared = { readonly always: readonly Effect[]; readonly byContent: readonly Effect[] };
/** Effects of the routes whose effects depend on the content of a call, by method and path. */
const declared = new Map<string, Declared>();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    onRoute: ({ method, url, config }) => {
      const { effects: always = [], effectsByContent: byContent = [] } = config ?? {};
      if (byContent.length === 0) return;
      for (const one of [method].flat()) declared.set(`${one} ${url}`, { always, byContent });
    },
  });
});
afterAll(() => app?.stop());

const ORIGIN = { ip: '127.0.0.1', userAgent: 'test' };
const SCOPE_SETS = Array.from({ length: 2 ** BOT_SCOPES.length - 1 }, (_, index) =>
  BOT_SCOPES.filter((_scope, bit) => ((index + 1) & (1 << bit)) !== 0),
);

async function botOf({ principal }: TestPerson, scopes: readonly BotScope[]): Promise<string> {
  const made = await embeddedAuth(app).botTokens.make(
    principal,
    { name: 'bot', scopes: [...scopes], expires_in_days: 1 },
    ORIGIN,
  );
  if (!made.ok) throw new Error(made.error);
  return made.value.token;
}

const Coded = z.looseObject({ error: z.looseObject({ code: z.string() }) });
async function call(token: string, method: string, path: string, body: object | null = {}) {
  const answer = await fetch(app.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const said: unknown = await answer.json();
  const coded = Coded.safeParse(said);
  return { status: answer.status, code: coded.success ? coded.data.error.code : '', said };
}

const Made = z.object({ data: z.looseObject({ id: z.uuid() }) });
async function create(owner: TestPerson, path: string, body: object): Promise<string> {
  const answer = await call(owner.access, 'POST', path, body);
  return Made.parse(answer.said).data.id;
}

const SETUP = {
  name: 'Mío',
  asset: 'EURUSD',
  is_active: true,
  moneyManagement: { betType: 'fixed', fixedAmount: 10 },
  riskControl: { maxDailyOperations: 5, dailyLossLimit: 50 },
};
const ARMED = { ...SETUP, auto_trade: true };
const STRATEGY = { name: 'RSI', type: 'rsi', status: 'active', parameters: { trade_amount: 10 } };
const ARMED_STRATEGY = { ...STRATEGY, auto_trade: true };

type Row =
  | { readonly of: 'setup' | 'strategy'; readonly body: object }
  | { readonly of: 'chosen'; readonly kind: string };
type Case = {
  readonly route: string;
  readonly says: string;
  /** Row that the owner has before the call. */
  readonly row?: Row;
  readonly body: object | null;
  /** The effect of the call in addition to those of its route; null if there is none. */
  readonly does: Effect | null;
};

const setup = (says: string, before: object, change: object, does: Case['does']): Case => ({
  route: 'PUT /api/pcr/setup/:id',
  says,
  row: { of: 'setup', body: before },
  body: change,
  does,
});
const strategy = (says: string, before: object, after: object, does: Case['does']): Case => ({
  route: 'PUT /api/v1/strategies/:id',
  says,
  row: { of: 'strategy', body: before },
  body: after,
  does,
});
const status = (before: object, to: string, does: Case['does']): Case => ({
  route: 'POST /api/v1/strategies/:id/status',
  says: `to ${to}`,
  row: { of: 'strategy', body: before },
  body: { status: to },
  does,
});
const CHOSEN_DEMO = { of: 'chosen', kind: 'demo' } as const;
const CHOSEN_REAL = { of: 'chosen', kind: 'real' } as const;
const broker = (route: string, row: Row | undefined, body: object | null, does: Case['does']): Case => ({
  route,
  says: row === undefined ? 'not in use' : 'in use',
  ...(row && { row }),
  body,
  does,
});

const CASES: readonly Case[] = [
  { route: 'POST /api/pcr/setup', says: 'only signals', body: SETUP, does: null },
  { route: 'POST /api/pcr/setup', says: 'trading', body: ARMED, does: 'arms_automation' },
  setup('another name', ARMED, { name: 'Otro' }, null),
  setup('auto-trading on', SETUP, { auto_trade: true }, 'arms_automation'),
  setup('active again', { ...ARMED, is_active: false }, { is_active: true }, 'arms_automation'),
  setup('a higher stake', SETUP, { moneyManagement: { betType: 'fixed', fixedAmount: 500 } }, 'arms_automation'),
  setup('a looser limit', SETUP, { riskControl: { maxDailyOperations: 5, dailyLossLimit: 51 } }, 'arms_automation'),
  setup('other rules while it trades', ARMED, { expiry: 1 }, 'arms_automation'),
  setup('other rules while it only signals', SETUP, { expiry: 1 }, null),
  setup('auto-trading off', ARMED, { auto_trade: false }, null),
  setup('off', ARMED, { is_active: false }, null),
  setup('a lower stake', ARMED, { moneyManagement: { betType: 'fixed', fixedAmount: 9 } }, null),
  setup('a stricter limit', ARMED, { riskControl: { maxDailyOperations: 4, dailyLossLimit: 50 } }, null),
  { route: 'POST /api/v1/strategies', says: 'only signals', body: STRATEGY, does: null },
  { route: 'POST /api/v1/strategies', says: 'trading', body: ARMED_STRATEGY, does: 'arms_automation' },
  strategy('auto-trading on', STRATEGY, ARMED_STRATEGY, 'arms_automation'),
  strategy('auto-trading off', ARMED_STRATEGY, STRATEGY, null),
  strategy('a higher stake', STRATEGY, { ...STRATEGY, parameters: { trade_amount: 500 } }, 'arms_automation'),
  strategy('a lower stake', ARMED_STRATEGY, { ...ARMED_STRATEGY, parameters: { trade_amount: 9 } }, null),
  strategy('another asset', ARMED_STRATEGY, { ...ARMED_STRATEGY, asset: 'GBPUSD' }, 'arms_automation'),
  status({ ...ARMED_STRATEGY, status: 'paused' }, 'active', 'arms_automation'),
  status({ ...STRATEGY, status: 'paused' }, 'active', null),
  status(ARMED_STRATEGY, 'paused', null),
  ...[undefined, CHOSEN_DEMO, CHOSEN_REAL].flatMap((row) => {
    const does = row === undefined ? null : 'changes_login_in_use';
    return [
      broker('POST /api/v1/multi-broker/connect/:broker', row, {}, does),
      broker('POST /api/v1/trading/credentials/iqoption', row, {}, does),
      broker('POST /api/v1/multi-broker/code/:broker', row, { code: '123456' }, does),
      broker('POST /api/v1/multi-broker/consent/:broker', row, {}, does),
      broker('POST /api/v1/multi-broker/consent/:broker/finish', row, { code: 'x', state: 'x' }, does),
      broker('POST /api/v1/multi-broker/disconnect/:broker', row, {}, does),
      broker('POST /api/v1/multi-broker/oddities/:broker', row, {}, does),
      broker('POST /api/v1/multi-broker/logins/:broker/save', row, {}, does),
      broker('POST /api/v1/multi-broker/logins/:broker/use', row, { login_id: randomUUID() }, does),
      broker('POST /api/v1/multi-broker/logins/:broker/label', row, { label: 'Otra' }, does),
      broker('POST /api/v1/multi-broker/logins/:broker/forget', row, { login_id: randomUUID() }, does),
      broker('DELETE /api/v1/multi-broker/credentials/:broker', row, null, does),
    ];
  }),
  broker('POST /api/v1/multi-broker/connect/deriv', undefined, {}, null),
  broker('POST /api/v1/multi-broker/active/:broker', undefined, {}, null),
  broker('POST /api/v1/multi-broker/active/:broker', CHOSEN_DEMO, {}, null),
  broker('POST /api/v1/multi-broker/account/:broker', CHOSEN_REAL, { account_type: 'demo' }, 'changes_login_in_use'),
  broker('POST /api/v1/multi-broker/account/:broker', CHOSEN_DEMO, { account_type: 'demo' }, null),
  broker('POST /api/v1/multi-broker/account/:broker', undefined, { account_type: 'real' }, 'opens_real_money'),
];

const REFUSALS: ReadonlySet<string> = new Set([
  'insufficient_scope',
  'arming_needs_trade',
  'broker_in_use',
  'bot_real_money',
]);

/** Stores the row that a case needs, and returns its id. */
async function prepare(owner: TestPerson, row: Row | undefined): Promise<string> {
  const { userId } = owner.principal;
  const choice = row?.of === 'chosen' ? row.kind : null;
  await app.db.sql`
    UPDATE user_settings SET chosen_broker = ${choice && 'iqoption'}, chosen_kind = ${choice} WHERE user_id = ${userId}`;
  if (row === undefined || row.of === 'chosen') return randomUUID();
  return create(owner, row.of === 'setup' ? '/api/pcr/setup' : '/api/v1/strategies', row.body);
}

describe('a route whose effects depend on the content of a call', () => {
  it('is tested with a call for every effect that it declares', () => {
    const covered = new Set(CASES.map(({ route, does }) => `${route} ${does}`));
    const missing = [...declared].flatMap(([route, { byContent }]) =>
      byContent.map((effect) => `${route} ${effect}`).filter((key) => !covered.has(key)),
    );
    // The routes of a broker share one handler, so each spelling of a call covers the other one.
    const same = new Set([
      'POST /api/v1/multi-broker/connect/deriv changes_login_in_use',
      'POST /api/v1/multi-broker/active/:broker changes_login_in_use',
    ]);
    expect(missing.filter((key) => !same.has(key))).toEqual([]);
    expect(CASES.map(({ route }) => route).filter((route) => !declared.has(route))).toEqual([]);
  });

  it.each(SCOPE_SETS.map((scopes) => ({ name: scopes.join(' '), scopes })))(
    'lets a bot with $name do exactly what the table of effects allows',
    async ({ scopes }) => {
      const owner = await newPerson(app);
      const token = await botOf(owner, scopes);
      const wrong: string[] = [];
      for (const { route, says, row, body, does } of CASES) {
        const id = await prepare(owner, row);
        const [method = '', url = ''] = route.split(' ');
        const path = url.replace(':id', id).replace(':broker', 'iqoption');
        const { always = [] } = declared.get(route) ?? {};
        const isAllowed = [...always, ...(does ? [does] : [])].every((effect) => allowsEffect(scopes, effect));
        const { status: answered, code } = await call(token, method, path, body);
        if (REFUSALS.has(code) === isAllowed) wrong.push(`${route}, ${says} → ${answered} ${code}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it('does not refuse a user who sends a session token instead of a bot token', async () => {
    const owner = await newPerson(app);
    const refused: string[] = [];
    for (const { route, says, row, body, does } of CASES) {
      if (does === 'opens_real_money') continue;
      const id = await prepare(owner, row);
      const [method = '', url = ''] = route.split(' ');
      const { code } = await call(owner.access, method, url.replace(':id', id).replace(':broker', 'iqoption'), body);
      if (REFUSALS.has(code)) refused.push(`${route}, ${says} → ${code}`);
    }
    expect(refused).toEqual([]);
  });
});
