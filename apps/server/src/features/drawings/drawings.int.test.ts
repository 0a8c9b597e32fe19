import { randomUUID } from 'node:crypto';
import {
  DRAWINGS_PER_ASSET,
  DRAWINGS_PER_PERSON,
  DRAWN_TEXT_LENGTH,
  DrawingBody,
  type DrawingShape,
} from '@vigia/contract';
import { ManualClock } from '@vigia/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { createDrawings, type Drawings } from './drawings.ts';
import { DRAWING_SECTIONS } from './export-sections.ts';

const START_MS = Date.parse('2026-11-18T12:00:00.000Z');
const LEVEL: DrawingShape = { kind: 'horizontal_line', price: 1.0854 };
const LINE = {
  kind: 'trend_line',
  from: { time: '2026-11-18T10:00:30.250Z', price: 1.0854 },
  to: { time: '2026-11-18T14:00:00.000Z', price: 1.08712 },
} satisfies DrawingShape;
const BOX: DrawingShape = { ...LINE, kind: 'rectangle' };
const RAY: DrawingShape = { ...LINE, kind: 'ray' };
const LEVELS: DrawingShape = { ...LINE, kind: 'fibonacci' };
const TEXT: DrawingShape = { kind: 'text', at: LINE.to, text: 'Techo de ayer <b>' };

let database: TestDatabase;
let clock: ManualClock;
let drawings: Drawings;
let ana: string;
let luis: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  clock = new ManualClock(START_MS);
  drawings = createDrawings({ db: database.db, clock });
  [ana, luis] = [await newPerson(), await newPerson()];
});
afterAll(() => database.close());

async function newPerson(): Promise<string> {
  const id = randomUUID();
  await database.db
    .sql`INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${id}, true, now(), now())`;
  await database.db.sql`INSERT INTO users (id, created_at, updated_at) VALUES (${id}, now(), now())`;
  return id;
}

const draw = (owner: string, shape: DrawingShape, id: string = randomUUID(), symbol = 'EURUSD') =>
  drawings.put(owner, id, { symbol, shape });

async function drawMany(owner: string, count: number, symbolOf: (index: number) => string): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({ id: randomUUID(), symbol: symbolOf(index) }));
  await database.db.sql`
    INSERT INTO drawings (id, user_id, symbol, kind, from_price, created_at, updated_at)
    SELECT id, ${owner}, symbol, 'horizontal_line', 1, now(), now()
    FROM jsonb_to_recordset(${database.db.sql.json(rows)}) AS r(id uuid, symbol text)`;
}

describe('a drawing', () => {
  it.each([LEVEL, LINE, BOX, RAY, LEVELS, TEXT])(
    'is stored with exactly the points of the request: $kind',
    async (shape) => {
      const saved = await draw(ana, shape);
      expect(saved).toMatchObject({ ok: true, value: { symbol: 'EURUSD', shape } });
      expect(await drawings.list(ana, 'EURUSD')).toEqual([expect.objectContaining({ shape })]);
    },
  );

  it('is shown only on its own asset and only to its own user', async () => {
    await draw(ana, LEVEL);
    expect(await drawings.list(ana, 'GBPUSD')).toEqual([]);
    expect(await drawings.list(luis, 'EURUSD')).toEqual([]);
  });

  it('is stored once if it is saved twice, and changed if it is saved again with another kind', async () => {
    const id = randomUUID();
    await draw(ana, LINE, id);
    await draw(ana, LINE, id);
    clock.advance(60_000);
    await draw(ana, LEVEL, id);
    expect(await drawings.list(ana, 'EURUSD')).toEqual([
      {
        id,
        symbol: 'EURUSD',
        shape: LEVEL,
        created_at: '2026-11-18T12:00:00.000Z',
        updated_at: '2026-11-18T12:01:00.000Z',
      },
    ]);
  });

  it('is refused if another user’s drawing has its id, and that drawing stays unchanged', async () => {
    const id = randomUUID();
    await draw(ana, LINE, id);
    expect(await draw(luis, LEVEL, id)).toEqual({ ok: false, error: { code: 'drawing_not_found' } });
    expect(await drawings.list(ana, 'EURUSD')).toEqual([expect.objectContaining({ shape: LINE })]);
  });

  it('is deleted by its owner only', async () => {
    const id = randomUUID();
    await draw(ana, LINE, id);
    expect(await drawings.remove(luis, id)).toBe(false);
    expect(await drawings.remove(ana, id)).toBe(true);
    expect(await drawings.remove(ana, id)).toBe(false);
    expect(await drawings.list(ana, 'EURUSD')).toEqual([]);
  });

  it('is part of its user’s data export, and is deleted with the user', async () => {
    await draw(ana, BOX);
    const [section] = DRAWING_SECTIONS;
    const rows = [];
    for await (const page of section?.pages(database.db.sql, ana) ?? []) rows.push(...page);
    expect(rows).toEqual([expect.objectContaining({ kind: 'rectangle', symbol: 'EURUSD', to_price: 1.08712 })]);
    await database.db.sql`DELETE FROM users WHERE id = ${ana}`;
    expect(await drawings.list(ana, 'EURUSD')).toEqual([]);
  });

  it('is refused on an asset with the maximum number of drawings, but existing ones can still be changed', async () => {
    const id = randomUUID();
    await draw(ana, LEVEL, id);
    await drawMany(ana, DRAWINGS_PER_ASSET - 1, () => 'EURUSD');
    expect(await draw(ana, LINE)).toEqual({ ok: false, error: { code: 'drawing_limit', maximum: DRAWINGS_PER_ASSET } });
    expect((await draw(ana, LINE, id)).ok).toBe(true);
    expect((await draw(ana, LINE, randomUUID(), 'GBPUSD')).ok).toBe(true);
  });

  it('is stored by only one of eight concurrent requests for the last free place', async () => {
    await drawMany(ana, DRAWINGS_PER_ASSET - 1, () => 'EURUSD');
    const saved = await Promise.all(Array.from({ length: 8 }, () => draw(ana, LEVEL)));
    expect(saved.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('is refused on every asset once the user has the maximum number across all assets', async () => {
    await drawMany(ana, DRAWINGS_PER_PERSON, (index) => `A${Math.floor(index / DRAWINGS_PER_ASSET)}X`);
    expect(await draw(ana, LEVEL)).toEqual({
      ok: false,
      error: { code: 'drawing_total_limit', maximum: DRAWINGS_PER_PERSON },
    });
  });
});

it('a text is refused if it is empty, longer than a line of the chart, or contains a line break', () => {
  for (const text of ['', '   ', 'a'.repeat(DRAWN_TEXT_LENGTH + 1), 'dos\nlíneas'])
    expect(DrawingBody.safeParse({ symbol: 'EURUSD', shape: { ...TEXT, text } }).success).toBe(false);
  expect(DrawingBody.parse({ symbol: 'EURUSD', shape: { ...TEXT, text: ' Techo ' } }).shape).toEqual({
    ...TEXT,
    text: 'Techo',
  });
});

it.each([
  ['a text without content', 'text', { from_time: LINE.from.time, words: null }],
  ['a text without a place', 'text', { from_time: null, words: 'Techo' }],
  ['a ray with one point', 'ray', { from_time: LINE.from.time, words: null }],
  ['a level with a text', 'horizontal_line', { from_time: null, words: 'Techo' }],
] as const)('the table refuses %s', async (_, kind, { from_time, words }) => {
  await expect(
    database.db.sql`
      INSERT INTO drawings (id, user_id, symbol, kind, from_time, from_price, words, created_at, updated_at)
      VALUES (${randomUUID()}, ${ana}, 'EURUSD', ${kind}, ${from_time}, 1, ${words}, now(), now())`,
  ).rejects.toThrow(/drawings_ends/);
});

it('a drawing is refused if a time is outside the years of a chart, or if a price is not a number', () => {
  const from = { time: '0000-01-01T00:00:00.000Z', price: 1 };
  const shapes = [{ ...LINE, from }, { ...LEVEL, price: Number.NaN }, { ...LEVEL, price: 1e300 }, { kind: 'circle' }];
  for (const shape of shapes) expect(DrawingBody.safeParse({ symbol: 'EURUSD', shape }).success).toBe(false);
});
