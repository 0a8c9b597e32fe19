import { randomUUID } from 'node:crypto';
import { TradeNoteBody } from '@vigia/contract';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readHistory } from '../trading/history/read-history.ts';
import { startHistory } from '../trading/history/testing.ts';
import { JOURNAL_SECTIONS } from './export-sections.ts';
import { createJournal } from './journal.ts';

const world = await startHistory();
const { db, clock, newPerson, ended } = world;
const journal = createJournal({ db, clock });
afterAll(() => world.close());

const HOSTILE = '<img src=x onerror=alert(1)>\n=1+1';
let ana: string;
let trade: string;
beforeEach(async () => {
  ana = await newPerson();
  trade = await ended(ana);
});

const rowCount = async () => (await db.sql`SELECT 1 FROM trade_notes WHERE trade_id = ${trade}`).length;

describe('the note on a trade', () => {
  it('is empty until the user writes one', async () => {
    expect(await journal.note(ana, trade)).toEqual({ text: '', tags: [], updated_at: null });
  });

  it('is stored as it was written, with each tag once', async () => {
    const saved = await journal.saveNote(ana, trade, { text: HOSTILE, tags: ['prisa', 'noticia', 'prisa'] });
    const updatedAt = new Date(clock.now()).toISOString();
    expect(saved).toEqual({ text: HOSTILE, tags: ['prisa', 'noticia'], updated_at: updatedAt });
    expect(await journal.note(ana, trade)).toEqual(saved);
  });

  it('is replaced by the next save, and deleted by an empty one', async () => {
    await journal.saveNote(ana, trade, { text: 'una', tags: ['prisa'] });
    await journal.saveNote(ana, trade, { text: 'otra', tags: [] });
    expect(await journal.note(ana, trade)).toMatchObject({ text: 'otra', tags: [] });
    const cleared = await journal.saveNote(ana, trade, { text: '', tags: [] });
    expect(cleared).toEqual({ text: '', tags: [], updated_at: null });
    expect(await rowCount()).toBe(0);
  });

  it('is one row after eight concurrent saves', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => journal.saveNote(ana, trade, { text: `${n}`, tags: [] })));
    expect(await rowCount()).toBe(1);
  });

  it('can be neither read, written nor deleted by another user', async () => {
    await journal.saveNote(ana, trade, { text: 'mía', tags: ['prisa'] });
    const luis = await newPerson();
    expect(await journal.note(luis, trade)).toBeNull();
    expect(await journal.saveNote(luis, trade, { text: 'suya', tags: [] })).toBeNull();
    expect(await journal.saveNote(luis, trade, { text: '', tags: [] })).toBeNull();
    expect(await journal.note(ana, trade)).toMatchObject({ text: 'mía' });
    expect(await journal.tags(luis)).toEqual([]);
  });

  it('changes neither the trade nor its events', async () => {
    const read = async () => [
      await db.sql`SELECT * FROM trades WHERE id = ${trade}`,
      await db.sql`SELECT * FROM trade_events WHERE trade_id = ${trade}`,
    ];
    const before = await read();
    await journal.saveNote(ana, trade, { text: 'una', tags: ['prisa'] });
    expect(await read()).toEqual(before);
  });

  it('is part of the data export, and is deleted with its user', async () => {
    await journal.saveNote(ana, trade, { text: 'una', tags: ['prisa'] });
    const rows = [];
    for (const section of JOURNAL_SECTIONS) for await (const page of section.pages(db.sql, ana)) rows.push(...page);
    expect(rows).toEqual([expect.objectContaining({ trade_id: trade, text: 'una', tags: ['prisa'] })]);
    await db.sql`DELETE FROM users WHERE id = ${ana}`;
    expect(await rowCount()).toBe(0);
  });
});

describe('the tags of a user', () => {
  it('come with the number of their trades, the most used first', async () => {
    await journal.saveNote(ana, trade, { text: '', tags: ['noticia', 'prisa'] });
    await journal.saveNote(ana, await ended(ana), { text: '', tags: ['prisa'] });
    expect(await journal.tags(ana)).toEqual([
      { tag: 'prisa', trades: 2 },
      { tag: 'noticia', trades: 1 },
    ]);
  });

  it('filter the history to the user’s own tagged trades', async () => {
    await ended(ana);
    await journal.saveNote(ana, trade, { text: '', tags: ['prisa'] });
    const idsOf = async (tag: string) => {
      const page = await readHistory({ db }, ana, { limit: 50, tag });
      return page.ok ? page.value.map(({ id }) => id) : page.error;
    };
    expect(await idsOf('prisa')).toEqual([trade]);
    expect(await idsOf('pris')).toEqual([]);
  });
});

describe('the body of a save', () => {
  const parsed = (body: object) => TradeNoteBody.safeParse(body);

  it('trims and lowers each tag, so that one tag has one spelling', () => {
    expect(parsed({ text: ' a ', tags: ['  Prisa '] }).data).toEqual({ text: 'a', tags: ['prisa'] });
  });

  it.each([
    ['a longer text', { text: 'x'.repeat(501), tags: [] }],
    ['a longer tag', { text: '', tags: ['x'.repeat(25)] }],
    ['an empty tag', { text: '', tags: [' '] }],
    ['a ninth tag', { text: '', tags: Array.from({ length: 9 }, () => randomUUID().slice(0, 8)) }],
    ['a tag with a line break', { text: '', tags: ['a\nb'] }],
    ['a zero character', { text: '\u0000', tags: [] }],
    ['an unknown field', { text: '', tags: [], user_id: 'x' }],
  ])('is refused with %s', (_what, body) => {
    expect(parsed(body).success).toBe(false);
  });

  it('is accepted at every limit', () => {
    const tags = Array.from({ length: 8 }, (_, n) => `${n}`.padEnd(24, 'x'));
    expect(parsed({ text: 'x'.repeat(500), tags }).success).toBe(true);
  });
});
