import { PcrSetupView } from '@vigia/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PcrServer, startPcrServer } from '../testing-server.ts';
import { BUILT_IN_SETUPS } from './built-in-setups.ts';
import { SETUPS_PER_PERSON } from './edit-setups.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-00000000abcd';
const WHOLE = {
  timeframe: '5m',
  is_active: false,
  auto_trade: false,
  patterns: {
    minLength: 3,
    maxLength: 9,
    minStrong: 2,
    strongBodyRatio: 0.6,
    strongBodyAtr: 0.5,
    minRangeAtr: 1.5,
    minEfficiency: 0.5,
    breakRatio: 0.5,
    requiredCriteria: 5,
    dojiPolicy: 'break',
    colors: ['green', 'red'],
    zone: { minZoneAtr: 0.1, optimoRatio: 0.25, maxAgeCandles: 30, maxSignalsPerZone: 1, maxEntryAtr: 1 },
  },
  filters: [],
  candleTypes: { types: [] },
  entryPoints: ['zona_fina'],
  trigger: 'close',
  expiry: 5,
  riskControl: {
    maxDailyOperations: 'all',
    dailyLossLimit: null,
    weeklyLossLimit: null,
    autoReset: true,
    resetTime: 'daily',
  },
  moneyManagement: { betType: 'fixed', fixedAmount: 10 },
};

let server: PcrServer;
beforeAll(async () => {
  server = await startPcrServer();
});
afterAll(() => server.close());

const setupOf = async (userId: string, id: string): Promise<PcrSetupView> =>
  PcrSetupView.parse((await server.call(userId, 'GET', `/setup/${id}`)).data);
const listOf = async (userId: string): Promise<PcrSetupView[]> =>
  PcrSetupView.array().parse((await server.call(userId, 'GET', '/setups')).data);
const versionsOf = (id: string) => server.db.sql<
  { version: number; expiry: number; live_since: Date; anchor_time: number }[]
>`
  SELECT version, (definition ->> 'expiry')::int AS expiry, live_since, anchor_time FROM pcr_setup_versions
  WHERE setup_id = ${id} ORDER BY version`;

describe('a new setup', () => {
  it('requires a name and an asset, and gets the default of every other key', async () => {
    const ana = await server.newPerson();
    const made = await server.call(ana, 'POST', '/setup', {
      name: ' Agotamiento ',
      asset: 'EURUSD',
      patterns: { zone: {} },
    });
    expect(made.status).toBe(201);
    expect(made.data).toMatchObject({ ...WHOLE, name: 'Agotamiento', asset: 'EURUSD', is_demo: false, version: 1 });
    expect(made.data).toMatchObject({ total_signals: 0, signals_today: 0, win_rate: null, profit: null });
    const { id } = PcrSetupView.parse(made.data);
    expect(await setupOf(ana, id)).toEqual(made.data);
    expect((await listOf(ana)).map((setup) => setup.id)).toContain(id);
  });

  it('is returned exactly as it was sent, for any valid body', async () => {
    const ana = await server.newPerson();
    const sent = {
      name: 'Entero',
      asset: 'BTCUSD',
      timeframe: '1h',
      auto_trade: true,
      trigger: 'touch',
      expiry: 60,
      patterns: {
        ...WHOLE.patterns,
        minLength: 4,
        colors: ['red'],
        zone: { ...WHOLE.patterns.zone, maxEntryAtr: null },
      },
      filters: [
        { filter: 'trend', period: 50, side: 'against' },
        { filter: 'rsi', period: 7, callMax: 30, putMin: 70 },
        { filter: 'hours', from: '22:00', to: '02:00' },
        { filter: 'volatility', minAtrPct: 0.01, maxAtrPct: null },
        { filter: 'payout', min: 0.7 },
      ],
      candleTypes: { types: ['envolvente', 'any'] },
      entryPoints: ['ruptura', 'punto_optimo'],
      riskControl: {
        maxDailyOperations: 4,
        dailyLossLimit: 20,
        weeklyLossLimit: 60,
        autoReset: false,
        resetTime: '07:30',
      },
      moneyManagement: { betType: 'percent', percent: 2.5 },
    };
    const made = await server.call(ana, 'POST', '/setup', sent);
    expect(made.data).toMatchObject(sent);
  });

  it.each([true, 'true', 1, '1'])('is active if the body has `is_active: %j`', async (is_active) => {
    const ana = await server.newPerson();
    expect((await server.call(ana, 'POST', '/setup', { name: 'A', asset: 'EURUSD', is_active })).data).toMatchObject({
      is_active: true,
    });
  });

  it('starts detection at a past candle, and publishes only signals that occur after its creation', async () => {
    const ana = await server.newPerson();
    const starts = async (timeframe: '5m' | '4h') => {
      const [version] = await versionsOf(await server.newSetup(ana, { timeframe, is_active: true }));
      return version;
    };
    const nowMs = server.clock.now();
    const floored = (seconds: number) => Math.floor(nowMs / 1_000 / seconds) * seconds;
    expect(await starts('5m')).toMatchObject({ live_since: new Date(nowMs), anchor_time: floored(3_600) - 86_400 });
    expect(await starts('4h')).toMatchObject({ anchor_time: floored(4 * 3_600) - 30 * 86_400 });
  });

  it.each([
    ['an unknown key', { patterns: { zone: { edad: 1 } } }, 'patterns.zone.edad', 'Campo desconocido.'],
    ['a key of the view', { total_signals: 3 }, 'total_signals', 'Campo desconocido.'],
    ['a number out of range', { patterns: { minLength: 51 } }, 'patterns.minLength', 'Debe estar entre 2 y 50.'],
    [
      'a filter out of range',
      { filters: [{ filter: 'rsi', period: 0 }] },
      'filters.0.period',
      'Debe estar entre 1 y 1000.',
    ],
    ['an unknown word', { trigger: 'luego' }, 'trigger', 'Debe ser uno de: close, touch.'],
    ['a switch that is none', { is_active: 'sí' }, 'is_active', 'Debe ser true o false.'],
    ['an empty name', { name: '  ' }, 'name', 'No puede estar vacío.'],
    ['a name that cannot be stored', { name: 'a\u0000b' }, 'name', 'Contiene caracteres que no se pueden guardar.'],
    ['a long name', { name: 'x'.repeat(81) }, 'name', 'Debe tener como máximo 80 caracteres.'],
    ['no name', { name: undefined }, 'name', 'Falta.'],
    ['no asset', { asset: undefined }, 'asset', 'Falta.'],
    ['an asset that is no symbol', { asset: 'eur usd' }, 'asset', 'No es el símbolo de un activo.'],
    [
      'a third decimal',
      { moneyManagement: { fixedAmount: 10.005 } },
      'moneyManagement.fixedAmount',
      'El monto debe ser un número, con los decimales de la moneda como máximo.',
    ],
  ])('is refused if it has %s, with the path of the fault', async (_what, wrong, path, message) => {
    const ana = await server.newPerson();
    const refused = await server.call(ana, 'POST', '/setup', { name: 'A', asset: 'EURUSD', ...wrong });
    expect([refused.status, refused.error?.code]).toEqual([422, 'validation_failed']);
    expect(refused.error?.details).toContainEqual({ path, message });
  });

  it('is refused with all its faults at once, even if the body is not an object', async () => {
    const ana = await server.newPerson();
    const refused = await server.call(ana, 'POST', '/setup', { expiry: 0, trigger: 'x', otra: 1 });
    expect(refused.error?.details.map(({ path }) => path)).toEqual(['name', 'asset', 'trigger', 'expiry', 'otra']);
    expect((await server.call(ana, 'POST', '/setup', [])).status).toBe(422);
  });

  it('is refused if the market does not know its asset or does not offer its expiry', async () => {
    const ana = await server.newPerson();
    const unknown = await server.call(ana, 'POST', '/setup', { name: 'A', asset: 'XYZXYZ' });
    expect([unknown.status, unknown.error?.code, unknown.detail]).toEqual([
      404,
      'asset_unknown',
      'No conocemos el activo XYZXYZ.',
    ]);
    server.market.payoutAt = (_atMs, minutes) => (minutes === 7 ? null : 8_500);
    const refused = await server.call(ana, 'POST', '/setup', { name: 'A', asset: 'EURUSD', expiry: 7 });
    expect([refused.status, refused.error?.code]).toEqual([409, 'duration_unavailable']);
  });

  it(`is refused as the ${SETUPS_PER_PERSON + 1}st of a user, even if two requests arrive at once`, async () => {
    const ana = await server.newPerson();
    const first = await server.newSetup(ana);
    await server.db.sql`
      INSERT INTO pcr_setups (id, user_id, name, asset, timeframe, is_active, definition, anchor_time, live_since,
        created_at, updated_at)
      SELECT gen_random_uuid(), user_id, name, asset, timeframe, false, definition, anchor_time, live_since,
        created_at, updated_at
      FROM pcr_setups, generate_series(1, ${SETUPS_PER_PERSON - 2}) WHERE id = ${first}`;
    const wish = { name: 'Uno más', asset: 'EURUSD' };
    const made = await Promise.all([1, 2, 3].map(() => server.call(ana, 'POST', '/setup', wish)));
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(made.find(({ status }) => status === 409)?.error?.code).toBe('setup_limit');
    expect((await server.call(ana, 'POST', `/setup/${first}/clone`, { name: 'Copia' })).error?.code).toBe(
      'setup_limit',
    );
    await server.call(ana, 'POST', `/setup/${first}/stop`, { archive: true });
    expect((await server.call(ana, 'POST', '/setup', wish)).status).toBe(201);
  });
});

describe('a change of a setup', () => {
  it('updates the fields that the request contains, and keeps the other fields', async () => {
    const ana = await server.newPerson();
    const id = await server.newSetup(ana, { expiry: 15, patterns: { minLength: 4, zone: { maxAgeCandles: 7 } } });
    const active = await server.call(ana, 'PUT', `/setup/${id}`, { is_active: 'true' });
    expect([active.status, active.data]).toMatchObject([200, { is_active: true, expiry: 15, version: 1 }]);
    const changed = await server.call(ana, 'PUT', `/setup/${id}`, { patterns: { minLength: 5 } });
    expect(changed.data).toMatchObject({
      is_active: true,
      expiry: 15,
      patterns: { minLength: 5, zone: { maxAgeCandles: 30 } },
    });
  });

  it('creates a version that starts now if it changes the detection rules, and no version otherwise', async () => {
    const ana = await server.newPerson();
    const id = await server.newSetup(ana);
    const change = (body: object) => server.call(ana, 'PUT', `/setup/${id}`, body);
    await change({ name: 'Otro', auto_trade: true, is_active: true });
    await change({ moneyManagement: { betType: 'percent', percent: 1 }, riskControl: { dailyLossLimit: 5 } });
    expect((await setupOf(ana, id)).version).toBe(1);
    server.clock.advance(3 * 3_600_000);
    const nowMs = server.clock.now();
    const detecting: readonly object[] = [
      { expiry: 9 },
      { timeframe: '1m' },
      { asset: 'GBPUSD' },
      { trigger: 'touch' },
      { entryPoints: ['ruptura'] },
      { filters: [{ filter: 'trend' }] },
      { candleTypes: { types: ['doji'] } },
      { patterns: { minLength: 4 } },
    ];
    for (const body of detecting) await change(body);
    expect((await setupOf(ana, id)).version).toBe(1 + detecting.length);
    const versions = await versionsOf(id);
    expect(versions.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(versions.slice(0, 2)).toMatchObject([{ expiry: 5 }, { expiry: 9, live_since: new Date(nowMs) }]);
    expect((await server.db.sql`SELECT live_since FROM pcr_setups WHERE id = ${id}`)[0]).toEqual({
      live_since: new Date(nowMs),
    });
  });

  it('replaces the whole duration if the request contains any of the three duration fields', async () => {
    const ana = await server.newPerson();
    const id = await server.newSetup(ana);
    const lengthOf = async () => {
      const { expiry, expiry_seconds, expiry_ticks } = await setupOf(ana, id);
      return [expiry, expiry_seconds, expiry_ticks];
    };
    expect(await lengthOf()).toEqual([5, null, null]);
    await server.call(ana, 'PUT', `/setup/${id}`, { expiry_seconds: 15 });
    expect(await lengthOf()).toEqual([null, 15, null]);
    await server.call(ana, 'PUT', `/setup/${id}`, { name: 'Otro' });
    expect(await lengthOf()).toEqual([null, 15, null]);
    await server.call(ana, 'PUT', `/setup/${id}`, { expiry: null, expiry_seconds: null, expiry_ticks: 5 });
    expect(await lengthOf()).toEqual([null, null, 5]);
    expect((await setupOf(ana, id)).version).toBe(3);
    const both = await server.call(ana, 'PUT', `/setup/${id}`, { expiry: 5, expiry_seconds: 15 });
    expect([both.status, both.error?.details.map(({ path }) => path)]).toEqual([422, ['expiry']]);
    await server.call(ana, 'PUT', `/setup/${id}`, { expiry: 9 });
    expect(await lengthOf()).toEqual([9, null, null]);
  });

  it('is validated by the same rules as a new setup, and changes nothing if it is refused', async () => {
    const ana = await server.newPerson();
    const id = await server.newSetup(ana);
    const before = await setupOf(ana, id);
    for (const body of [{ expiry: 0 }, { asset: 'XYZXYZ' }, { name: null }, { otra: 1 }, []]) {
      expect((await server.call(ana, 'PUT', `/setup/${id}`, body)).status).toBeGreaterThanOrEqual(400);
    }
    expect(await setupOf(ana, id)).toEqual(before);
  });

  it('is not lost if other changes are made concurrently', async () => {
    const ana = await server.newPerson();
    for (let round = 0; round < 5; round += 1) {
      const id = await server.newSetup(ana, { is_active: true });
      const bodies = [{ name: 'Nuevo' }, { expiry: 30 }, { auto_trade: true }, { entryPoints: ['ruptura' as const] }];
      const answers = await Promise.all(bodies.map((body) => server.call(ana, 'PUT', `/setup/${id}`, body)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await setupOf(ana, id)).toMatchObject({
        name: 'Nuevo',
        expiry: 30,
        auto_trade: true,
        entryPoints: ['ruptura'],
        is_active: true,
        version: 3,
      });
    }
  });

  it('does not restore a setup that another request archives concurrently', async () => {
    const ana = await server.newPerson();
    for (let round = 0; round < 5; round += 1) {
      const id = await server.newSetup(ana);
      const [changed, archived] = await Promise.all([
        server.call(ana, 'PUT', `/setup/${id}`, { is_active: true }),
        server.call(ana, 'POST', `/setup/${id}/stop`, { archive: true }),
      ]);
      expect([[200, 404].includes(changed.status), archived.status]).toEqual([true, 200]);
      expect((await server.call(ana, 'GET', `/setup/${id}`)).status).toBe(404);
      expect(await server.pcr.countAutomatic(server.db.sql, ana)).toBe(0);
      const [row] = await server.db
        .sql`SELECT is_active, archived_at IS NOT NULL AS archived FROM pcr_setups WHERE id = ${id}`;
      expect(row).toEqual({ is_active: false, archived: true });
    }
  });
});

describe('stopping a setup', () => {
  it('switches it off, can be repeated, and archives it on request', async () => {
    const ana = await server.newPerson();
    const id = await server.newSetup(ana, { is_active: true });
    for (let times = 0; times < 2; times += 1) {
      expect(await server.call(ana, 'POST', `/setup/${id}/stop`)).toMatchObject({
        status: 200,
        data: { is_active: false },
      });
    }
    const stopped = await setupOf(ana, id);
    server.clock.advance(1_000);
    await server.call(ana, 'POST', `/setup/${id}/stop`, {});
    expect(await setupOf(ana, id)).toEqual(stopped);
    expect((await listOf(ana)).map((setup) => setup.id)).toContain(id);
    for (let times = 0; times < 2; times += 1) {
      expect((await server.call(ana, 'POST', `/setup/${id}/stop`, { archive: true })).status).toBe(200);
    }
    expect((await listOf(ana)).map((setup) => setup.id)).not.toContain(id);
    expect((await server.call(ana, 'PUT', `/setup/${id}`, { is_active: true })).detail).toBe('Setup not found');
    expect((await server.call(ana, 'POST', `/setup/${id}/clone`, { name: 'x' })).status).toBe(404);
  });
});

describe('a copy of a setup', () => {
  it('has the new name and the same rules, is inactive and does not trade', async () => {
    const ana = await server.newPerson();
    const id = await server.newSetup(ana, {
      is_active: true,
      auto_trade: true,
      expiry: 15,
      filters: [{ filter: 'rsi' }],
    });
    await server.call(ana, 'PUT', `/setup/${id}`, { expiry: 20 });
    const copied = await server.call(ana, 'POST', `/setup/${id}/clone`, { name: 'Copia' });
    expect(copied.status).toBe(201);
    const copy = PcrSetupView.parse(copied.data);
    const { name: _name, id: _id, created_at: _created, updated_at: _updated, ...source } = await setupOf(ana, id);
    expect(copy).toMatchObject({ ...source, name: 'Copia', is_active: false, auto_trade: false, version: 1 });
    expect(copy.id).not.toBe(id);
    expect((await versionsOf(copy.id)).length).toBe(1);
  });

  it('is refused with «Setup not found» if the original does not exist', async () => {
    const ana = await server.newPerson();
    const refused = await server.call(ana, 'POST', `/setup/${UNKNOWN_ID}/clone`, { name: 'Copia' });
    expect([refused.status, refused.error?.code, refused.detail]).toEqual([404, 'setup_not_found', 'Setup not found']);
    expect(refused.error?.message).toBe('No encontramos ese setup.');
  });
});

describe('access to a setup', () => {
  const CALLS = (id: string): readonly (readonly ['GET' | 'POST' | 'PUT', string, object?])[] => [
    ['GET', `/setup/${id}`],
    ['PUT', `/setup/${id}`, { is_active: true }],
    ['POST', `/setup/${id}/stop`, { archive: true }],
    ['POST', `/setup/${id}/clone`, { name: 'Copia' }],
    ['GET', `/setup/${id}/statistics`],
    ['GET', `/setup/${id}/rejections`],
    ['GET', `/debug?setup=${id}`],
  ];

  it('is limited to its owner: other users get «not found»', async () => {
    const [ana, luis] = [await server.newPerson(), await server.newPerson()];
    const id = await server.newSetup(ana, { is_active: true });
    const before = await setupOf(ana, id);
    for (const [method, path, body] of CALLS(id)) {
      const refused = await server.call(luis, method, path, body);
      expect([path, refused.status, refused.detail]).toEqual([path, 404, 'Setup not found']);
    }
    expect((await listOf(luis)).map((setup) => setup.id)).not.toContain(id);
    expect(await setupOf(ana, id)).toEqual(before);
    expect(await server.pcr.rulesOf(server.db.sql, luis, id)).toBeNull();
  });

  it('allows every user to read and copy a built-in setup, and no user to change it', async () => {
    const ana = await server.newPerson();
    const [builtIn] = (await listOf(ana)).filter((setup) => setup.is_demo);
    expect((await listOf(ana)).map(({ name }) => name).toSorted()).toEqual(
      BUILT_IN_SETUPS.map(({ name }) => name).toSorted(),
    );
    const id = builtIn?.id ?? '';
    const statuses = await Promise.all(
      CALLS(id).map(async ([method, path, body]) => (await server.call(ana, method, path, body)).status),
    );
    expect(statuses.slice(0, 6)).toEqual([200, 404, 404, 201, 200, 200]);
    // The copy is one more card that the user sees beside it.
    const { card, ...unchanged } = await setupOf(ana, id);
    expect({ ...unchanged, card: { ...card, evidence: builtIn?.card.evidence } }).toEqual(builtIn);
    expect(card.evidence?.cards).toBe((builtIn?.card.evidence?.cards ?? 0) + 1);
    expect((await listOf(ana)).find(({ name }) => name === 'Copia')).toMatchObject({
      is_demo: false,
      is_active: false,
    });
    const [version] = await versionsOf(id);
    expect(version).toMatchObject({ version: 1 });
  });
});
