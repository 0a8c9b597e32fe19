import { describe, expect, it } from 'vitest';
import { AllowList } from './allow-list.ts';
import { RenamedIds } from './renamed-ids.ts';

const scrub = (fields: readonly string[], value: unknown, secrets: readonly string[] = []) =>
  new AllowList(fields).scrub(value, new RenamedIds(), secrets);

describe('an allow-list', () => {
  it('keeps listed values, and replaces all others and their names by placeholders of the same type', () => {
    const value = { name: 'EURUSD', email: 'ana@example.com', on: true, list: ['secret'], nothing: null, n: 1.5 };
    expect(scrub(['name'], value)).toEqual({
      name: 'EURUSD',
      x2: 'xxxxxxxxxxxxxxxx',
      x3: false,
      x4: ['xxxxxxxx'],
      x5: null,
      x6: 0.5,
    });
  });

  it('replaces a plain value if the list expects an object', () => {
    expect(scrub(['user.id'], { user: 'ana@example.com' })).toEqual({ user: 'xxxxxxxxxxxxxxxx' });
  });

  it('replaces equal ids by the same new id, of the same type and form', () => {
    const list = ['[].id=id', '[].of=id'];
    expect(scrub(list, [{ id: 41 }, { id: '41', of: 'VRTC9' }, { of: 'VRTC9' }])).toEqual([
      { id: 700_000_001 },
      { id: '700000001', of: 'id-700000002' },
      { of: 'id-700000002' },
    ]);
  });

  it.each(['a@b', '{"x":1}', 'line\nbreak', 'mi-clave-secreta'])(
    'replaces the text of a listed field if it may be private content: %s',
    (text) => {
      expect(scrub(['name'], { name: text }, ['mi-clave-secreta'])).not.toEqual({ name: text });
    },
  );

  it('matches a wildcard only with keys in the form of a number or a currency code', () => {
    const value = { '76': 'x', usd: 'y', email: 'z' };
    expect(scrub(['#', '*'], { ...value, 'ana@example.com': 'w' })).toEqual({
      '76': 'x',
      usd: 'y',
      email: 'z',
      x4: 'xxxx',
    });
    expect(scrub(['#'], value)).toEqual({ '76': 'x', x2: 'xxxx', x3: 'xxxx' });
  });
});
