import { describe, expect, it } from 'vitest';
import { hasRepeatedKey } from './json-body.ts';

const repeats = (text: string) => hasRepeatedKey(text, JSON.parse(text));

describe('the check for repeated keys in a JSON text', () => {
  it.each([
    '{"amount":1,"amount":9}',
    '{"amount":1,"amoun\\u0074":9}',
    '{"__proto__":1,"__proto__":2}',
    '{"a":{"b":1,"b":1}}',
    '[{"a":1},{"a":1,"a":{"b":2}}]',
    '{"":1,"":1}',
    '{"a\\"":1,"a\\"":2}',
    '{"1":1,"1":2}',
  ])('finds a repeated key in %s', (text) => expect(repeats(text)).toBe(true));

  it.each([
    'null',
    '"a:b"',
    '[]',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"\\\\","b":":::"}',
    '{"a:b":"\\":\\"","c":[":",1.5e3]}',
    '{"__proto__":1,"constructor":2}',
  ])('finds no repeated key in %s', (text) => expect(repeats(text)).toBe(false));

  it('accepts a text with thousands of nested objects', () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    expect(hasRepeatedKey(`[${deep}]`, [{}])).toBe(true);
  });
});
