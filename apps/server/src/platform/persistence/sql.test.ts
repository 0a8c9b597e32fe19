import { expect, it } from 'vitest';
import { createSql } from './sql.ts';

const sql = createSql(() => Promise.reject(new Error('these statements are never sent')));

it('sql binds every value as a parameter, with its type if it has one', () => {
  const at = new Date(0);
  const bytes = new Uint8Array([1]);
  expect(sql`SELECT ${'a'}, ${2}, ${3n}, ${null}, ${true}, ${at}, ${bytes}, ${['b', 'c']}`.toQuery()).toMatchObject({
    text: 'SELECT $1, $2, $3, $4, $5::boolean, $6::timestamptz, $7::bytea, $8',
    values: ['a', 2, 3n, null, true, at.toISOString(), bytes, ['b', 'c']],
  });
});

it('sql inserts SQL fragments in place and numbers their parameters in text order', () => {
  const both = [sql`a = ${1}`, sql`AND b = ${2}`];
  expect(sql`UPDATE t SET ${sql({ c: 3, d: null })} WHERE ${both} AND e = ${4}`.toQuery()).toMatchObject({
    text: 'UPDATE t SET "c" = $1, "d" = $2 WHERE a = $3 AND b = $4 AND e = $5',
    values: [3, null, 1, 2, 4],
  });
  expect(sql`SELECT ${sql(['t.a', 'b'])}, ${sql('c')}`.toQuery().text).toBe('SELECT "t"."a","b", "c"');
});

it('sql binds an object only as json, and a plain object as a value does not compile', () => {
  expect(sql`INSERT INTO t ${sql.row({ a: sql.json({ b: 1 }) })}`.toQuery()).toMatchObject({
    text: 'INSERT INTO t ("a") VALUES ($1::jsonb)',
    values: ['{"b":1}'],
  });
  expect([
    // @ts-expect-error an object is not a value
    sql`SELECT ${{ b: 1 }}`,
    // @ts-expect-error an object that looks like json is not a value either
    sql`SELECT ${{ text: '{}' }}`,
    // @ts-expect-error a list of such objects is not a value either
    sql`SELECT ${[{ b: 1 }]}`,
    // @ts-expect-error an object is not the value of a column
    sql`UPDATE t SET ${sql({ a: { b: 1 } })}`,
    // @ts-expect-error an object is not the value of a column in a row either
    sql`INSERT INTO t ${sql.row({ a: { b: 1 } })}`,
    // @ts-expect-error an object is not a value of a verbatim text
    sql.unsafe('SELECT $1', [{ b: 1 }]),
    // @ts-expect-error a promise is not a value
    sql`SELECT ${Promise.resolve(1)}`,
  ]).toHaveLength(7);
});

it('sql refuses undefined, and undefined does not compile either', () => {
  // @ts-expect-error a missing value must be null
  expect(() => sql`SELECT ${undefined}`.toQuery()).toThrow('a statement cannot bind undefined');
});
