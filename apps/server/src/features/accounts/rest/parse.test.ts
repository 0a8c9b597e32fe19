import { describe, expect, it } from 'vitest';
import { parseChanges } from './parse-changes.ts';
import { parseQuery } from './parse-query.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const query = (search: string) => parseQuery(new URLSearchParams(search));

describe('the query parser of /rest/v1/users', () => {
  it('reads selected columns and their aliases, and ignores blanks', () => {
    expect(query('select=id, nombre:first_name').select).toEqual([
      { column: 'id', as: 'id' },
      { column: 'first_name', as: 'nombre' },
    ]);
  });

  it('selects every profile column for a star or without `select`', () => {
    expect(query('select=*').select).toHaveLength(15);
    expect(query('').select).toEqual(query('select=*').select);
  });

  it('accepts an id in any notation of a UUID', () => {
    expect(query(`id=eq.${ID.toUpperCase()}`).ids).toEqual([ID]);
    expect(query(`id=eq.${ID.replaceAll('-', '')}`).ids).toEqual([ID]);
    expect(query('select=*').ids).toBeNull();
  });

  it.each([
    [`id=neq.${ID}`, 'PGRST100'],
    [`id=in.(${ID})`, 'PGRST100'],
    ['username=eq.ana', 'PGRST100'],
    ['or=(id.eq.1)', 'PGRST100'],
    ['order=id', 'PGRST100'],
    ['limit=1', 'PGRST100'],
    ['select=id,,email', 'PGRST100'],
    ['select=id::text', 'PGRST100'],
    ['select=auth_users(*)', 'PGRST100'],
    ['select=id;drop table users', 'PGRST100'],
    ['select=id&select=email', 'PGRST100'],
    ['select=password_hash', '42703'],
    ['password=eq.x', '42703'],
    ['id=eq.1', '22P02'],
    ["id=eq.' or true--", '22P02'],
  ])('refuses the query %s with the code %s', (search, code) => {
    expect(() => query(search)).toThrowError(expect.objectContaining({ code }));
  });
});

describe('the parser of profile changes', () => {
  it('converts the default stake to cents', () => {
    expect(parseChanges({ default_trade_amount: 12.34, username: 'ana', phone: null })).toEqual({
      default_trade_amount_minor: 1_234,
      username: 'ana',
      phone: null,
    });
  });

  it.each([
    [{ is_admin: true }, '42501'],
    [{ is_premium: true, username: 'ana' }, '42501'],
    [{ id: ID }, '42501'],
    [{ email: 'x@y.z' }, '42501'],
    [{ password_hash: 'x' }, 'PGRST204'],
    [{ default_trade_amount_minor: 1 }, 'PGRST204'],
    [{ default_trade_amount: '10' }, '22P02'],
    [{ default_trade_amount: 10.005 }, '23514'],
    [{ default_trade_amount: 1e300 }, '22003'],
    [{ max_concurrent_trades: 1.5 }, '22P02'],
    [{ username: 7 }, '22P02'],
    [{ username: 'a\0b' }, '22P02'],
    [{ username: 'x'.repeat(201) }, '22001'],
    [[{ username: 'ana' }], 'PGRST102'],
    [null, 'PGRST102'],
    ['x', 'PGRST102'],
  ])('refuses the change %j with the code %s', (body, code) => {
    expect(() => parseChanges(body)).toThrowError(expect.objectContaining({ code }));
  });
});
